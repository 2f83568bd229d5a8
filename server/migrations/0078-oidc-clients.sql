-- What is set at a client of OpenID Connect, resource servers with scopes of their own, and what users consented to
-- (docs/decisions/0082-resource-servers.md).

alter table app drop constraint app_protocol_check;
alter table app add constraint app_protocol_check check (protocol in ('oauth2', 'cas', 'saml', 'form', 'resource'));

-- An application without a row has what is the default here.
create table oidc_client (
  app_id       text primary key references app on delete cascade,
  -- A confidential client that knows no PKCE sends a nonce instead (N-15).
  pkce         text not null default 'required' check (pkce in ('required', 'nonce')),
  -- Null: all there are.
  scopes       text[],
  -- offline_access is granted without prompt=consent.
  offline      smallint not null default 0 check (offline in (0, 1)),
  asks_consent smallint not null default 0 check (asks_consent in (0, 1)),
  -- How the client shows who it is: by its secret, or by a key of its own (private_key_jwt).
  auth_method  text not null default 'secret' check (auth_method in ('secret', 'key')),
  jwks         jsonb,
  -- Only what FAPI 2.0 allows: pushed requests, keys, bound tokens.
  fapi         smallint not null default 0 check (fapi in (0, 1)),
  version      int not null default 1,
  update_time  timestamptz not null default now(),
  check (auth_method = 'secret' or jwks is not null),
  check (fapi = 0 or auth_method = 'key')
);

-- One resource server to an application of protocol resource.
create table oidc_resource (
  app_id       text primary key references app on delete cascade,
  -- The audience of its tokens (RFC 8707).
  identifier   text not null constraint oidc_resource_taken unique check (length(identifier) between 1 and 500),
  token_format text not null default 'opaque' check (token_format in ('opaque', 'jwt')),
  version      int not null default 1,
  update_time  timestamptz not null default now()
);

create table oidc_scope (
  app_id      text not null references oidc_resource on delete cascade,
  name        text not null,
  label       text not null,
  explanation text not null default '',
  sort_num    int not null default 0,
  primary key (app_id, name)
);

-- Applications that may exchange a user's token for one of this resource server, and the most it may do (RFC 8693).
create table oidc_agent (
  app_id   text not null references oidc_resource on delete cascade,
  agent_id text not null references app on delete cascade,
  scopes   text[] not null,
  primary key (app_id, agent_id)
);
create index oidc_agent_agent on oidc_agent (agent_id);

-- What a user allowed a client to do: at one resource server, or with what they are told by OpenID Connect.
create table oidc_consent (
  id          text primary key,
  user_id     text not null references users on delete cascade,
  client_id   text not null,
  -- As it called itself when it asked, and where its answers go.
  client_name text not null,
  client_host text not null,
  resource_id text references oidc_resource on delete cascade,
  scopes      text[] not null,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  unique nulls not distinct (user_id, client_id, resource_id)
);
create index oidc_consent_resource on oidc_consent (resource_id, update_time desc);

-- A grant that came of another one by exchange ends with it.
alter table oidc_payload add column parent_hash text;
create index oidc_payload_parent on oidc_payload (parent_hash) where parent_hash is not null;
create function oidc_grant_ended() returns trigger language plpgsql as $$
begin
  delete from oidc_payload where parent_hash = old.id_hash;
  return null;
end $$;
create trigger oidc_grant_ended after delete on oidc_payload for each row
  when (old.type = 'Grant') execute function oidc_grant_ended();

-- The client that acted for the user; empty where the user came themselves.
alter table app_visit add column agent text not null default '';
-- A withdrawn consent ends what was given with it.
create index oidc_payload_granted on oidc_payload ((payload ->> 'accountId')) where type = 'Grant';
