-- Applications that ask a user who is elsewhere (OpenID Connect CIBA; docs/decisions/0092-ciba.md).

-- Never of an application held to FAPI 2.0: it would need the FAPI profile of CIBA besides.
alter table oidc_client add column ciba smallint not null default 0 check (ciba in (0, 1)),
  add constraint ciba_not_fapi check (ciba = 0 or fapi = 0);

-- What an application asks of one user, until they have answered or it is over.
create table app_request (
  id              text primary key,
  app_id          text not null references app on delete cascade,
  user_id         text not null references users on delete cascade,
  -- Of what the application polls with.
  token_hash      text not null unique,
  scopes          text[] not null,
  -- Identifiers of resource servers.
  resources       text[] not null default '{}',
  binding_message text not null default '',
  ip              text not null,
  create_time     timestamptz not null default now(),
  end_time        timestamptz not null,
  answer          text check (answer in ('yes', 'no')),
  answer_time     timestamptz,
  -- In which session, what that had been shown, and when its user had last proven who they are.
  session_id      text,
  factor          text check (factor in ('', 'any', 'crypto')),
  auth_time       timestamptz,
  -- When the application last asked about it.
  polled_time     timestamptz,
  -- Tokens were made of it: once.
  taken_time      timestamptz,
  check ((answer is null) = (answer_time is null)),
  check ((answer = 'yes') is not true or (session_id is not null and factor is not null and auth_time is not null)),
  check (taken_time is null or answer = 'yes')
);
create index app_request_user on app_request (user_id, create_time desc);
create index app_request_app on app_request (app_id);
create index app_request_end on app_request (end_time);
