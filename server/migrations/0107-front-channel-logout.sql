-- An application may be told of a sign-out by the browser of its user (OpenID Connect Front-Channel Logout 1.0; docs/decisions/0107-mutual-tls.md).
alter table oidc_client add column frontchannel_uri text check (frontchannel_uri ~ '^https?://' and length(frontchannel_uri) <= 500);
