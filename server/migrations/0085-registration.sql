-- Applications that register themselves (RFC 7591, RFC 7592; docs/decisions/0091-dynamic-registration.md), and signed answers.

-- Lets applications register themselves, so many of them, until then, and no further than its policy.
create table registration_token (
  id               text primary key,
  name             text not null constraint registration_token_name_taken unique,
  token_hash       text not null unique,
  max_uses         int not null check (max_uses between 1 and 10000),
  uses             int not null default 0,
  end_time         timestamptz not null,
  -- The hosts and schemes of its own that addresses may have.
  redirect_hosts   text[] not null default '{}',
  redirect_schemes text[] not null default '{}',
  grant_types      text[] not null,
  -- Null: all there are.
  scopes           text[],
  -- Where they land; a group that is removed leaves none.
  app_group_id     text references app_group on delete set null,
  needs_approval   smallint not null check (needs_approval in (0, 1)),
  revoked_time     timestamptz,
  create_time      timestamptz not null default now(),
  check (uses between 0 and max_uses)
);
create index registration_token_group on registration_token (app_group_id);

-- Where an application came from that registered itself.
create table app_registration (
  app_id        text primary key references app on delete cascade,
  token_id      text not null references registration_token,
  -- Of the token it manages itself with.
  access_hash   text not null unique,
  auth_method   text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')),
  grant_types   text[] not null,
  -- What it last registered; where the application has something else, an administrator has set it.
  registered    jsonb not null,
  -- What it says of itself and nothing here depends on.
  about         jsonb not null,
  -- Null: it waits.
  approved_time timestamptz,
  create_time   timestamptz not null default now(),
  update_time   timestamptz not null default now()
);
create index app_registration_token on app_registration (token_id);

-- Whoever enables an application that waits has approved it.
create function app_registration_approved() returns trigger language plpgsql as $$
begin
  update app_registration set approved_time = now() where app_id = new.id and approved_time is null;
  return null;
end $$;
create trigger app_registration_approved after update of status on app for each row
  when (old.status = 0 and new.status = 1) execute function app_registration_approved();

-- Answers of a sign-in, and about tokens, are taken only where they are signed (JARM, RFC 9701).
alter table oidc_client add column signed_response smallint not null default 0 check (signed_response in (0, 1));
alter table oidc_client add column signed_introspection smallint not null default 0 check (signed_introspection in (0, 1));

-- FAPI 2.0, 5.4.1: nothing older signs the ID tokens of an application held to it. What stands stays until it is touched.
create function app_fapi_alg() returns trigger language plpgsql as $$
begin
  if exists (select 1 from oidc_client where app_id = new.id and fapi = 1) then
    raise exception 'FAPI 2.0 signs with ES256' using errcode = '23514', constraint = 'fapi_needs_alg';
  end if;
  return null;
end $$;
create trigger app_fapi_alg after update of token_alg on app for each row
  when (new.token_alg <> old.token_alg and new.token_alg <> 'ES256') execute function app_fapi_alg();
create function oidc_client_fapi_alg() returns trigger language plpgsql as $$
begin
  if exists (select 1 from app where id = new.app_id and token_alg <> 'ES256') then
    raise exception 'FAPI 2.0 signs with ES256' using errcode = '23514', constraint = 'fapi_needs_alg';
  end if;
  return null;
end $$;
create trigger oidc_client_fapi_alg after insert or update of fapi on oidc_client for each row
  when (new.fapi = 1) execute function oidc_client_fapi_alg();

-- What a client may ask of a resource server in detail (RFC 9396), and what stands in it.
create table oidc_detail_type (
  type        text not null constraint detail_type_taken primary key check (length(type) between 1 and 200),
  app_id      text not null references oidc_resource on delete cascade,
  label       text not null,
  explanation text not null default '',
  fields      jsonb not null,
  sort_num    int not null default 0
);
create index oidc_detail_type_app on oidc_detail_type (app_id);
