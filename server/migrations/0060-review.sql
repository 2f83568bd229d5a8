-- Reviews and workflows (D-53): the change of a user or an organisation waits until its steps are passed.

create table workflow (
  id           text primary key,
  name         text not null,
  code         text not null,
  biz_type     text not null check (biz_type in ('user', 'org')),
  -- That is deployed; 0: none yet.
  version      int not null default 0,
  status       smallint not null default 0 check (status in (0, 1)),
  draft        jsonb not null,
  -- Of the draft and of the deployed version: an unchanged draft makes no new version.
  draft_digest text not null,
  remark       text,
  row_version  int not null default 1,
  create_by    text,
  create_time  timestamptz not null default now(),
  update_time  timestamptz not null default now()
);
create unique index workflow_code_taken on workflow (lower(code));
create unique index workflow_enabled_once on workflow (biz_type) where status = 1;
call watch_history('workflow');

create table workflow_version (
  workflow_id text not null references workflow on delete cascade,
  version     int not null,
  digest      text not null,
  nodes       jsonb not null,
  edges       jsonb not null,
  user_id     text,
  deploy_time timestamptz not null default now(),
  primary key (workflow_id, version)
);
-- A deployed version never changes; it goes with its workflow alone.
create function workflow_version_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' or exists (select 1 from workflow where id = old.workflow_id) then
    raise exception 'a deployed version never changes';
  end if;
  return old;
end $$;
create trigger workflow_version_kept before update or delete on workflow_version for each row execute function workflow_version_kept();

create table examine (
  id               text primary key,
  n                bigint generated always as identity,
  object_type      text not null check (object_type in ('user', 'org')),
  -- Null for what is still to be made.
  object_id        text,
  object_name      text not null,
  -- Whose scope decides.
  org_id           text not null,
  operate_type     text not null check (operate_type in ('insert', 'update', 'delete')),
  -- 0 pending, 1 passed, 2 rejected, 3 withdrawn
  status           smallint not null default 0 check (status between 0 and 3),
  base_version     int,
  -- For the reader, masked, and kept.
  before_shown     jsonb,
  after_shown      jsonb,
  changes          jsonb not null,
  -- What was sent but telephone, ID card and password, for a new request of the applicant.
  form             jsonb not null,
  apply_user_id    text not null,
  apply_time       timestamptz not null default now(),
  workflow_id      text,
  workflow_name    text,
  workflow_version int,
  -- As they stood when it was submitted.
  steps            jsonb not null,
  step_no          int not null default 0,
  step_since       timestamptz not null default now(),
  deadline         timestamptz,
  reminded         int not null default 0,
  -- Why it could not be carried out at the last try.
  fault            text,
  opinion          text,
  from_id          text,
  file_ids         text[] not null default '{}',
  end_time         timestamptz,
  row_version      int not null default 1
);
create unique index review_pending on examine (object_type, object_id) where status = 0 and object_id is not null;
create index examine_listed on examine (object_type, status, n desc);
create index examine_newest on examine (object_type, n desc);
create index examine_of_org on examine (org_id, object_type, status, n desc);
create index examine_of_applicant on examine (apply_user_id, n desc);
create index examine_pending on examine (n) where status = 0;
create index examine_of_workflow on examine (workflow_id) where status = 0;

-- The change itself, sealed; gone as soon as the request is over.
create table examine_payload (
  examine_id text primary key references examine on delete cascade,
  sealed     text not null
);

-- Whom a step asks.
create table examine_task (
  examine_id text not null references examine on delete cascade,
  step_no    int not null,
  user_id    text not null,
  -- waiting: their turn comes after others; void: they may not act any more.
  state      text not null check (state in ('open', 'waiting', 'done', 'void')),
  vote       smallint check (vote in (0, 1)),
  seq        int not null default 0,
  origin     text not null check (origin in ('step', 'fallback')),
  since      timestamptz not null default now(),
  primary key (examine_id, step_no, user_id)
);
create index examine_task_open on examine_task (user_id) include (examine_id, step_no) where state = 'open';

create table examine_log (
  id         bigint generated always as identity primary key,
  examine_id text not null references examine on delete cascade,
  step_no    int not null,
  node       text not null,
  user_id    text,
  user_name  text,
  act        text not null check (act in
    ('submit', 'pass', 'reject', 'withdraw', 'apply', 'fault', 'fallback', 'skip', 'void', 'escalate', 'remind')),
  opinion    text,
  time       timestamptz not null default now()
);
create index examine_log_of on examine_log (examine_id, id);
create trigger examine_log_kept before update or delete or truncate on examine_log for each statement execute function refuse_change();

-- Unique values that pending requests want: for everybody else they are taken. Telephone and ID card by their blind index.
create table examine_hold (
  kind       text not null,
  value      text not null,
  examine_id text not null references examine on delete cascade,
  primary key (kind, value)
);
create index examine_hold_of on examine_hold (examine_id);

create function refuse_held(label text) returns void language plpgsql as $$
begin
  raise exception 'held by a pending request' using errcode = '23505', constraint = 'value_held',
    detail = json_build_object('label', label)::text;
end $$;

-- Whatever call newly writes such a value is refused, the request itself excepted: it lets go before it is carried out.
create function users_keep_held() returns trigger language plpgsql as $$
declare label text;
begin
  if not exists (select 1 from examine_hold) then return null; end if;
  with taken as (
    select v.kind, v.value from fresh u, lateral (values ('userName', lower(u.user_name)), ('phone', u.phone_hash),
      ('idCard', u.id_card_hash), ('originUserId', u.origin_user_id), ('employeeNumber', u.employee_number)) v (kind, value)
    where u.deleted_at is null)
  select case h.kind when 'userName' then '用户名' when 'phone' then '手机号' when 'idCard' then '身份证号'
      when 'originUserId' then '原系统用户ID' else '工号' end into label
    from taken t join examine_hold h on h.kind = t.kind and h.value = t.value limit 1;
  if label is not null then perform refuse_held(label); end if;
  return null;
