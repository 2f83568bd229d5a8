-- SCIM 2.0 at /scim/v2: what a client reaches, what it calls things, and what it sent that has no column of its own.

create table scim_client (
  client_id     text primary key references api_client on delete cascade,
  root_org      text not null references org,
  -- Where a new user works who names no organisation.
  default_org   text not null references org,
  unknown_org   text not null default 'default' check (unknown_org in ('default', 'refuse')),
  groups_are    text not null default 'workGroup' check (groups_are in ('workGroup', 'label', 'org')),
  on_delete     text not null default 'delete' check (on_delete in ('delete', 'disable')),
  -- Whether a user that this client removed comes back where it creates them anew.
  adopts        smallint not null default 1 check (adopts in (0, 1)),
  brake_percent int not null default 5 check (brake_percent between 1 and 100),
  brake_least   int not null default 20 check (brake_least between 1 and 100000),
  state         text not null default 'open' check (state in ('open', 'blocked')),
  blocked_why   text,
  blocked_time  timestamptz,
  version       int not null default 1,
  create_time   timestamptz not null default now(),
  update_time   timestamptz not null default now()
);
create index scim_client_root_org on scim_client (root_org);
create index scim_client_default_org on scim_client (default_org);
call watch_history('scim_client', 't.client_id');

-- externalId, which each client has for itself (RFC 7643 section 3.1).
create table scim_link (
  client_id   text not null references api_client on delete cascade,
  type        text not null check (type in ('User', 'Group', 'Organization')),
  external_id text not null,
  id          text not null,
  create_time timestamptz not null default now(),
  constraint scim_external_id_taken primary key (client_id, type, external_id),
  constraint scim_link_once unique (client_id, type, id)
);

-- What a client sent that is kept for it alone; a row tells that the client has written the record.
create table scim_extra (
  client_id text not null references api_client on delete cascade,
  type      text not null check (type in ('User', 'Group', 'Organization')),
  id        text not null,
  doc       jsonb not null check (pg_column_size(doc) <= 65536),
  -- Deleted for this client, though the user is only disabled.
  is_gone   boolean not null default false,
  primary key (client_id, type, id)
);

-- What a client removed or disabled within the last hour (the brake).
create table scim_removal (
  id          bigint primary key generated always as identity,
  client_id   text not null references api_client on delete cascade,
  kind        text not null check (kind in ('delete', 'disable', 'members', 'org')),
  record_id   text not null,
  create_time timestamptz not null default now()
);
create index scim_removal_client on scim_removal (client_id, kind, create_time);

create index users_update_time on users (update_time, id) where deleted_at is null;
-- Users that a client removed are looked for when it creates them anew.
create index users_removed_name on users (lower(user_name)) where deleted_at is not null;
create index scim_extra_gone on scim_extra (client_id, type) where is_gone;
