-- Users and organisations that are not deleted. A test holds that each has every column of its table.
create view live_user as select * from users where deleted_at is null;
create view live_org as select * from org where deleted_at is null;
