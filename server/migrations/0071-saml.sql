-- SAML 2.0, identity provider (docs/decisions/0071-saml.md).

-- Our own keys: the newest that has begun is the current one; applications may be signed for with a former one.
create table saml_key (
  kid         text primary key,
  sealed      text not null,
  -- Base64 of the DER, self-signed.
  certificate text not null,
  begin_time  timestamptz not null default now(),
  -- Withdrawn: neither published nor signed with any more.
  end_time    timestamptz
);

-- What is known of the other end: one service provider to an application of protocol saml.
create table saml_sp (
  app_id               text primary key references app on delete cascade,
  entity_id            text not null constraint saml_entity_taken unique check (length(entity_id) between 1 and 1024),
  name                 text not null default '',
  -- [{index, url, isDefault}], HTTP-POST only.
  acs                  jsonb not null,
  -- [{binding, url, responseUrl}]
  slo                  jsonb not null default '[]',
  -- Base64 of the DER.
  signing_certs        text[] not null default '{}',
  encryption_cert      text,
  -- From EncryptionMethod, in its order.
  algorithms           text[] not null default '{}',
  name_id              text not null default 'persistent' check (name_id in ('persistent', 'transient', 'email', 'unspecified')),
  wants_signed_request smallint not null default 1 check (wants_signed_request in (0, 1)),
  sign_what            text not null default 'both' check (sign_what in ('both', 'assertion', 'response')),
  encrypt              text not null default 'never' check (encrypt in ('never', 'always')),
  allow_cbc            smallint not null default 0 check (allow_cbc in (0, 1)),
  allow_unsolicited    smallint not null default 0 check (allow_unsolicited in (0, 1)),
  -- What an unsolicited sign-in may carry as RelayState begins with this.
  relay_state_start    text,
  skew_seconds         int not null default 60 check (skew_seconds between 0 and 300),
  -- Which of our keys signs for it; null: the current one.
  kid                  text references saml_key,
  ignored              text[] not null default '{}',
  version              int not null default 1,
  update_time          timestamptz not null default now()
);
create index saml_sp_kid on saml_sp (kid);

-- Persistent name identifiers: by chance, so that two applications cannot compare theirs, and one can be taken back.
create table saml_name_id (
  app_id      text not null references app on delete cascade,
  user_id     text not null references users on delete cascade,
  value       text not null,
  create_time timestamptz not null default now(),
  primary key (app_id, user_id),
  unique (app_id, value)
);
create index saml_name_id_user on saml_name_id (user_id);

-- Whom a session was told to, so that each hears when it ends.
create table saml_login (
  id            text primary key,
  session_id    text not null,
  app_id        text not null references app on delete cascade,
  name_id       text not null,
  name_format   text not null,
  session_index text not null,
  state         text not null default 'in' check (state in ('in', 'told', 'failed', 'unreachable')),
  tries         int not null default 0,
  -- Null as long as the session goes on, and once it has been told.
  due_time      timestamptz,
  create_time   timestamptz not null default now()
);
create index saml_login_session on saml_login (session_id);
create index saml_login_name on saml_login (app_id, name_id);
create index saml_login_due on saml_login (due_time) where due_time is not null;

create function saml_session_ended() returns trigger language plpgsql as $$
begin
  update saml_login set due_time = now() where session_id = new.id and state = 'in' and due_time is null;
  return null;
end $$;
create trigger saml_session_ended after update of ended_by on session for each row
  when (old.ended_by is null and new.ended_by is not null) execute function saml_session_ended();

-- The last requests of an application that were refused, with the reason.
create table saml_refusal (
  id          text primary key,
  app_id      text not null references app on delete cascade,
  problem     text not null,
  detail      text not null,
  ip          text not null,
  create_time timestamptz not null default now()
);
create index saml_refusal_app on saml_refusal (app_id, create_time desc);
