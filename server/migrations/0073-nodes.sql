-- Every running node writes here that it is there: what the overview tells of all of them.
create table node (
  id         text primary key,
  host       text not null,
  version    text not null,
  start_time timestamptz not null default now(),
  beat_time  timestamptz not null default now()
);
