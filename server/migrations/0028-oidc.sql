-- OpenID Connect and OAuth 2.x (docs/decisions/0028-oidc.md).

-- What the protocol must remember. Whoever reads this table can use nothing of it: ids are secrets and stand here as
-- SHA-256; ids that lie inside another entry are sealed.
create table oidc_payload (
  type        text not null,
  id_hash     text not null,
  payload     jsonb not null,
  grant_id    text,
  user_code   text,
  -- Of a session: the session of the console it belongs to.
  uid         text,
  expires_at  timestamptz not null,
  consumed_at timestamptz,
  primary key (type, id_hash)
);
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create unique index oidc_payload_user_code on oidc_payload (user_code) where user_code is not null;
create index oidc_payload_session on oidc_payload (uid) where uid is not null;
create index oidc_payload_expiry on oidc_payload (expires_at);

-- What tokens are signed with. A new key is shown before it signs and an old one after it has, so that nobody meets a
-- signature whose key he cannot find.
create table oidc_key (
  kid         text primary key,
  alg         text not null check (alg in ('ES256', 'RS256')),
  sealed      text not null,
  begin_time  timestamptz not null,
  end_time    timestamptz,
  create_time timestamptz not null default now()
);

-- Applications still to be told that somebody has signed out.
create table oidc_logout (
  id        text primary key,
  client_id text not null,
  user_id   text not null,
  sid       text not null,
  tries     int not null default 0,
  due_time  timestamptz not null default now(),
  constraint oidc_logout_once unique (client_id, sid)
);
create index oidc_logout_due on oidc_logout (due_time);

-- However a session ends, the applications it was used for hear of it.
create function session_ended() returns trigger language plpgsql as $$
begin
  insert into oidc_logout (id, client_id, user_id, sid)
  select md5(p.id_hash || e.key), e.key, new.user_id, e.value ->> 'sid'
  from oidc_payload p cross join jsonb_each(p.payload -> 'authorizations') e
    join app a on a.client_id = e.key and a.logout_uri is not null and a.single_logout = 1
  where p.uid = new.id and e.value ->> 'sid' is not null
  on conflict do nothing;
  delete from oidc_payload where uid = new.id;
  return null;
end $$;
create trigger session_ended after update of ended_by on session for each row
  when (old.ended_by is null and new.ended_by is not null) execute function session_ended();

-- Who opened which application, or was turned away at it.
create table app_visit (
  id         text primary key,
  app_id     text not null references app on delete cascade,
  user_id    text not null,
  session_id text not null,
  protocol   text not null,
  -- Empty where he was let in.
  fault      text not null default '',
  ip         text not null,
  browser    text not null,
  os         text not null,
  visit_time timestamptz not null default now()
);
create index app_visit_app on app_visit (app_id, visit_time desc, id);
create index app_visit_user on app_visit (user_id, visit_time desc, id);
create index app_visit_time on app_visit (visit_time desc) include (app_id, user_id) where fault = '';
