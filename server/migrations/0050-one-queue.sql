-- What one of all nodes does once a minute, an hour or a day.
create table periodic_job (
  name        text primary key,
  due_time    timestamptz not null,
  -- Until then the node that runs it holds it.
  lease_until timestamptz,
  -- What a run writes names its attempt: a node that was only slow cannot end the run of another.
  attempt     int not null default 0
);

-- When a message that waits may be tried, or tried again.
alter table sms add column due_time timestamptz not null default now();
create index sms_due on sms (due_time) where result is null;
alter table mail add column due_time timestamptz not null default now();
create index mail_due on mail (due_time);

-- The queue that stood beside these tables: what waited in it waits in them.
drop schema if exists pgboss cascade;
