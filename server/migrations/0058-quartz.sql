-- Scheduled jobs of the closed catalogue, and what came of each run (D-55).
create table quartz (
  id          text primary key,
  name        text not null constraint quartz_name_taken unique,
  job_code    text not null,
  cron        text not null,
  params      jsonb,
  status      smallint not null default 1 check (status in (0, 1)),
  -- Null while the job is paused.
  next_time   timestamptz,
  last_time   timestamptz,
  last_result smallint check (last_result in (0, 1, 2)),
  -- The run under way, and until when its node holds it.
  run_id      text,
  lease_until timestamptz,
  -- Who wants it run at once; any node takes it up.
  asked_by    text,
  built_in    smallint not null default 0,
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create index quartz_due on quartz (next_time) where status = 1;

-- Runs outlive their job. `result` is null while a run is under way, 2 where it was left out.
create table quartz_log (
  id           text primary key,
  quartz_id    text not null,
  name         text not null,
  job_code     text not null,
  triggered_by text not null check (triggered_by in ('clock', 'hand')),
  user_id      text,
  node         text not null,
  begin_time   timestamptz not null default now(),
  end_time     timestamptz,
  result       smallint check (result in (0, 1, 2)),
  message      text not null default ''
);
create index quartz_log_time on quartz_log (begin_time desc, id desc);
create index quartz_log_job on quartz_log (quartz_id, begin_time desc, id desc);

insert into quartz (id, name, job_code, cron, next_time, built_in) values
  ('cleanTempFile', '清理临时文件', 'cleanTempFile', '0 0 * * * ?', date_bin('1 hour', now(), timestamptz '2000-01-01 00:00+08') + interval '1 hour', 1),
  ('cleanData', '清理过期数据', 'cleanData', '0 10 3 * * ?', date_bin('1 day', now(), timestamptz '2000-01-01 03:10+08') + interval '1 day', 1),
  ('expireUser', '结束过期账号的会话', 'expireUser', '0 5 0 * * ?', date_bin('1 day', now(), timestamptz '2000-01-01 00:05+08') + interval '1 day', 1),
  ('unlockUser', '解除到期的登录锁定', 'unlockUser', '0 * * * * ?', date_bin('1 minute', now(), timestamptz '2000-01-01 00:00+08') + interval '1 minute', 1),
  ('cleanSession', '清理过期会话', 'cleanSession', '0 */10 * * * ?', date_bin('10 minutes', now(), timestamptz '2000-01-01 00:00+08') + interval '10 minutes', 1);
