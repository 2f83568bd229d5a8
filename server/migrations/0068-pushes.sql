-- Pushes to applications (D-56): what changed, what waits to be told, and what an application was last told.

-- Filters of the log that few rows meet, each of them newest first; names as in 0017.
create index sync_log_object_type on sync_log (object_type, create_time desc, id desc);
create index sync_log_operate_type on sync_log (operate_type, create_time desc, id desc);
create index sync_log_name on sync_log using gin (string_to_array(lower(name), null));

-- Objects something has changed about, and who changed it. Writers only add; an object may stand here more than once.
create table change_due (
  object_type text not null check (object_type in ('user', 'org')),
  object_id   text not null,
  user_id     text
);

-- An application that is or was told of changes.
create table push_target (
  app_id      text primary key references app on delete cascade,
  -- When it was opened first: what was there before counts as known to it.
  open_time   timestamptz not null default now(),
  phone       text not null default 'masked' check (phone in ('masked', 'clear')),
  -- Of the node that sends; `attempt` tells it from one that took over.
  lease_until timestamptz,
  attempt     bigint not null default 0,
  claim_time  timestamptz not null default '-infinity',
  -- Nothing is sent before.
  wait_until  timestamptz not null default '-infinity',
  -- Tries in a row that it did not answer.
  faults      int not null default 0,
  last_time   timestamptz,
  last_fault  text,
  fault_time  timestamptz,
  -- Since when the brake holds deletions and disablings.
  held_since  timestamptz
);

-- Moves on with every change of every object: of two pushes of one object the later has the higher one.
create sequence push_generation;

-- Objects an application is to be told of. What is sent is their state at that time, whatever changed before.
create table push_item (
  app_id      text not null references push_target on delete cascade,
  object_type text not null check (object_type in ('user', 'org')),
  object_id   text not null,
  -- What was sent is done only where nothing has changed meanwhile.
  generation  bigint not null default nextval('push_generation'),
  create_time timestamptz not null default now(),
  due_time    timestamptz not null default now(),
  tries       smallint not null default 0,
  -- Who changed it last.
  user_id     text,
  -- A change asks for it; else only a task does.
  is_auto     boolean not null,
  task_id     text,
  -- The failed row of the log that is tried again, and which try this is.
  retry_of    text,
  attempt     int not null default 1,
  -- The brake holds it; released, it passes the brake.
  is_held     boolean not null default false,
  is_released boolean not null default false,
  primary key (app_id, object_type, object_id)
);
create index push_item_due on push_item (app_id, due_time, object_type) where not is_held;
create index push_item_held on push_item (app_id, create_time) where is_held;
create index push_item_task on push_item (task_id) where task_id is not null;

-- What an application was last told of an object.
create table push_link (
  app_id      text not null references push_target on delete cascade,
  object_type text not null check (object_type in ('user', 'org')),
  object_id   text not null,
  state       text not null check (state in ('there', 'disabled', 'gone')),
  state_time  timestamptz not null default now(),
  sent_hash   text not null,
  -- By what the application knows it, for its deletion.
  keys        jsonb not null,
  sent_time   timestamptz not null default now(),
  -- The brake had held its end, and it does not count any more.
  is_released boolean not null default false,
  primary key (app_id, object_type, object_id)
);
create index push_link_state on push_link (app_id, object_type, state);
create index push_link_left on push_link (app_id, state_time) where state <> 'there';

-- Objects whose last push failed for good, and the row of the log that tells why.
create table push_failure (
  app_id      text not null references push_target on delete cascade,
  object_type text not null check (object_type in ('user', 'org')),
  object_id   text not null,
  log_id      text not null,
  primary key (app_id, object_type, object_id)
);

-- What is never told moves nothing. Whoever is created gets a job and whoever is deleted loses theirs: jobs tell of both.
create function change_due_user() returns trigger language plpgsql as $$
begin
  insert into change_due (object_type, object_id, user_id)
  select 'user', n.id, history_setting('user_id') from fresh n join stale o on o.id = n.id
  where (n.user_name, n.real_name, n.phone_hash, n.email, n.gender, n.employee_number, n.origin_user_id, n.status, n.valid_end_time, n.deleted_at)
    is distinct from (o.user_name, o.real_name, o.phone_hash, o.email, o.gender, o.employee_number, o.origin_user_id, o.status, o.valid_end_time, o.deleted_at);
  return null;
end $$;
create trigger change_due_update after update on users referencing old table as stale new table as fresh
  for each statement execute function change_due_user();

create function change_due_job() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_due (object_type, object_id, user_id) select distinct 'user', user_id, history_setting('user_id') from fresh;
  elsif tg_op = 'DELETE' then
    insert into change_due (object_type, object_id, user_id) select distinct 'user', user_id, history_setting('user_id') from stale;
  else
    insert into change_due (object_type, object_id, user_id)
    select distinct 'user', n.user_id, history_setting('user_id') from fresh n join stale o on o.id = n.id
    where (n.user_id, n.org_id, n.job_type, n.rank_id, n.title_id, n.duty_id, n.post_id)
      is distinct from (o.user_id, o.org_id, o.job_type, o.rank_id, o.title_id, o.duty_id, o.post_id);
  end if;
  return null;
end $$;
create trigger change_due_insert after insert on job referencing new table as fresh
  for each statement execute function change_due_job();
create trigger change_due_delete after delete on job referencing old table as stale
  for each statement execute function change_due_job();
create trigger change_due_update after update on job referencing old table as stale new table as fresh
  for each statement execute function change_due_job();

create function change_due_org() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into change_due (object_type, object_id, user_id) select 'org', id, history_setting('user_id') from fresh;
  else
    insert into change_due (object_type, object_id, user_id)
    select 'org', n.id, history_setting('user_id') from fresh n join stale o on o.id = n.id
    where (n.parent_id, n.name, n.short_name, n.code, n.org_type, n.origin_org_id, n.leader, n.phone, n.address, n.status, n.sort_num, n.deleted_at)
      is distinct from (o.parent_id, o.name, o.short_name, o.code, o.org_type, o.origin_org_id, o.leader, o.phone, o.address, o.status, o.sort_num, o.deleted_at);
  end if;
  return null;
end $$;
create trigger change_due_insert after insert on org referencing new table as fresh
  for each statement execute function change_due_org();
create trigger change_due_update after update on org referencing old table as stale new table as fresh
  for each statement execute function change_due_org();

-- Opened anew, or at another address, it is tried at once.
create function push_opened() returns trigger language plpgsql as $$
begin
  insert into push_target (app_id) values (new.id) on conflict (app_id) do update set wait_until = '-infinity', faults = 0;
  return null;
end $$;
create trigger push_opened_insert after insert on app for each row when (new.open_push = 1) execute function push_opened();
create trigger push_opened after update of open_push, push_url on app for each row
  when (new.open_push = 1 and (new.open_push, new.push_url) is distinct from (old.open_push, old.push_url)) execute function push_opened();
insert into push_target (app_id) select id from app where open_push = 1;
