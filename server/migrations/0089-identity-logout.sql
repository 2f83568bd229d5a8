-- What a session stands on that began by an identity provider, so that its sign-out there ends it here (docs/decisions/0095-upstream.md).
alter table session
  -- The link by which somebody came in; it may be gone by now.
  add column identity_id text,
  -- What the provider calls its own session: sid of OpenID Connect, SessionIndex of SAML.
  add column identity_sid text;
create index session_of_identity on session (identity_id) where identity_id is not null and ended_by is null;
