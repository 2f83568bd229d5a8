-- Every object that a recorded act concerned, so that the operation log and the timeline of an object find it (decision 0076).
-- log_id is the record in oper_log, or the task where nobody's call started one; both ascend in time.
create table audit_target (
  log_id      text not null,
  target_type text not null,
  target_id   text not null,
  -- What it was called then; empty where it has no name.
  target_name text,
  primary key (target_id, log_id, target_type)
);
create index audit_target_log on audit_target (log_id);

-- Which column of a watched table names which object; a null column is the row itself.
create function history_columns() returns table (table_name text, column_name text, target_type text) language sql immutable as $$
  values ('users', null, 'user'), ('org', null, 'org'), ('role', null, 'role'), ('app', null, 'app'), ('menu', null, 'menu'),
    ('job', 'user_id', 'user'), ('job', 'org_id', 'org'), ('login_binding', 'user_id', 'user'),
    ('user_role', 'user_id', 'user'), ('user_role', 'role_id', 'role'), ('role_menu', 'role_id', 'role'),
    ('grade_admin', null, 'gradeAdmin'), ('grade_admin', 'user_id', 'user'), ('grade_admin', 'org_id', 'org'),
    ('grade_admin_menu', 'grade_admin_id', 'gradeAdmin'),
    ('duty_holder', 'user_id', 'user'), ('separation', null, 'separation'), ('separation_vote', 'user_id', 'user'),
    ('user_label', null, 'userLabel'), ('user_label_member', 'label_id', 'userLabel'), ('user_label_member', 'user_id', 'user'),
    ('stripe', null, 'stripe'), ('stripe_org', 'stripe_id', 'stripe'), ('stripe_org', 'org_id', 'org'),
    ('work_group', null, 'workGroup'), ('work_group_member', 'group_id', 'workGroup'), ('work_group_member', 'user_id', 'user'),
    ('org_range', null, 'orgRange'), ('org_range_root', 'range_id', 'orgRange'), ('org_range_root', 'org_id', 'org'),
    ('app_group', null, 'appGroup'), ('app_role', null, 'appRole'), ('app_role', 'app_id', 'app'),
    ('app_resource', null, 'appResource'), ('app_resource', 'app_id', 'app'), ('app_role_resource', 'role_id', 'appRole'),
    ('app_account', 'user_id', 'user'), ('app_account', 'app_id', 'app'),
    ('app_grant', 'app_id', 'app'), ('app_grant', 'role_id', 'appRole'), ('app_grant', 'group_id', 'authGroup'),
    ('auth_group', null, 'authGroup'), ('api_client', null, 'apiClient'), ('api_client_call', 'client_id', 'apiClient'),
    ('scim_client', null, 'apiClient'), ('api_item', null, 'apiItem'), ('config', null, 'config'), ('notice', null, 'notice'),
    ('dict_type', null, 'dict'), ('dict_item', null, 'dict'), ('workflow', null, 'workflow'), ('sync_config', null, 'sync'),
    ('examine_deputy', 'user_id', 'user'), ('examine_deputy', 'deputy_id', 'user')
$$;

-- What an object is called today, for those that have a name of their own.
create function target_name_of(type text, id text) returns text language sql stable as $$
  select case type
    when 'user' then (select u.real_name from users u where u.id = $2)
    when 'org' then (select o.name from org o where o.id = $2)
    when 'role' then (select r.name from role r where r.id = $2)
    when 'app' then (select a.name from app a where a.id = $2)
    when 'menu' then (select m.name from menu m where m.id = $2)
    when 'userLabel' then (select l.name from user_label l where l.id = $2)
    when 'stripe' then (select s.name from stripe s where s.id = $2)
    when 'workGroup' then (select w.name from work_group w where w.id = $2)
    when 'orgRange' then (select r.name from org_range r where r.id = $2)
    when 'appRole' then (select r.name from app_role r where r.id = $2)
    when 'authGroup' then (select g.name from auth_group g where g.id = $2)
    when 'apiClient' then (select c.name from api_client c where c.id = $2)
    when 'sync' then (select s.name from sync_config s where s.id = $2)
    when 'workflow' then (select w.name from workflow w where w.id = $2)
    when 'gradeAdmin' then (select u.real_name from grade_admin g join users u on u.id = g.user_id where g.id = $2)
    else (select s.name from standing s where s.id = $2 and s.kind = $1) end
$$;

