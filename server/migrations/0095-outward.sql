-- What a source gave of an object and what it was asked for it, without secrets and numbers, until it stands in the log (0098). Rows of
-- sync_row are written several times, these once; without them the log of a run that a crash broke off tells less.
create unlogged table sync_raw (
  run_id      text not null references sync_run on delete cascade,
  object_type text not null,
  origin_id   text not null,
  request     text not null,
  raw         text not null,
  primary key (run_id, object_type, origin_id)
);

-- What the SCIM server at an address said it can do, for a day; and whether it refused a filter on externalId.
alter table push_target
  add column scim_url            text,
  add column scim_patch          boolean not null default true,
  add column scim_by_external_id boolean not null default true,
  add column scim_time           timestamptz;
