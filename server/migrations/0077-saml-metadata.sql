-- Metadata of a service provider by address, and its history (docs/decisions/0081-saml-metadata-by-address.md).

alter table saml_sp
  -- Where its metadata come from; null: they were pasted or a file.
  add metadata_url text check (length(metadata_url) between 1 and 500),
  -- SHA-256 of the certificate that signs them, or of its key; null: no signature is asked for.
  add metadata_pin text check (metadata_pin ~ '^[0-9a-f]{64}$');

-- What fetching them has brought, apart from what is known of the service provider: this changes without anybody's doing.
create table saml_metadata (
  app_id        text primary key references saml_sp on delete cascade,
  -- Past this they are not believed any more.
  valid_until   timestamptz,
  etag          text,
  fetch_time    timestamptz,
  -- When they are fetched next; null: they have no address.
  due_time      timestamptz,
  tries         int not null default 0,
  -- Why they could not be fetched or read, in words, and since when; what was known before stays.
  fault         text,
  fault_time    timestamptz,
  -- What an administrator has to agree to: what was read, and why it is not taken over by itself.
  proposal_id   text,
  proposal      jsonb,
  proposal_why  text check (proposal_why in ('hosts', 'keys')),
  proposal_time timestamptz
);
create index saml_metadata_due on saml_metadata (due_time) where due_time is not null;

call watch_history('saml_sp', 't.app_id');

-- Its history is that of its application.
do $$ begin
  execute replace(pg_get_functiondef('history_columns()'::regprocedure), $q$('app_group', null, 'appGroup')$q$,
    $q$('saml_sp', null, 'app'), ('app_group', null, 'appGroup')$q$);
end $$;
