-- What an application sent amiss while it was being connected, so that its administrator sees which parameter is wrong (decision 0085).
-- Never a secret, a ticket, a code or a token.
create table refused_request (
  id          text primary key,
  app_id      text not null references app on delete cascade,
  problem     text not null,
  -- What stood in the parameter; empty where it is a secret or was missing.
  sent        text not null,
  -- What the protocol answered.
  detail      text not null,
  ip          text not null,
  create_time timestamptz not null default now()
);
create index refused_request_app on refused_request (app_id, id);

-- When the application first took somebody's sign-in to its end: a code exchanged, a ticket validated.
create table first_sign_in (
  app_id      text primary key references app on delete cascade,
  create_time timestamptz not null default now()
);