end $$;
create trigger users_keep_held_insert after insert on users referencing new table as fresh
  for each statement execute function users_keep_held();

create function users_keep_held_row() returns trigger language plpgsql as $$
declare label text;
begin
  select case h.kind when 'userName' then '用户名' when 'phone' then '手机号' when 'idCard' then '身份证号'
      when 'originUserId' then '原系统用户ID' else '工号' end into label
    from (values ('userName', lower(new.user_name), lower(old.user_name)), ('phone', new.phone_hash, old.phone_hash),
      ('idCard', new.id_card_hash, old.id_card_hash), ('originUserId', new.origin_user_id, old.origin_user_id),
      ('employeeNumber', new.employee_number, old.employee_number)) v (kind, value, former)
    join examine_hold h on h.kind = v.kind and h.value = v.value
    where v.value is distinct from v.former or old.deleted_at is not null limit 1;
  if label is not null then perform refuse_held(label); end if;
  return null;
end $$;
create trigger users_keep_held_update after update of user_name, phone_hash, id_card_hash, origin_user_id, employee_number, deleted_at
  on users for each row
  when (new.deleted_at is null and (new.user_name, new.phone_hash, new.id_card_hash, new.origin_user_id, new.employee_number, new.deleted_at)
    is distinct from (old.user_name, old.phone_hash, old.id_card_hash, old.origin_user_id, old.employee_number, old.deleted_at))
  execute function users_keep_held_row();

create function org_keep_held() returns trigger language plpgsql as $$
declare label text;
begin
  select case h.kind when 'orgCode' then '机构编码' when 'originOrgId' then '原系统机构ID' else '机构名称' end into label
    from (values ('orgCode', lower(new.code)), ('originOrgId', new.origin_org_id),
      ('orgName', new.parent_id || '/' || new.name)) v (kind, value)
    join examine_hold h on h.kind = v.kind and h.value = v.value limit 1;
  if label is not null then perform refuse_held(label); end if;
  return null;
end $$;
create trigger org_keep_held_insert after insert on org for each row when (new.deleted_at is null) execute function org_keep_held();
create trigger org_keep_held_update after update of name, code, origin_org_id, parent_id, deleted_at on org for each row
  when (new.deleted_at is null and (new.name, new.code, new.origin_org_id, new.parent_id, new.deleted_at)
    is distinct from (old.name, old.code, old.origin_org_id, old.parent_id, old.deleted_at))
  execute function org_keep_held();

-- Whose rights a change is compared with (N-02): of a review the applicant's, while the history names who passed it.
create or replace function is_giving_watched(person text) returns boolean language sql stable as $$
  select coalesce(case history_setting('giving') when 'branch' then true
    when 'own' then person = coalesce(history_setting('giver'), history_setting('user_id')) end, false)
$$;

-- What a pending request refers to is not cleaned away.
create or replace view file_use as
  select avatar as file_id, 'avatar' as kind, id as holder_id, real_name || '（' || user_name || '）' as holder_name, true as keeps
    from users where avatar is not null
  union all
  select logo, 'app', id, name, true from app where logo is not null
  union all
  select file_id, 'notice', id, title, true from notice
  union all
  select file_id, 'import', owner_id, file_name, true from import_plan where file_id is not null
  union all
  select file_id, 'task', owner_id, kind, false from async_task where file_id is not null
  union all
  select config_value, 'config', config_key, config_name, true from config
    where config_key in ('systemLogo', 'caDriverFileId', 'faceDriverFileId') and config_value <> ''
  union all
  select unnest(e.file_ids), 'examine', e.id, e.object_name, true from examine e where e.status = 0 and e.file_ids <> '{}';

-- Every act on a page has a button (N-01); who holds the page today gets it once.
create temporary table review_button (id text, page text, code text, name text) on commit drop;
insert into review_button values
  ('examine_review-org-examine-org', '/examine/review-org', 'examine-org', '审核机构申请'),
  ('examine_review-user-examine-user', '/examine/review-user', 'examine-user', '审核用户申请'),
  ('examine_examine-set-edit-examine', '/examine/examine-set', 'edit-examine', '修改审核设置');
insert into menu (id, parent_id, name, menu_uri, type, mark, status, hsa_auth_grade_show, sort_num)
select b.id, m.id, b.name, '', 'button', b.code, 1, m.hsa_auth_grade_show, 1
from review_button b join menu m on m.menu_uri = b.page and m.type = 'menu'
on conflict do nothing;
insert into role_menu (role_id, menu_id)
select distinct h.role_id, n.id from review_button b join menu p on p.menu_uri = b.page and p.type = 'menu'
  join menu n on n.parent_id = p.id and n.type = 'button' and n.mark = b.code
  join role_menu h on h.menu_id = p.id
on conflict do nothing;
insert into grade_admin_menu (grade_admin_id, menu_id)
select distinct h.grade_admin_id, n.id from review_button b join menu p on p.menu_uri = b.page and p.type = 'menu'
  join menu n on n.parent_id = p.id and n.type = 'button' and n.mark = b.code
  join grade_admin_menu h on h.menu_id = p.id
on conflict do nothing;
