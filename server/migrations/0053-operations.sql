-- Every changing call is an operation: who did it, by which call, and how many rows it wrote. History rows are told by trace_id
-- whose they are: the request of a call, or the number of a task.
create table operation (
  id         text primary key,
  -- The call, as the audit names it (module.operation), or the kind of the task.
  call       text not null,
  user_id    text,
  session_id text,
  begin_time timestamptz not null,
  end_time   timestamptz not null,
  changed    int not null,
  -- The operation this one takes back, and the one that took this one back.
  undo_of    text,
  undone_by  text
);
create index operation_undo_of on operation (undo_of) where undo_of is not null;

-- A row is written when it is written, not when its transaction began.
alter table data_history alter column create_time set default clock_timestamp();
alter table data_history add column tx xid8;
alter table data_history alter column tx set default pg_current_xact_id();
create index data_history_table on data_history (table_name, id desc);
create index data_history_user on data_history (user_id, id desc) where user_id is not null;
create index data_history_time on data_history (create_time);

-- What history leaves out, as it was: ciphertext and hashes only. No call reads it, and it goes after 30 days.
create table history_kept (
  history_id bigint primary key references data_history on delete cascade,
  kept       jsonb not null,
  until      timestamptz not null default now() + interval '30 days'
);
create index history_kept_until on history_kept (until);

-- One row for each operation, written by its first history row. Rows of a task are counted when it ends, since its batches run at once.
create function count_operation(written bigint) returns void language plpgsql as $$
declare trace text := history_setting('trace_id');
begin
  if written = 0 or trace is null or history_setting('bulk_id') is not null then return; end if;
  insert into operation as o (id, call, user_id, session_id, begin_time, end_time, changed)
  values (trace, coalesce(history_setting('call'), ''), history_setting('user_id'), history_setting('session_id'),
    clock_timestamp(), clock_timestamp(), written)
  on conflict (id) do update set changed = o.changed + excluded.changed, end_time = excluded.end_time;
end $$;

create function count_task_operation() returns trigger language plpgsql as $$
begin
  insert into operation (id, call, user_id, begin_time, end_time, changed)
  select new.id, new.kind, new.owner_id, min(h.create_time), max(h.create_time), count(*)
  from data_history h where h.trace_id = new.id having count(*) > 0
  on conflict (id) do nothing;
  return null;
end $$;
create trigger operation_of_task after update of status on async_task for each row
  when (new.status in ('FINISH', 'ERROR', 'CANCEL') and new.status <> old.status) execute function count_task_operation();

-- `key` names a row of the table; most have an id. Its time is never before that of the row before it, also when the clock is set back.
drop procedure watch_history(regclass);
create procedure watch_history(watched regclass, key text default 't.id') language plpgsql as $make$
declare
  sealed text[] := array['password_hash', 'phone_cipher', 'phone_hash', 'phone_tail', 'id_card_cipher', 'id_card_hash'];
  untold text[] := sealed || array['search', 'grams', 'pinyin', 'initials', 'last_login_time'];
  told text := (
    select string_agg(case attname
        -- The value of a password item is a secret, though its column is not: history tells that it changed, not to what.
        when 'config_value' then $$case when value_type <> 'password' then config_value end as config_value$$
        else quote_ident(attname) end, ', ' order by attnum)
    from pg_attribute where attrelid = watched and attnum > 0 and not attisdropped and attname <> all (untold));
  -- Sealed columns of a row as it was (s), where it (f) is no longer so.
  columns text[] := array(
    select case attname
      when 'config_value' then $$case when %1$s.value_type = 'password' then nullif(%1$s.config_value, '') end$$
      else '%1$s.' || quote_ident(attname) end
    from pg_attribute where attrelid = watched and attnum > 0 and not attisdropped and attname = any (sealed || array['config_value'])
    order by attnum);
  names text[] := array(
    select attname from pg_attribute where attrelid = watched and attnum > 0 and not attisdropped
      and attname = any (sealed || array['config_value']) order by attnum);
  changed text := (select string_agg(format('%s is distinct from %s', format(c, 's'), format(c, 'f')), ' or ') from unnest(columns) c);
  parts text := (select string_agg(format('%L, case when %s is distinct from %s then %2$s end', n, format(c, 's'), format(c, 'f')), ', ')
    from unnest(columns, names) u (c, n));
  whole text := (select string_agg(format('%L, %s', n, format(c, 's')), ', ') from unnest(columns, names) u (c, n));
  keep_update text := format($$, kept as (
        insert into history_kept (history_id, kept)
        select w.id, jsonb_strip_nulls(jsonb_build_object(%s)) from written w join stale s on s.id = w.record_id join fresh f on f.id = s.id
        where %s)$$, parts, changed);
  keep_delete text := format($$, kept as (
        insert into history_kept (history_id, kept)
        select w.id, jsonb_strip_nulls(jsonb_build_object(%s)) from written w join stale s on s.id = w.record_id)$$, whole);
  at text := $$greatest(clock_timestamp(), (select h.create_time from data_history h
            where h.table_name = tg_table_name and h.record_id = %s.record order by h.id desc limit 1))$$;
