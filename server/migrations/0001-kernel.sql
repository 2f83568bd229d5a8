-- What the kernel stands on: keys, configuration, sessions, files, tasks, audit, history.
-- SQL keeps to what PostgreSQL 15 understands. Times are timestamptz; the connection speaks Asia/Shanghai.
create extension if not exists pg_trgm;

-- Keys by purpose, wrapped by the master key (D-21, T8: one purpose, one key).
create table key_store (
  purpose     text not null,
  version     int not null,
  wrapped     text not null,
  public_part text,
  create_time timestamptz not null default now(),
  primary key (purpose, version)
);

create table config (
  id           text primary key,
  group_name   text not null,
  application  text not null default 'iam',
  config_key   text not null constraint config_key_taken unique,
  config_name  text not null,
  config_value text not null,
  value_type   text not null check (value_type in ('text', 'number', 'boolean', 'list', 'password')),
  remark       text,
  built_in     smallint not null default 1,
  sort_num     int not null default 1,
  version      int not null default 1,
  create_time  timestamptz not null default now(),
  update_time  timestamptz not null default now()
);
-- One row; every node compares it once a second and reads the table again when it has moved.
create table watched_version (name text primary key, version bigint not null);
insert into watched_version values ('config', 1), ('rights', 1);

create table session (
  id          text primary key,
  token_hash  text not null unique,
  link_hash   text not null unique,
  user_id     text not null,
  login_type  text not null,
  ip          text not null,
  agent       text not null,
  create_time timestamptz not null default now(),
  last_seen   timestamptz not null default now(),
  expires_at  timestamptz not null,
  ended_by    text check (ended_by in ('logout', 'forced'))
);
create index session_of_user on session (user_id) where ended_by is null;
create index session_seen on session (last_seen) where ended_by is null;

create unlogged table captcha (
  id          text primary key,
  answer      text not null,
  expires_at  timestamptz not null
);

-- Counters of D-20, the same for every node.
create unlogged table limit_count (
  kind       text not null,
  key        text not null,
  count      int not null,
  window_end timestamptz not null,
  primary key (kind, key)
);

-- One counter per name, whatever way the guess came (T9). name_key is the user's id or the folded name.
create table login_failure (
  name_key     text primary key,
  id           text not null unique,
  login_name   text not null,
  user_id      text,
  fail_count   int not null,
  first_time   timestamptz not null,
  last_time    timestamptz not null,
  last_ip      text not null,
  locked_until timestamptz
);
create index login_failure_user on login_failure (user_id);

create table login_log (
  id         text primary key,
  user_id    text,
  user_name  text not null,
  real_name  text,
  login_type text not null,
  result     smallint not null,
  message    text not null,
  ip         text not null,
  browser    text not null,
  os         text not null,
  login_time timestamptz not null default now()
);
create index login_log_time on login_log (login_time desc, id desc);
create index login_log_user on login_log (user_id, login_time desc);

-- "Remember me" (D-68): only hashes; a token used twice ends its family.
create table remembered_device (
  token_hash text primary key,
  family     text not null,
  user_id    text not null,
  used       boolean not null default false,
  expires_at timestamptz not null
);
create index remembered_device_family on remembered_device (family);

create table file (
  id           text primary key,
  file_name    text not null,
  file_size    bigint not null,
  content_type text not null,
  sha256       text not null,
  public       boolean not null default false,
  temporary    boolean not null default false,
  purpose      text not null check (purpose in ('upload', 'picture', 'taskResult', 'taskInput')),
  owner_id     text not null,
  create_time  timestamptz not null default now()
);
create index file_temporary on file (create_time) where temporary;
create table file_chunk (
  file_id text not null references file on delete cascade,
  n       int not null,
  bytes   bytea not null,
  primary key (file_id, n)
);
alter table file_chunk alter column bytes set storage external;

