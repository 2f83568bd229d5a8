-- How a user wants to see a list: the columns and their order, and searches under a name.
create table list_preference (
  user_id text not null references users on delete cascade,
  list text not null check (length(list) between 2 and 122),
  -- {hidden, order, pinned}; null where the columns are as shipped.
  columns jsonb,
  -- [{name, search}]
  views jsonb not null default '[]',
  update_time timestamptz not null default now(),
  primary key (user_id, list)
);
