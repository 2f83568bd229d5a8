-- Steps 0001 to 0017 and 0026 were changed after they had been carried out somewhere. This brings whatever they left behind
-- to what they say today. It holds on every state, so databases made before steps were sealed carry it out before any
-- other step that waits, too.

-- Steps that were taken back, and one that was given another number.
delete from schema_step where name in ('0006-task-attempt', '0007-history-config-secret');
update schema_step set name = '0011-rule-index' where name = '0010-rule-index' and not exists (select from schema_step where name = '0011-rule-index');

-- 0001: history once was one function for all tables.
create or replace procedure watch_history(watched regclass) language plpgsql as $make$
declare
  untold text[] := array['password_hash', 'phone_cipher', 'phone_hash', 'phone_tail', 'id_card_cipher', 'id_card_hash',
                         'search', 'grams', 'pinyin', 'initials', 'last_login_time'];
  told text := (
    select string_agg(case attname
        -- The value of a password item is a secret, though its column is not: history tells that it changed, not to what.
        when 'config_value' then $$case when value_type <> 'password' then config_value end as config_value$$
        else quote_ident(attname) end, ', ' order by attnum)
    from pg_attribute where attrelid = watched and attnum > 0 and not attisdropped and attname <> all (untold));
begin
  execute format($body$
    create or replace function %1$I() returns trigger language plpgsql as $$
    declare who text := history_setting('user_id'); seat text := history_setting('session_id');
            trace text := history_setting('trace_id'); bulk text := history_setting('bulk_id');
    begin
      if tg_op = 'INSERT' then
        insert into data_history (table_name, record_id, operate_type, after, user_id, session_id, trace_id, bulk_id)
        select tg_table_name, n.id, 'insert', to_jsonb(n), who, seat, trace, bulk from (select %2$s from fresh) n;
      elsif tg_op = 'UPDATE' then
        insert into data_history (table_name, record_id, operate_type, before, after, user_id, session_id, trace_id, bulk_id)
        select tg_table_name, n.id, 'update', o.entry, n.entry, who, seat, trace, bulk
        from (select t.id, to_jsonb(t) as entry from (select %2$s from fresh) t) n
        join (select t.id, to_jsonb(t) as entry from (select %2$s from stale) t) o on o.id = n.id
        where o.entry is distinct from n.entry;
      else
        insert into data_history (table_name, record_id, operate_type, before, user_id, session_id, trace_id, bulk_id)
        select tg_table_name, o.id, 'delete', to_jsonb(o), who, seat, trace, bulk from (select %2$s from stale) o;
      end if;
      return null;
    end $$ $body$, 'history_of_' || watched::text, told);
  execute format('create or replace trigger history_insert after insert on %s referencing new table as fresh
    for each statement execute function %I()', watched, 'history_of_' || watched::text);
  execute format('create or replace trigger history_update after update on %s referencing old table as stale new table as fresh
    for each statement execute function %I()', watched, 'history_of_' || watched::text);
  execute format('create or replace trigger history_delete after delete on %s referencing old table as stale
    for each statement execute function %I()', watched, 'history_of_' || watched::text);
end $make$;
do $older$
declare watched regclass; watched_all regclass[] := array(
  select t.tgrelid::regclass from pg_trigger t where t.tgname = 'history_insert' and t.tgfoid = to_regproc('keep_history'));
begin
  foreach watched in array watched_all loop
    call watch_history(watched);
  end loop;
  drop function if exists keep_history();
  drop function if exists without_secrets(jsonb);
end $older$;

alter table async_task add column if not exists attempt int not null default 0;
alter table async_task add column if not exists tries smallint not null default 0;
create unlogged table if not exists limit_count (
  kind       text not null,
  key        text not null,
  count      int not null,
  window_end timestamptz not null,
  primary key (kind, key)
);

-- 0003: indexes that hold more, or less.
do $older$
declare wanted record;
begin
  for wanted in select * from (values
    ('phone_taken', 'create unique index phone_taken on users (phone_hash) where deleted_at is null and phone_hash is not null', 'phone_hash IS NOT NULL'),
    ('id_card_taken', 'create unique index id_card_taken on users (id_card_hash) where deleted_at is null and id_card_hash is not null', 'id_card_hash IS NOT NULL'),
    ('origin_user_id_taken', 'create unique index origin_user_id_taken on users (origin_user_id) where deleted_at is null and origin_user_id is not null', 'origin_user_id IS NOT NULL'),
    ('employee_number_taken', 'create unique index employee_number_taken on users (employee_number) where deleted_at is null and employee_number is not null', 'employee_number IS NOT NULL'),
    ('job_of_org', 'create index job_of_org on job (org_id, sort_num, id) include (user_id)', 'INCLUDE'),
    ('job_order', 'create index job_order on job (sort_num, id) include (org_id, user_id)', 'INCLUDE'),
    ('job_main_order', 'create index job_main_order on job (sort_num, id) include (org_id, user_id) where job_type = 1', 'INCLUDE')
  ) as w (name, statement, part) loop
    if position(wanted.part in pg_get_indexdef(to_regclass(wanted.name))) = 0 then
      execute format('drop index %I', wanted.name);
      execute wanted.statement;
    end if;
  end loop;
  if position('INCLUDE' in (select pg_get_constraintdef(oid) from pg_constraint where conname = 'job_org_once')) = 0 then
    alter table job drop constraint job_org_once, add constraint job_org_once unique (user_id, org_id) include (sort_num, id);
  end if;
end $older$;

-- 0004: what stands below which menu.
do $older$
begin
  if not exists (select from pg_constraint where conname = 'menu_node') then
    alter table menu
      add column parent_menu text generated always as (nullif(parent_id, '0')) stored,
      add column parent_type text generated always as (case when parent_id <> '0' then 'menu' end) stored,
      add constraint menu_node unique (id, type),
      add constraint menu_parent_wrong foreign key (parent_menu, parent_type) references menu (id, type);
    call watch_history('menu');
  end if;
end $older$;

-- 0005: plans of imports live for hours; those of the older shape go. A sheet under way is refused and sent again.
do $older$
begin
  if to_regclass('import_plan') is not null and (
    not exists (select from pg_attribute where attrelid = 'import_plan'::regclass and attname = 'staged_at')
    or to_regclass('import_row_refused') is null)
  then
    drop table import_row, import_plan;
    -- A rehearsed import: what each row of the sheet would do, kept until it is carried out or forgotten.
    create table import_plan (
      id          text primary key,
      kind        text not null check (kind in ('insertUser', 'updateUser', 'insertUserOrg', 'updateUserOrg', 'insertOrg', 'updateOrg')),
      owner_id    text not null,
      file_name   text not null,
      -- The sheet as it was sent, only until its rows are staged.
      file_id     text references file,
      titles      text[] not null default '{}',
      options     jsonb not null default '{}',
      total       int not null default 0,
      -- Rows of a later step need those of the earlier ones: organisations below organisations of the same sheet.
      steps       int not null default 1,
      staged_at   timestamptz,
      -- The one task that carries it out.
      task_id     text,
      done_at     timestamptz,
      create_time timestamptz not null default now()
    );
    create index import_plan_age on import_plan (create_time);
    create index import_plan_task on import_plan (task_id);
    create index import_plan_file on import_plan (file_id) where file_id is not null;

    -- `json` and not `jsonb`: these columns are written once and read whole.
    create table import_row (
      plan_id        text not null references import_plan on delete cascade,
      row_no         int not null,
      step           int not null default 0,
      -- In the order of the plan's titles. Phones, ID numbers and password digests are sealed (D-71).
      cells          json not null,
      -- A row that was carried out keeps what it was: the task's cursor tells how far it came.
      verdict        text not null check (verdict in ('new', 'changed', 'unchanged', 'refused')),
      -- [{column, message}]
      faults         json not null default '[]',
      -- [{column, old, fresh}]
      changes        json not null default '[]',
      -- what the row means once read: ids instead of names, blind indexes instead of numbers
      meaning        json,
      target_id      text,
      target_version int,
      primary key (plan_id, row_no)
    );
    create index import_row_refused on import_row (plan_id, row_no) where verdict = 'refused';
  end if;
end $older$;
-- Password digests that came with an import, sealed, until they are hashed behind it.
create table if not exists pending_password (
  user_id       text primary key references users on delete cascade,
  origin        text not null check (origin in ('md5', 'sm3')),
  sealed        text not null,
  claimed_until timestamptz not null default '-infinity'
);
create index if not exists pending_password_claim on pending_password (claimed_until);

-- 0010: people without a duty wait for nobody.
do $older$
begin
  if to_regclass('separation') is null or to_regproc('duty_weakened') is not null then return; end if;
  drop trigger separation_kept on duty_holder;
  drop trigger separation_kept on users;
  drop function keep_separation();
  -- As text: a function cannot be declared inside a block.
  execute $separation$
create function keep_separation() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7317);
  if (select is_on from separation) and (select count(distinct duty) from able_duty_holder) < 3 then
    raise exception 'one of three is missing' using errcode = '23514', constraint = 'duty_vacant';
  end if;
end $$;
create function duty_given_up() returns trigger language plpgsql as $$
begin
  perform keep_separation();
  return null;
end $$;
create trigger separation_kept after update or delete on duty_holder for each row execute function duty_given_up();
create function duty_weakened() returns trigger language plpgsql as $$
begin
  -- Most people hold no duty: a batch of them waits for nobody.
  if exists (select from duty_holder where user_id = new.id) then
    perform keep_separation();
  end if;
  return null;
end $$;
create trigger separation_kept after update of status, valid_end_time on users for each row
  when (new.status < old.status or new.valid_end_time is distinct from old.valid_end_time) execute function duty_weakened();
  $separation$;
end $older$;

-- 0012: sessions refer to nobody by a constraint.
alter table session drop constraint if exists session_viewing_fkey;

-- 0015: who lies in a scope is sought among the values of the records.
do $older$
begin
  if to_regclass('oper_log_value') is null or to_regclass('oper_log_operate') is not null then return; end if;
  create index oper_log_operate on oper_log (operate_type, create_time desc, id desc);
  alter table oper_log_value drop constraint oper_log_value_kind_check,
    add constraint oper_log_value_kind_check check (kind in ('ip', 'userId', 'userName'));
  insert into oper_log_value select distinct 'userId', user_id from oper_log where user_id is not null on conflict do nothing;
  execute $audit$
create or replace function write_audit(e jsonb) returns void language plpgsql as $$
declare r oper_log; last record; chosen smallint := (e ->> 'lane')::smallint;
begin
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
  $audit$;
end $older$;

-- 0017: made an index again that 0016 had put another in the place of.
do $older$
begin
  if to_regclass('login_log_person') is not null then drop index if exists login_log_user; end if;
end $older$;

-- 0026: how many carry a label.
do $older$
begin
  if to_regclass('label_tally') is not null or not exists (
    select from schema_step where name = '0026-rights-rest') then return; end if;
  create table label_tally (label_id text not null, people bigint not null);
  create index label_tally_label on label_tally (label_id) include (people);
  insert into label_tally select label_id, count(*) from user_label_member group by label_id;
  execute $label$
create or replace function label_tally_insert() returns trigger language plpgsql as $$
begin
  insert into label_tally select label_id, count(*) from fresh group by label_id;
  return null;
end $$;
create trigger label_tally_insert after insert on user_label_member referencing new table as fresh
  for each statement execute function label_tally_insert();
create or replace function label_tally_delete() returns trigger language plpgsql as $$
begin
  insert into label_tally select label_id, -count(*) from stale group by label_id;
  return null;
end $$;
create trigger label_tally_delete after delete on user_label_member referencing old table as stale
  for each statement execute function label_tally_delete();

  $label$;
end $older$;
