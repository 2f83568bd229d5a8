-- How long records are kept, and what was removed (D-54).
create table data_clean (
  object_type text primary key,
  keep_days   int not null,
  status      smallint not null default 1 check (status in (0, 1)),
  last_time   timestamptz,
  last_count  bigint,
  version     int not null default 1,
  check (keep_days between case when object_type = 'tempFile' then 1 else 7 end and 3650)
);
insert into data_clean (object_type, keep_days) values ('loginLog', 180), ('operLog', 180), ('sms', 180), ('syncLog', 90), ('dataHistory', 365),
  ('asyncTask', 7), ('tempFile', 1), ('deletedUser', 365), ('deletedOrg', 365);

-- `result` is 0 until all that was older is gone.
create table data_clean_log (
  id          text primary key,
  object_type text not null,
  count       bigint not null default 0,
  before_time timestamptz not null,
  user_id     text,
  result      smallint not null default 0 check (result in (0, 1)),
  create_time timestamptz not null default now()
);
create index data_clean_log_time on data_clean_log (create_time desc, id desc);

create index if not exists data_history_time on data_history (create_time);

-- Records of the operation log leave by cut_oper_log alone; everything else that would change one is refused.
create function refuse_record_change() returns trigger language plpgsql as $$
declare stack text;
begin
  if tg_op = 'DELETE' then
    get diagnostics stack = pg_context;
    -- Its own statement, called by itself: the text of another statement cannot look like this.
    if stack ~ (E'^PL/pgSQL function [a-z_.]*refuse_record_change\\(\\) line \\d+ at GET DIAGNOSTICS\n'
      || E'SQL statement "delete from oper_log where lane = chain and seq <= last_seq"\n'
      || E'PL/pgSQL function [a-z_.]*cut_oper_log\\(smallint,bigint\\) line \\d+ at SQL statement') then return null; end if;
  end if;
  raise exception 'audit records are never changed' using errcode = '42501';
end $$;
drop trigger oper_log_kept on oper_log;
create trigger oper_log_kept before update or delete or truncate on oper_log
  for each statement execute function refuse_record_change();

-- Cuts the beginning of a chain: up to a record that a checkpoint has signed a week ago at least, that a checkpoint of the cleaning
-- names as what the rest hangs on, and behind which there are others.
create function cut_oper_log(chain smallint, last_seq bigint) returns bigint language plpgsql security definer set search_path from current as $$
declare held text; gone bigint;
begin
  perform pg_advisory_xact_lock(7320, chain);
  select digest into held from oper_log where lane = chain and seq = last_seq;
  if held is null
    or not exists (select from audit_checkpoint c where c.lane = chain and c.seq = last_seq and c.digest = held and c.kind = 'cleaned')
    or not exists (select from audit_checkpoint c where c.lane = chain and c.seq = last_seq and c.digest = held and c.kind <> 'cleaned'
      and c.create_time < now() - interval '7 days')
    or not exists (select from oper_log o where o.lane = chain and o.seq > last_seq)
  then raise exception 'no checkpoint allows this cut' using errcode = '42501'; end if;
  delete from oper_log where lane = chain and seq <= last_seq;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Removes deleted users for good with what hangs on them; their masks leave the history with them.
create function purge_users(before timestamptz, many int) returns bigint language plpgsql as $$
declare gone text[] := array(select id from users where deleted_at < before order by deleted_at, id limit many for update skip locked);
begin
  delete from password_history where user_id = any (gone);
  delete from app_account where user_id = any (gone);
  delete from users where id = any (gone);
  delete from data_history where table_name = 'users' and record_id = any (gone);
  return cardinality(gone);
end $$;

-- A deleted organisation that something still refers to stays, and those above it.
create function purgeable_orgs(before timestamptz) returns setof text language sql stable as $$
  with recursive old as (select id, parent_id from org where deleted_at < before),
  kept as (
    select o.id, o.parent_id from org o join old p on p.id = o.parent_id where coalesce(o.deleted_at >= before, true)
    union
    select o.id, o.parent_id from old o where exists (select from job j where j.org_id = o.id)
      or exists (select from grade_admin g where g.org_id = o.id) or exists (select from stripe_org s where s.org_id = o.id)
      or exists (select from work_group w where w.org_id = o.id) or exists (select from org_range_root r where r.org_id = o.id)
    union
    select p.id, p.parent_id from kept k join old p on p.id = k.parent_id)
  select id from old where id not in (select id from kept)
$$;
create function purge_orgs(before timestamptz, many int) returns bigint language plpgsql as $$
declare gone text[] := array(
  select p.id from purgeable_orgs(before) p (id)
  order by (select count(*) from org_ancestor a where a.org_id = p.id) desc, p.id limit many);
begin
  delete from org where id = any (gone);
  delete from org_ancestor where org_id = any (gone);
  delete from org_tally where org_id = any (gone);
  delete from data_history where table_name = 'org' and record_id = any (gone);
  return cardinality(gone);
end $$;