-- All objects that the history rows of one request or task concern, each once.
create function targets_of_history(trace text) returns table (target_type text, target_id text, target_name text) language sql stable as $$
  with entries as materialized (
    select h.table_name, h.record_id, v.entry from data_history h cross join lateral (values (h.after), (h.before)) v (entry)
    where h.trace_id = $1 and v.entry is not null),
  concerned (target_type, target_id, target_name) as (
    select c.target_type, case when c.column_name is null then e.record_id else e.entry ->> c.column_name end,
      case when c.column_name is null then coalesce(e.entry ->> 'real_name', e.entry ->> 'name', e.entry ->> 'config_name', e.entry ->> 'title') end
    from entries e join history_columns() c on c.table_name = e.table_name
    union all
    select e.entry ->> 'kind', e.record_id, e.entry ->> 'name' from entries e where e.table_name = 'standing'
    union all
    select case e.entry ->> 'subject_type' when 'label' then 'userLabel' else e.entry ->> 'subject_type' end, e.entry ->> 'subject_id', null
    from entries e where e.table_name = 'app_grant'
    union all
    select v.type, v.id, null from entries e join grade_admin g on g.id = e.entry ->> 'grade_admin_id'
      cross join lateral (values ('user', g.user_id), ('org', g.org_id)) v (type, id) where e.table_name = 'grade_admin_menu')
  select c.target_type, c.target_id, max(c.target_name) from concerned c where c.target_id is not null group by 1, 2
$$;

create function name_targets(log text, trace text, named jsonb) returns void language sql as $$
  insert into audit_target (log_id, target_type, target_id, target_name)
  select $1, t.target_type, t.target_id, coalesce(max(t.target_name), target_name_of(t.target_type, t.target_id))
  from (select h.target_type, h.target_id, h.target_name from targets_of_history($2) h
    union all select n.type, n.id, null from jsonb_to_recordset($3) n (type text, id text) where n.id <> '') t
  group by t.target_type, t.target_id
  on conflict do nothing
$$;

-- As before (0015), and its targets are named; before the chain is locked, since only the record itself needs its place.
create or replace function write_audit(e jsonb) returns void language plpgsql as $$
declare r oper_log; last record; chosen smallint := (e ->> 'lane')::smallint;
begin
  perform name_targets(e ->> 'id', e ->> 'trace_id', coalesce(e -> 'targets', '[]'));
  perform pg_advisory_xact_lock(7310, chosen);
  select seq, digest into last from oper_log where lane = chosen order by seq desc limit 1;
  r := jsonb_populate_record(null::oper_log, e);
  r.lane := chosen;
  r.seq := coalesce(last.seq, 0) + 1;
  r.create_time := clock_timestamp();
  r.prev_digest := coalesce(last.digest, '');
  r.digest := encode(sha256(convert_to(oper_log_text(r), 'UTF8')), 'hex');
  insert into oper_log select r.*;
  insert into oper_log_value select v.kind, v.value from (values ('ip', r.ip), ('userId', r.user_id), ('userName', r.user_name)) v (kind, value)
    where v.value is not null on conflict do nothing;
end $$;

-- A task names its targets when it ends: at the record of the call that started it, else under its own number.
create or replace function count_task_operation() returns trigger language plpgsql as $$
begin
  insert into operation (id, call, user_id, begin_time, end_time, changed)
  select new.id, new.kind, new.owner_id, min(h.create_time), max(h.create_time), count(*)
  from data_history h where h.trace_id = new.id having count(*) > 0
  on conflict (id) do nothing;
  perform name_targets(coalesce((select o.id from oper_log o where o.target = new.id order by o.create_time desc limit 1), new.id),
    new.id, '[]');
  return null;
end $$;

-- As before (0059), and the targets of the records go with them.
create or replace function cut_oper_log(chain smallint, last_seq bigint) returns bigint language plpgsql security definer set search_path from current as $$
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
  delete from audit_target t using oper_log o where o.lane = chain and o.seq <= last_seq and t.log_id = o.id;
  delete from oper_log where lane = chain and seq <= last_seq;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- What was recorded before is found, too.
insert into audit_target (log_id, target_type, target_id, target_name)
select distinct on (t.target_id, o.id, t.target_type) o.id, t.target_type, t.target_id, coalesce(t.target_name, target_name_of(t.target_type, t.target_id))
from oper_log o cross join lateral (
  select * from targets_of_history(o.trace_id) union all select * from targets_of_history(o.target) where o.target is not null) t
where o.code in ('success', '0')
order by t.target_id, o.id, t.target_type;

-- When everything was last saved to a file, and whether that went well.
create table backup_run (
  id         text primary key,
  begin_time timestamptz not null default now(),
  end_time   timestamptz not null default now(),
  result     smallint not null check (result in (0, 1)),
  message    text not null default ''
);
create index backup_run_time on backup_run (begin_time desc);

-- What the welcome page asks of a million users and of every lock.
create index users_without_password on users (id) where password_hash is null and status = 1 and deleted_at is null;
create index login_failure_locked on login_failure (locked_until) where locked_until is not null;
