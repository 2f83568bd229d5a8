-- Who has several jobs says in which one he acts (docs/decisions/0032-own-apps.md).
alter table app add column asks_job smallint not null default 0 check (asks_job in (0, 1));
call watch_history('app');

-- What he said, for one session of the console and one application. It outlives the session as tokens may; a job that
-- ends takes it along.
create table acting_job (
  app_id      text not null references app on delete cascade,
  session_id  text not null,
  job_id      text not null references job on delete cascade,
  create_time timestamptz not null default now(),
  primary key (app_id, session_id)
);
create index acting_job_job on acting_job (job_id);
create index acting_job_time on acting_job (create_time);