create table async_task (
  id               text primary key,
  kind             text not null,
  owner_id         text not null,
  payload          jsonb not null,
  -- How far a resumable kind has come; written in the same transaction as the batch it tells of.
  cursor           jsonb,
  stage            text not null default '',
  status           text not null default 'WAIT' check (status in ('WAIT', 'RUNNING', 'FINISH', 'CANCEL', 'ERROR')),
  progress         int not null default 0,
  total            int not null default 0,
  message          text not null default '',
  file_id          text,
  lease_until      timestamptz,
  -- Each claim is an attempt of its own, and what the task writes names its attempt: a node that was only slow cannot
  -- go on with a task that another has taken over.
  attempt          int not null default 0,
  -- Claims since the last batch that was committed: what takes its node down each time is given up (D-50).
  tries            smallint not null default 0,
  create_time      timestamptz not null default now(),
  finish_time      timestamptz
);
create index async_task_open on async_task (lease_until) where status in ('WAIT', 'RUNNING');
create index async_task_age on async_task (create_time);

-- The audit (D-60, D-73). Eight lanes, each a chain of its own, so that eight changes may commit at once.
create table oper_log (
  lane         smallint not null,
  seq          bigint not null,
  id           text not null unique,
  create_time  timestamptz not null,
  user_id      text,
  user_name    text,
  session_id   text,
  ip           text not null,
  trace_id     text not null,
  module       text not null,
  operate_type text not null,
  method       text not null,
  path         text not null,
  params       text not null,
  code         text not null,
  message      text not null,
  cost         int not null,
  target       text,
  prev_digest  text not null,
  digest       text not null,
  primary key (lane, seq)
);
create index oper_log_time on oper_log (create_time desc, id desc);
create index oper_log_user on oper_log (user_id, create_time desc);
create index oper_log_trace on oper_log (trace_id);

-- The canonical text that is hashed. The verifier rebuilds it from the row, so no column can be changed unseen.
create function oper_log_text(r oper_log) returns text language sql stable as $$
  select jsonb_build_array(r.lane, r.seq, r.id,
    to_char(r.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    r.user_id, r.user_name, r.session_id, r.ip, r.trace_id, r.module, r.operate_type, r.method, r.path,
    r.params, r.code, r.message, r.cost, r.target, r.prev_digest)::text
$$;

create function write_audit(e jsonb) returns void language plpgsql as $$
declare r oper_log; last record; chosen smallint := (e ->> 'lane')::smallint;
begin
  -- Held until commit, and taken last in every transaction: no two holders can wait for each other.
  perform pg_advisory_xact_lock(7310, chosen);
  select seq, digest into last from oper_log where lane = chosen order by seq desc limit 1;
  r := jsonb_populate_record(null::oper_log, e);
  r.lane := chosen;
  r.seq := coalesce(last.seq, 0) + 1;
  r.create_time := clock_timestamp();
  r.prev_digest := coalesce(last.digest, '');
  r.digest := encode(sha256(convert_to(oper_log_text(r), 'UTF8')), 'hex');
  insert into oper_log select r.*;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'audit records are never changed' using errcode = '42501'; end $$;
create trigger oper_log_kept before update or delete or truncate on oper_log
  for each statement execute function refuse_change();

-- History (D-72): one statement trigger per table and verb; secret columns never reach it.
create table data_history (
  id           bigint generated always as identity primary key,
  table_name   text not null,
  record_id    text not null,
  operate_type text not null check (operate_type in ('insert', 'update', 'delete')),
  before       jsonb,
  after        jsonb,
  user_id      text,
  session_id   text,
  trace_id     text,
  bulk_id      text,
  create_time  timestamptz not null default now()
);
create index data_history_record on data_history (table_name, record_id, id desc);
create index data_history_trace on data_history (trace_id);

create function history_setting(name text) returns text language sql stable as $$
  select nullif(current_setting('hufu.' || name, true), '')
$$;

-- Makes the triggers of a table, anew whenever its columns have changed. They are written for its columns, so that
-- what is secret, derived or moved by every sign-in is left out before anything is made of it: that halves their cost.
create procedure watch_history(watched regclass) language plpgsql as $make$
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

create function bump_watched_version() returns trigger language plpgsql as $$
begin
  update watched_version set version = version + 1 where name = tg_argv[0];
  return null;
end $$;

call watch_history('config');

create table notice (
  id          text primary key,
  title       text not null,
  file_id     text not null constraint file_missing references file,
  sort_num    int not null default 1,
  status      smallint not null default 1,
  create_by   text not null,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
call watch_history('notice');
