-- What concerns one user: an event is one row for each of them, and unread ones of the same thing are one row.
create table inbox (
  id          text primary key,
  user_id     text not null references users on delete cascade,
  kind        text not null,
  -- What it tells of: a task, a synchronisation, the reviews that wait.
  about       text not null,
  -- Names and numbers; the sentence is made where it is read.
  facts       jsonb not null default '{}',
  count       int not null default 1,
  create_time timestamptz not null default now(),
  read_time   timestamptz
);
create unique index inbox_unread on inbox (user_id, kind, about) where read_time is null;
create index inbox_user on inbox (user_id, create_time desc, id);
create index inbox_age on inbox (create_time);

-- Notices are for everybody and are not copied: each user has read them up to a moment.
create table inbox_mark (
  user_id     text primary key references users on delete cascade,
  notice_time timestamptz not null
);
