-- Synchronisation tasks (D-56) and what came of them, object by object.
create table sync_config (
  id          text primary key,
  name        text not null constraint sync_name_taken unique,
  direction   text not null check (direction in ('in', 'out')),
  object_type text not null check (object_type in ('org', 'user', 'all')),
  -- What kind of system it is; those that are told (`out`) are always `http`.
  type        text not null default 'http'
    check (type in ('http', 'ldap', 'ad', 'database', 'file', 'dingtalk', 'wecom', 'feishu') and (direction = 'in' or type = 'http')),
  app_id      text references app on delete cascade,
  url         text,
  method      text not null default 'GET' check (method in ('GET', 'POST')),
  -- Nothing in it is a secret: those are in sync_secret.
  options     jsonb not null default '{}',
  mapping     jsonb not null,
  policy      jsonb not null default '{}',
  cron        text,
  status      smallint not null default 1 check (status in (0, 1)),
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  check (direction = 'in' or app_id is not null or url is not null)
);
create index sync_config_app on sync_config (app_id) where app_id is not null;
call watch_history('sync_config');

-- What every run changes; it is no history of the task.
create table sync_state (
  sync_id     text primary key references sync_config on delete cascade,
  -- Null while the task is disabled or has no schedule.
  next_time   timestamptz,
  last_time   timestamptz,
  -- 1 done, 0 failed, 2 done in part, 3 stopped by the brake.
  last_result smallint check (last_result in (0, 1, 2, 3))
);
create index sync_state_due on sync_state (next_time) where next_time is not null;

-- `secret`, `password` and the like, or `header:<name>`; sealed, and in no history.
create table sync_secret (
  sync_id text not null references sync_config on delete cascade,
  name    text not null,
  sealed  text not null,
  primary key (sync_id, name)
);

-- Outlives its task and its application, whose names of then it keeps. Secrets are cut and numbers masked before a row is written.
create table sync_log (
  id           text primary key,
  sync_id      text,
  sync_name    text,
  app_id       text,
  app_name     text,
  run_id       text,
  object_type  text not null check (object_type in ('org', 'user', 'all')),
  -- `run` sums up a run as a whole.
  operate_type text not null check (operate_type in ('insert', 'update', 'delete', 'run')),
  object_id    text,
  origin_id    text,
  name         text not null default '',
  result       smallint not null check (result in (0, 1)),
  message      text not null default '',
  request      text,
  response     text,
  before       jsonb,
  after        jsonb,
  attempt      int not null default 1,
  -- The failed row that was tried again.
  retry_of     text,
  create_time  timestamptz not null default now()
);
create index sync_log_time on sync_log (create_time desc, id desc);
create index sync_log_task on sync_log (sync_id, create_time desc, id desc) where sync_id is not null;
create index sync_log_app on sync_log (app_id, create_time desc, id desc) where app_id is not null;
create index sync_log_failed on sync_log (create_time desc, id desc) where result = 0;
create index sync_log_object on sync_log (object_id, create_time desc) where object_id is not null;
create index sync_log_run on sync_log (run_id) where run_id is not null;

-- Systems are connected for everybody: shipped as not meant for delegated administrators (D-34).
update menu set hsa_auth_grade_show = 0
where menu_uri in ('/sync/config', '/sync/syncLog')
  or parent_id in (select id from menu where menu_uri in ('/sync/config', '/sync/syncLog'));

-- Every act on a page has a button (N-01). Who holds the page today gets it once; what is sent out of a page of users or
-- organisations goes to those who may edit them there.
create temporary table sync_button (id text, page text, code text, name text, sort_num int, asks text) on commit drop;
insert into sync_button values
  ('sync_config-add-sync', '/sync/config', 'add-sync', '新增同步任务', 1, null),
  ('sync_config-edit-sync', '/sync/config', 'edit-sync', '编辑同步任务', 2, null),
  ('sync_config-delete-sync', '/sync/config', 'delete-sync', '删除同步任务', 3, null),
  ('sync_config-sync-status', '/sync/config', 'sync-status', '启用停用同步任务', 4, null),
  ('sync_config-test-sync', '/sync/config', 'test-sync', '测试连接', 5, null),
  ('sync_config-run-sync', '/sync/config', 'run-sync', '执行同步', 6, null),
  ('sync_config-release-sync', '/sync/config', 'release-sync', '放行同步计划', 7, null),
  ('sync_config-resolve-sync', '/sync/config', 'resolve-sync', '处理同步冲突', 8, null),
  ('sync_syncLog-retry-sync', '/sync/syncLog', 'retry-sync', '重试同步', 1, null),
  ('sync_syncLog-export-sync-log', '/sync/syncLog', 'export-sync-log', '导出同步日志', 2, null),
  ('organiz_index-push-user', '/organiz/index', 'push-user', '推送用户', 26, 'edit-user'),
  ('organiz_index-push-org', '/organiz/index', 'push-org', '推送机构', 27, 'edit-org'),
  ('organiz_org-list-push-org', '/organiz/org-list', 'push-org', '推送机构', 14, 'edit-org');
insert into menu (id, parent_id, name, menu_uri, type, mark, status, hsa_auth_grade_show, sort_num)
select b.id, m.id, b.name, '', 'button', b.code, 1, m.hsa_auth_grade_show, b.sort_num
from sync_button b join menu m on m.menu_uri = b.page and m.type = 'menu'
on conflict do nothing;
insert into role_menu (role_id, menu_id)
select distinct h.role_id, n.id from sync_button b join menu p on p.menu_uri = b.page and p.type = 'menu'
  join menu n on n.parent_id = p.id and n.type = 'button' and n.mark = b.code
  join role_menu h on h.menu_id = p.id
where b.asks is null or exists (select from role_menu e join menu a on a.id = e.menu_id where e.role_id = h.role_id and a.parent_id = p.id
  and a.mark = b.asks)
on conflict do nothing;
insert into grade_admin_menu (grade_admin_id, menu_id)
select distinct h.grade_admin_id, n.id from sync_button b join menu p on p.menu_uri = b.page and p.type = 'menu'
  join menu n on n.parent_id = p.id and n.type = 'button' and n.mark = b.code
  join grade_admin_menu h on h.menu_id = p.id
where b.asks is null or exists (select from grade_admin_menu e join menu a on a.id = e.menu_id
  where e.grade_admin_id = h.grade_admin_id and a.parent_id = p.id and a.mark = b.asks)
on conflict do nothing;
