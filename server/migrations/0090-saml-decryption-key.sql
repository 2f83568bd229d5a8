-- What identity providers encrypt assertions to us with; never what we sign with (docs/decisions/0095-upstream.md). One, made when first needed.
create table saml_decryption_key (
  kid         text primary key,
  sealed      text not null,
  certificate text not null,
  create_time timestamptz not null default now()
);
