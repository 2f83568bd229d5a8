-- A rehearsed import: what each row of the sheet would do, kept until it is carried out or forgotten.
create table import_plan (
  id          text primary key,
  kind        text not null check (kind in ('insertUser', 'updateUser', 'insertUserOrg', 'updateUserOrg', 'insertOrg', 'updateOrg')),
  owner_id    text not null,
  file_id     text not null references file,
  titles      text[] not null,
  options     jsonb not null default '{}',
  total       int not null default 0,
  done_at     timestamptz,
  create_time timestamptz not null default now()
);
create table import_row (
  plan_id        text not null references import_plan on delete cascade,
  row_no         int not null,
  cells          text[] not null,
  verdict        text not null default 'new' check (verdict in ('new', 'changed', 'unchanged', 'refused', 'done')),
  -- [{column, message}]
  faults         jsonb not null default '[]',
  -- [{column, old, fresh}]
  changes        jsonb not null default '[]',
  -- what the row means once read: ids instead of names, ciphers instead of numbers
  meaning        jsonb,
  target_id      text,
  target_version int,
  primary key (plan_id, row_no)
);
create index import_row_verdict on import_row (plan_id, verdict, row_no);
create index import_plan_age on import_plan (create_time);
