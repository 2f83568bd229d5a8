-- Requests of an application are taken only where they are signed with its key (RFC 9101).
alter table oidc_client add column signed_request smallint not null default 0 check (signed_request in (0, 1));
alter table oidc_client add constraint oidc_client_signed_key check (signed_request = 0 or jwks is not null);
