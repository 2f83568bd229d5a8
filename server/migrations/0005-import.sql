-- A rehearsed import: what each row of the sheet would do, kept until it is carried out or forgotten.
create table import_plan (
  id          text primary key,
  kind        text not null check (kind in ('insertUser', 'updateUser', 'insertUserOrg', 'updateUserOrg', 'insertOrg', 'updateOrg')),
  owner_id    text not null,
  file_name   text not null,
  -- The sheet as it was sent, only until its rows are staged.
  file_id     text references file,
  titles      text[] not null default '{}',
  options     jsonb not null default '{}',
  total       int not null default 0,
  -- Rows of a later step need those of the earlier ones: organisations below organisations of the same sheet.
  steps       int not null default 1,
  staged_at   timestamptz,
  -- The one task that carries it out.
  task_id     text,
  done_at     timestamptz,
  create_time timestamptz not null default now()
);
create index import_plan_age on import_plan (create_time);
create index import_plan_task on import_plan (task_id);
create index import_plan_file on import_plan (file_id) where file_id is not null;

-- `json` and not `jsonb`: these columns are written once and read whole.
create table import_row (
  plan_id        text not null references import_plan on delete cascade,
  row_no         int not null,
  step           int not null default 0,
  -- In the order of the plan's titles. Phones, ID numbers and password digests are sealed (D-71).
  cells          json not null,
  -- A row that was carried out keeps what it was: the task's cursor tells how far it came.
  verdict        text not null check (verdict in ('new', 'changed', 'unchanged', 'refused')),
  -- [{column, message}]
  faults         json not null default '[]',
  -- [{column, old, fresh}]
  changes        json not null default '[]',
  -- what the row means once read: ids instead of names, blind indexes instead of numbers
  meaning        json,
  target_id      text,
  target_version int,
  primary key (plan_id, row_no)
);
create index import_row_refused on import_row (plan_id, row_no) where verdict = 'refused';

-- Password digests that came with an import, sealed, until they are hashed behind it.
create table pending_password (
  user_id       text primary key references users on delete cascade,
  origin        text not null check (origin in ('md5', 'sm3')),
  sealed        text not null,
  claimed_until timestamptz not null default '-infinity'
);
create index pending_password_claim on pending_password (claimed_until);
