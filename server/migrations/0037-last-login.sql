-- When somebody was last in changes with every sign-in. Beside his person it rewrote every index of his row and asked
-- its triggers each time; here it is one small row, which everybody has from the start: null, as long as he never was in.
create table last_login (
  user_id    text primary key references users on delete cascade,
  login_time timestamptz
);
insert into last_login select id, last_login_time from users;
create index last_login_order on last_login (login_time desc nulls last, user_id desc);
alter table users drop column last_login_time;

create function users_last_login() returns trigger language plpgsql as $$
begin
  insert into last_login select id from fresh;
  return null;
end $$;
create trigger users_last_login after insert on users referencing new table as fresh
  for each statement execute function users_last_login();
