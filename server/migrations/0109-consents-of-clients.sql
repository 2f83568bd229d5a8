-- What users allowed one client is listed by pages, the newest first.
create index oidc_consent_client on oidc_consent (client_id, update_time desc);
