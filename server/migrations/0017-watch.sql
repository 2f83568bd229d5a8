-- The watch on the door: sign-ins are found among millions, locks by their time, and a lock set by hand tells whose it is.

-- Of the session a sign-in led to.
alter table login_log add column session_id text;
create index login_log_result on login_log (result, login_time desc);
create index login_log_type on login_log (login_type, result, login_time desc);
create index login_log_user_name on login_log using gin (lower(user_name) gin_trgm_ops);
create index login_log_ip on login_log (ip, login_time desc);
create index login_log_ip_part on login_log using gin (ip gin_trgm_ops);
-- Trigrams need three characters and most names have two: here each character is a piece.
create index login_log_real_name on login_log using gin (string_to_array(lower(real_name), null));

alter table login_failure add column locked_by text, add column lock_reason text, add column lock_time timestamptz;
create index login_failure_time on login_failure (last_time desc, id desc);

-- A lock that ran out, or that wrong passwords brought about, is nobody's any more.
create function lock_of_nobody() returns trigger language plpgsql as $$
begin
  new.locked_by := null;
  new.lock_reason := null;
  new.lock_time := null;
  return new;
end $$;
create trigger login_failure_lock before update on login_failure for each row
  when (old.lock_time is not null and new.lock_time = old.lock_time and new.locked_until is distinct from old.locked_until)
  execute function lock_of_nobody();
