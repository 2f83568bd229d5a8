-- Whoever acts in somebody's place between two times; the work of the one is done with the vote of the other.
create table examine_deputy (
  id          text primary key,
  user_id     text not null references users on delete cascade,
  deputy_id   text not null constraint user_missing references users on delete cascade,
  object_type text check (object_type in ('user', 'org')),
  begin_time  timestamptz not null,
  end_time    timestamptz not null,
  create_time timestamptz not null default now(),
  constraint deputy_oneself check (user_id <> deputy_id)
);
create index examine_deputy_of on examine_deputy (user_id, end_time);
call watch_history('examine_deputy');

alter table examine_task add column deputy_of text;

-- When each step began and ended, for the figures of the statistics.
create table examine_step (
  examine_id text not null references examine on delete cascade,
  step_no    int not null,
  node       text not null,
  begin_time timestamptz not null default now(),
  end_time   timestamptz,
  primary key (examine_id, step_no)
);
alter table examine_task add column end_time timestamptz;
create index examine_apply_time on examine (apply_time);