begin
  execute format($body$
    create or replace function %1$I() returns trigger language plpgsql set enable_nestloop = off as $$
    declare who text := history_setting('user_id'); seat text := history_setting('session_id');
            trace text := history_setting('trace_id'); bulk text := history_setting('bulk_id'); moved bigint;
    begin
      if tg_op = 'INSERT' then
        with written as (
          insert into data_history (table_name, record_id, operate_type, after, user_id, session_id, trace_id, bulk_id, create_time)
          select tg_table_name, n.record, 'insert', n.entry, who, seat, trace, bulk, %4$s
          from (select (%3$s)::text as record, to_jsonb(t) as entry from (select %2$s from fresh) t) n returning 1)
        select count(*) into moved from written;
      elsif tg_op = 'UPDATE' then
        with written as (
          insert into data_history (table_name, record_id, operate_type, before, after, user_id, session_id, trace_id, bulk_id, create_time)
          select tg_table_name, n.record, 'update', o.entry, n.entry, who, seat, trace, bulk, %4$s
          from (select (%3$s)::text as record, to_jsonb(t) as entry from (select %2$s from fresh) t) n
          join (select (%3$s)::text as record, to_jsonb(t) as entry from (select %2$s from stale) t) o on o.record = n.record
          where o.entry is distinct from n.entry returning id, record_id)%6$s
        select count(*) into moved from written;
      else
        with written as (
          insert into data_history (table_name, record_id, operate_type, before, user_id, session_id, trace_id, bulk_id, create_time)
          select tg_table_name, o.record, 'delete', o.entry, who, seat, trace, bulk, %5$s
          from (select (%3$s)::text as record, to_jsonb(t) as entry from (select %2$s from stale) t) o returning id, record_id)%7$s
        select count(*) into moved from written;
      end if;
      perform count_operation(moved);
      return null;
    end $$ $body$,
    'history_of_' || watched::text, told, key, format(at, 'n'), format(at, 'o'),
    case when whole is null then '' else keep_update end, case when whole is null then '' else keep_delete end);
  execute format('create or replace trigger history_insert after insert on %s referencing new table as fresh
    for each statement execute function %I()', watched, 'history_of_' || watched::text);
  execute format('create or replace trigger history_update after update on %s referencing old table as stale new table as fresh
    for each statement execute function %I()', watched, 'history_of_' || watched::text);
  execute format('create or replace trigger history_delete after delete on %s referencing old table as stale
    for each statement execute function %I()', watched, 'history_of_' || watched::text);
end $make$;
do $again$
declare watched regclass; watched_all regclass[] := array(select tgrelid::regclass from pg_trigger where tgname = 'history_insert');
begin
  foreach watched in array watched_all loop
    call watch_history(watched);
  end loop;
end $again$;
call watch_history('user_label_member', $$t.label_id || ':' || t.user_id$$);
call watch_history('org_range_root', $$t.range_id || ':' || t.org_id$$);
call watch_history('separation_vote', 't.user_id');
