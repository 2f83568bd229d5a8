-- Passwords that may not come again, settings on trial.

-- What somebody's password was before it became another, however that came about. Hashes alone; kept out of history and
-- out of every answer.
create table password_history (
  id            bigint generated always as identity primary key,
  user_id       text not null references users,
  password_hash text not null,
  create_time   timestamptz not null default now()
);
create index password_history_user on password_history (user_id, id desc);

create function keep_password() returns trigger language plpgsql as $$
begin
  insert into password_history (user_id, password_hash) values (old.id, old.password_hash);
  -- No policy looks farther back than two dozen.
  delete from password_history where user_id = old.id
    and id <= (select id from password_history where user_id = old.id order by id desc offset 24 limit 1);
  return null;
end $$;
-- A hash that is only made anew for the same password keeps its time (D-22).
create trigger keep_password after update of password_hash on users for each row
  when (old.password_hash is not null and old.password_hash is distinct from new.password_hash
    and old.password_time is distinct from new.password_time)
  execute function keep_password();

-- The settings as they were before a change that would shut out whoever made it. They come back at `expires_at`, by
-- whichever node is first, unless the row has gone by then; the one index lets one trial run at a time.
create table config_trial (
  id          text primary key,
  before      jsonb not null,
  user_id     text not null,
  user_name   text not null,
  create_time timestamptz not null default now(),
  expires_at  timestamptz not null
);
create unique index trial_running on config_trial ((true));
