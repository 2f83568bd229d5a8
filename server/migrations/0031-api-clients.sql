-- API clients and what they may call (docs/decisions/0031-api-clients.md).

-- Every call that can be told of: the server's own, and those of others that trust our tokens.
create table api_item (
  id          text primary key,
  group_name  text not null,
  name        text not null,
  method      text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  path        text not null,
  -- As a client holds it: `POST /common/createTicket`.
  call        text not null generated always as (method || ' ' || path) stored constraint api_item_path_taken unique,
  -- Whether it can be given to a client.
  openable    smallint not null default 0 check (openable in (0, 1)),
  status      smallint not null default 1 check (status in (0, 1)),
  built_in    smallint not null default 0 check (built_in in (0, 1)),
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create index api_item_order on api_item (group_name, path, method);
-- Nodes keep which calls are closed with the configuration.
create trigger config_moved after insert or update or delete on api_item
  for each statement execute function bump_watched_version('config');

create function api_item_gone() returns trigger language plpgsql as $$
begin
  delete from api_client_call h using stale o where h.call = o.call;
  return null;
end $$;
create trigger api_item_gone after delete on api_item referencing old table as stale for each statement execute function api_item_gone();

-- Null: as many as it likes.
alter table api_client add column limit_per_minute int check (limit_per_minute between 1 and 100000);
alter table api_client_call add column id text generated always as (client_id || ':' || call) stored;
create index api_client_call_call on api_client_call (call);
create index api_client_order on api_client (create_time desc, id desc);

-- When a client last made a call, to the minute; no history is kept of it.
create table api_client_use (
  client_id text not null references api_client on delete cascade,
  call      text not null,
  last_time timestamptz not null default now(),
  last_ip   text not null,
  primary key (client_id, call)
);

-- To take back what a client was given.
create index oidc_payload_client_credentials on oidc_payload ((payload ->> 'clientId')) where type = 'ClientCredentials';

call watch_history('api_item');
call watch_history('api_client');
call watch_history('api_client_call');
