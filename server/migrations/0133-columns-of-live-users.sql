-- The view has every column of its table, also the blind index of user names (decision 0131).
create or replace view live_user as select * from users where deleted_at is null;
