-- A user name that reads as a mobile number is such a number at sign-in: it and the phones share one namespace (decision 0131).
lock table users in share row exclusive mode;

-- The same rule as mobileOf of the contract; a test compares the two.
create function reads_as_mobile(name text) returns boolean language sql immutable strict parallel safe as $$
  select translate(name, ' -.()', '') ~ '^((\+|00)?86)?1[3-9][0-9]{9}$'
$$;

-- Half of a digest of the blind index, in 16 bytes instead of 44.
create function login_phone_key(phone_hash text) returns uuid language sql immutable strict parallel safe as $$
  select encode(substr(sha256(phone_hash::bytea), 1, 16), 'hex')::uuid
$$;

-- The blind index of a user name that reads as a mobile number, with the key of the application; null for all other names.
alter table users add column user_name_phone_hash text;

-- The one user who signs in with a phone, be it their phone or their user name. Kept by triggers, so without a foreign key.
create table login_phone (
  hash    uuid primary key,
  user_id text not null
);
-- User names from before that are the phone of another user.
create table login_phone_conflict (
  user_id text primary key references users on delete cascade,
  hash    uuid not null
);
create index login_phone_conflict_hash on login_phone_conflict (hash);
-- Users whose user name was written without its blind index: names from before, and those of an older node of the same system.
create table login_phone_queue (
  user_id text primary key references users on delete cascade
);

create procedure refill_login_phones() language plpgsql as $$
begin
  delete from login_phone;
  delete from login_phone_conflict;
  insert into login_phone select login_phone_key(phone_hash), id from users where deleted_at is null and phone_hash is not null;
  insert into login_phone
    select distinct on (n.hash) n.hash, n.id
    from (select id, login_phone_key(user_name_phone_hash) as hash from users where deleted_at is null and user_name_phone_hash is not null) n
    order by n.hash, n.id on conflict do nothing;
  insert into login_phone_conflict
    select u.id, p.hash from users u join login_phone p on p.hash = login_phone_key(u.user_name_phone_hash)
    where u.deleted_at is null and p.user_id <> u.id;
end $$;

create function refuse_login_phone(is_user_name boolean) returns void language plpgsql as $$
begin
  if is_user_name then
    raise exception 'this user name is the phone of another user' using errcode = '23505', constraint = 'user_name_taken';
  end if;
  raise exception 'this phone is the user name of another user' using errcode = '23505', constraint = 'phone_taken';
end $$;

-- Reserves what the statement has written and frees what it has taken away. Of two transactions that want the same phone the
-- second waits for the first.
create function keep_login_phones() returns trigger language plpgsql as $$
declare freed uuid[]; freed_by text[]; wanted uuid[]; wanted_by text[]; written bigint; refused record;
begin
  if tg_op = 'INSERT' then
    select array_agg(login_phone_key(h.hash)), array_agg(n.id) into wanted, wanted_by
    from fresh n, unnest(array[n.phone_hash, nullif(n.user_name_phone_hash, n.phone_hash)]) h (hash)
    where n.deleted_at is null and h.hash is not null;
  elsif tg_op = 'UPDATE' then
    -- By EXCEPT and not by a join, whose plan may have been made for a single row.
    with former as (
      select s.id, h.hash from stale s, unnest(array[s.phone_hash, s.user_name_phone_hash]) h (hash)
      where s.deleted_at is null and h.hash is not null),
    present as (
      select n.id, h.hash from fresh n, unnest(array[n.phone_hash, n.user_name_phone_hash]) h (hash)
      where n.deleted_at is null and h.hash is not null),
    changed as (
      select g.*, true as is_freed from (select id, hash from former except select id, hash from present) g
      union all select w.*, false from (select id, hash from present except select id, hash from former) w)
    select array_agg(login_phone_key(hash)) filter (where is_freed), array_agg(id) filter (where is_freed),
      array_agg(login_phone_key(hash)) filter (where not is_freed), array_agg(id) filter (where not is_freed)
      into freed, freed_by, wanted, wanted_by from changed;
  else
    select array_agg(login_phone_key(h.hash)), array_agg(s.id) into freed, freed_by
    from stale s, unnest(array[s.phone_hash, s.user_name_phone_hash]) h (hash) where s.deleted_at is null and h.hash is not null;
  end if;
  if freed is not null then
    delete from login_phone_conflict c using unnest(freed, freed_by) f (hash, id) where c.user_id = f.id and c.hash = f.hash;
    delete from login_phone p using unnest(freed, freed_by) f (hash, id) where p.hash = f.hash and p.user_id = f.id;
    -- The user name that was in conflict with a phone now holds it.
    insert into login_phone select distinct on (c.hash) c.hash, c.user_id from login_phone_conflict c where c.hash = any (freed)
      order by c.hash, c.user_id on conflict do nothing;
    delete from login_phone_conflict c using login_phone p where c.hash = any (freed) and p.hash = c.hash and p.user_id = c.user_id;
  end if;
  if wanted is not null then
    insert into login_phone select w.hash, w.id from unnest(wanted, wanted_by) w (hash, id) order by w.hash on conflict do nothing;
    get diagnostics written = row_count;
    if written < cardinality(wanted) then
      select w.hash, w.id into refused from unnest(wanted, wanted_by) w (hash, id)
      where not exists (select from login_phone p where p.hash = w.hash and p.user_id = w.id)
        and not exists (select from login_phone_conflict c where c.hash = w.hash and c.user_id = w.id) limit 1;
      if found then
        perform refuse_login_phone(exists (
          select from fresh n where n.id = refused.id and login_phone_key(n.user_name_phone_hash) = refused.hash));
      end if;
    end if;
  end if;
  return null;
