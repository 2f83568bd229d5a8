-- A plan that nobody releases lapses after seven days (decision 0094).
alter table sync_run
  -- Of the plan that waits: since when the brake has stopped every plan of its task.
  add column blocked_since timestamptz,
  drop constraint sync_run_state_check,
  add constraint sync_run_state_check check (state in ('reading', 'planned', 'blocked', 'replaced', 'discarded', 'lapsed', 'released',
    'writing', 'done', 'part', 'failed', 'cancelled'));
update sync_run set blocked_since = coalesce(plan_time, begin_time) where state = 'blocked';
create index sync_run_blocked on sync_run (blocked_since) where state = 'blocked';

-- SCIM servers are sources, too.
alter table sync_config
  drop constraint sync_config_check,
  add constraint sync_config_type check (type in ('http', 'ldap', 'ad', 'database', 'scim', 'file', 'dingtalk', 'wecom', 'feishu')
    and (direction = 'in' or type = 'http'));
update sync_config set policy = policy || '{"brakeMovedPercent": 10}';
