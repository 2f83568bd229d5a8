-- A client may show who it is by a certificate (RFC 8705; docs/decisions/0107-mutual-tls.md): one of an authority, known by its subject,
-- or one of these very certificates.
alter table oidc_client add column certificates text not null default '',
  drop constraint oidc_client_auth_method_check,
  drop constraint oidc_client_check,
  drop constraint oidc_client_check1,
  add constraint oidc_client_auth_method check (auth_method in ('secret', 'key', 'tls', 'selfSigned')),
  add constraint oidc_client_key check (auth_method <> 'key' or jwks is not null),
  add constraint oidc_client_certificates check (auth_method not in ('tls', 'selfSigned') or certificates <> ''),
  add constraint oidc_client_fapi check (fapi = 0 or auth_method <> 'secret');
