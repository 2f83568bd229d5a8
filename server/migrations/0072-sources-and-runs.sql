-- Sources that hand something over themselves: the address that takes it, and what came.
alter table sync_config
  add column inbox_key text not null default replace(gen_random_uuid()::text, '-', '') constraint sync_inbox_key unique;
call watch_history('sync_config');
alter table sync_run drop constraint sync_run_trigger_check,
  add constraint sync_run_trigger_check check (trigger in ('clock', 'hand', 'job', 'event'));

-- Files that a task reads are in use.
create or replace view file_use as
  select avatar as file_id, 'avatar' as kind, id as holder_id, real_name || '（' || user_name || '）' as holder_name, true as keeps
    from users where avatar is not null
  union all
  select logo, 'app', id, name, true from app where logo is not null
  union all
  select file_id, 'notice', id, title, true from notice
  union all
  select file_id, 'import', owner_id, file_name, true from import_plan where file_id is not null
  union all
  select file_id, 'task', owner_id, kind, false from async_task where file_id is not null
  union all
  select config_value, 'config', config_key, config_name, true from config
    where config_key in ('systemLogo', 'caDriverFileId', 'faceDriverFileId') and config_value <> ''
  union all
  select unnest(e.file_ids), 'examine', e.id, e.object_name, true from examine e where e.status = 0 and e.file_ids <> '{}'
  union all
  select f.id, 'sync', c.id, c.name, true from sync_config c
    cross join lateral (values (c.options ->> 'userFile'), (c.options ->> 'orgFile')) f (id)
    where c.type = 'file' and f.id is not null;

-- What an address without an application was last told by its task.
create table sync_told (
  sync_id     text not null references sync_config on delete cascade,
  object_type text not null check (object_type in ('user', 'org')),
  object_id   text not null,
  state       text not null check (state in ('there', 'disabled', 'gone')),
  sent_hash   text not null,
  keys        jsonb not null,
  sent_time   timestamptz not null default now(),
  primary key (sync_id, object_type, object_id)
);

-- An application is told by signed JSON, or as a SCIM server; `keys` then holds its id there and the groups of a user.
alter table push_target add column kind text not null default 'json' check (kind in ('json', 'scim'));

-- Who is in the trash because the source no longer had them comes back from there.
alter table sync_row drop constraint sync_row_act_check,
  add constraint sync_row_act_check check (act in ('disable', 'trash', 'count', 'link', 'restore'));

-- What a vendor has told of: each event once, and the objects that are then read again; '*' is everything.
create table sync_event (
  sync_id     text not null references sync_config on delete cascade,
  event_id    text not null,
  create_time timestamptz not null default now(),
  primary key (sync_id, event_id)
);
create table sync_hint (
  sync_id     text not null references sync_config on delete cascade,
  object_type text not null check (object_type in ('user', 'org')),
  origin_id   text not null,
  create_time timestamptz not null default now(),
  primary key (sync_id, object_type, origin_id)
);
