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
