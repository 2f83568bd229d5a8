-- Roles are taken and given one by one; since when somebody is an administrator is told by the first of them.
alter table user_role add column create_time timestamptz not null default now();
-- A role somebody holds stays: the one is not to vanish with the other.
alter table user_role drop constraint user_role_role_id_fkey,
  add constraint role_held foreign key (role_id) references role;
call watch_history('user_role');

-- There is always a super administrator who can sign in, and whom no date will take away: enabled, not deleted, without
-- an end, his administration and his role enabled. Whatever call would end that, the database refuses; two at once wait
-- for each other, and the second sees what the first has done.
create function keep_super_admin() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7315);
  if not exists (
    select 1 from role r join user_role h on h.role_id = r.id join users u on u.id = h.user_id
    where r.code = 'super_admin' and r.status = 1 and h.status = 1
      and u.status = 1 and u.deleted_at is null and u.valid_end_time is null)
  then
    raise exception 'the last super administrator' using errcode = '23514', constraint = 'last_super_admin';
  end if;
end $$;

create function user_weakened() returns trigger language plpgsql as $$
begin
  if exists (select 1 from user_role h join role r on r.id = h.role_id where h.user_id = old.id and r.code = 'super_admin') then
    perform keep_super_admin();
  end if;
  return null;
end $$;
create trigger super_admin_kept after update of status, deleted_at, valid_end_time on users for each row
  when (new.status < old.status or (old.deleted_at is null and new.deleted_at is not null)
    or (old.valid_end_time is null and new.valid_end_time is not null))
  execute function user_weakened();

create function user_role_weakened() returns trigger language plpgsql as $$
begin
  if exists (select 1 from role r where r.id = old.role_id and r.code = 'super_admin') then
    perform keep_super_admin();
  end if;
  return null;
end $$;
create trigger super_admin_kept after update on user_role for each row
  when (new.status < old.status or new.role_id <> old.role_id or new.user_id <> old.user_id)
  execute function user_role_weakened();
create trigger super_admin_kept_whole after delete on user_role for each row execute function user_role_weakened();

-- The one role that is everything is always itself.
create function keep_super_role() returns trigger language plpgsql as $$
begin
  raise exception 'the role of the super administrators' using errcode = '23514', constraint = 'super_role_fixed';
end $$;
create trigger super_role_kept before update on role for each row
  when (old.code = 'super_admin' and (new.code, new.name, new.status, new.id) is distinct from (old.code, old.name, old.status, old.id))
  execute function keep_super_role();
create trigger super_role_kept_whole before delete on role for each row
  when (old.code = 'super_admin') execute function keep_super_role();