end $$;
create trigger keep_login_phones_insert after insert on users referencing new table as fresh
  for each statement execute function keep_login_phones();
create trigger keep_login_phones_update after update on users referencing old table as stale new table as fresh
  for each statement execute function keep_login_phones();
create trigger keep_login_phones_delete after delete on users referencing old table as stale
  for each statement execute function keep_login_phones();

create function queue_login_phone() returns trigger language plpgsql as $$
begin
  insert into login_phone_queue values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger queue_login_phone_insert after insert on users for each row
  when (new.user_name_phone_hash is null and reads_as_mobile(new.user_name)) execute function queue_login_phone();
create trigger queue_login_phone_update after update of user_name on users for each row
  when (new.user_name <> old.user_name and new.user_name_phone_hash is not distinct from old.user_name_phone_hash
    and (new.user_name_phone_hash is not null or reads_as_mobile(new.user_name))) execute function queue_login_phone();

call refill_login_phones();
insert into login_phone_queue select id from users where reads_as_mobile(user_name);

-- What a pending request holds as a phone is not given as a user name either.
create or replace function users_keep_held() returns trigger language plpgsql as $$
declare label text;
begin
  if not exists (select 1 from examine_hold) then return null; end if;
  select v.label into label from fresh u, lateral (values ('userName', lower(u.user_name), '用户名'), ('phone', u.phone_hash, '手机号'),
      ('phone', u.user_name_phone_hash, '用户名'), ('idCard', u.id_card_hash, '身份证号'),
      ('originUserId', u.origin_user_id, '原系统用户ID'), ('employeeNumber', u.employee_number, '工号')) v (kind, value, label)
    join examine_hold h on h.kind = v.kind and h.value = v.value
    where u.deleted_at is null limit 1;
  if label is not null then perform refuse_held(label); end if;
  return null;
end $$;
create or replace function users_keep_held_row() returns trigger language plpgsql as $$
declare label text;
begin
  select v.label into label
    from (values ('userName', lower(new.user_name), lower(old.user_name), '用户名'), ('phone', new.phone_hash, old.phone_hash, '手机号'),
      ('phone', new.user_name_phone_hash, old.user_name_phone_hash, '用户名'), ('idCard', new.id_card_hash, old.id_card_hash, '身份证号'),
      ('originUserId', new.origin_user_id, old.origin_user_id, '原系统用户ID'),
      ('employeeNumber', new.employee_number, old.employee_number, '工号')) v (kind, value, former, label)
    join examine_hold h on h.kind = v.kind and h.value = v.value
    where v.value is distinct from v.former or old.deleted_at is not null limit 1;
  if label is not null then perform refuse_held(label); end if;
  return null;
end $$;

-- History leaves out the new column, also when a later step watches `users` again.
do $$ begin
  execute replace(pg_get_functiondef('watch_history'::regproc), $before$array['search',$before$, $after$array['user_name_phone_hash', 'search',$after$);
end $$;
