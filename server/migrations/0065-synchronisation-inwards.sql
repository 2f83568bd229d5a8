-- Whoever last said what a task does: it may give nobody what they do not hold (N-02).
alter table sync_config add column edited_by text;
call watch_history('sync_config');

-- Which object of ours stands for which of a source.
create table sync_link (
  sync_id          text not null references sync_config on delete cascade,
  object_type      text not null check (object_type in ('org', 'user')),
  origin_id        text not null,
  object_id        text not null,
  -- Of what was mapped at the last write; '' asks for a comparison.
  row_hash         text not null default '',
  -- The version of the object after that: another one says that somebody changed it here.
  object_version   int,
  state            text not null default 'linked' check (state in ('linked', 'gone')),
  -- One source owns an object; others add to it.
  is_owner         boolean not null,
  gone_since       timestamptz,
  gone_runs        int not null default 0,
  -- Since when it is disabled because the source no longer has it, or says so.
  disabled_time    timestamptz,
  primary key (sync_id, object_type, origin_id),
  constraint sync_object_linked unique (sync_id, object_type, object_id)
);
create unique index sync_object_owned on sync_link (object_type, object_id) where is_owner;
create index sync_link_object on sync_link (object_type, object_id);

-- What a source has and nobody could tell whose it is, until somebody says.
create table sync_conflict (
  sync_id     text not null references sync_config on delete cascade,
  object_type text not null check (object_type in ('org', 'user')),
  origin_id   text not null,
  run_id      text not null,
  name        text not null,
  reason      text not null,
  -- Masked.
  fields      jsonb not null,
  candidates  text[] not null,
  -- What was decided; null while it is open. A link is a row of sync_link.
  choice      text check (choice in ('create', 'ignore')),
  create_time timestamptz not null default now(),
  primary key (sync_id, object_type, origin_id)
);

create table sync_run (
  id             text primary key,
  sync_id        text not null references sync_config on delete cascade,
  mode           text not null check (mode in ('plan', 'full', 'delta', 'one')),
  -- What started it: the clock of the task, a person, or a scheduled job.
  trigger        text not null check (trigger in ('clock', 'hand', 'job')),
  state          text not null default 'reading' check (state in
    ('reading', 'planned', 'blocked', 'replaced', 'discarded', 'released', 'writing', 'done', 'part', 'failed', 'cancelled')),
  task_id        text,
  user_id        text,
  begin_time     timestamptz not null default now(),
  end_time       timestamptz,
  is_complete    boolean not null default false,
  read_org       int not null default 0,
  read_user      int not null default 0,
  -- By object type and verdict.
  counts         jsonb not null default '{}',
  brake          jsonb not null default '[]',
  losses         jsonb not null default '[]',
  digest         text,
  -- Additions and changes alone are carried out.
  only_add       boolean not null default false,
  batches        int not null default 0,
  written        int not null default 0,
  failed         int not null default 0,
  plan_time      timestamptz,
  released_by    text,
  release_time   timestamptz,
  release_reason text,
  report         jsonb,
  message        text not null default ''
);
create unique index sync_running on sync_run (sync_id) where state in ('reading', 'released', 'writing');
create unique index sync_run_waiting on sync_run (sync_id) where state in ('planned', 'blocked');
create index sync_run_of on sync_run (sync_id, begin_time desc, id desc);
create index sync_run_time on sync_run (begin_time desc, id desc);

-- What was read in a run and what becomes of it; goes a week after the run.
create table sync_row (
  run_id           text not null references sync_run on delete cascade,
  object_type      text not null,
  origin_id        text not null,
  -- In the order it was read.
  row_no           int not null,
  row_hash         text not null,
  -- Null until it is judged.
  verdict          text,
  -- As JSON, sealed; null where it is not needed.
  mapped           text,
  parent_origin_id text,
  name             text not null default '',
  org_id           text,
  target_id        text,
  target_version   int,
  gone_runs        int,
  is_owner         boolean,
  -- Of who is gone: what is done. `link`: only the link is written anew.
  act              text check (act in ('disable', 'trash', 'count', 'link')),
  changes          jsonb not null default '[]',
  faults           jsonb not null default '[]',
  -- What the writer is given; sealed parts are sealed in it.
  meaning          jsonb,
  batch_no         int,
  is_done          boolean,
  primary key (run_id, object_type, origin_id)
);
create index sync_row_no on sync_row (run_id, object_type, row_no);
create index sync_row_batch on sync_row (run_id, batch_no) where batch_no is not null;
