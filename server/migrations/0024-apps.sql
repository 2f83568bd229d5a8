-- Applications, what is in them, and who may what (D-62, docs/decisions/0024-grants.md).

create table app_group (
  id          text primary key,
  name        text not null constraint app_group_name_taken unique,
  sort_num    int not null default 1 check (sort_num between 1 and 999999),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);

create function app_group_empty() returns trigger language plpgsql as $$
begin
  if exists (select 1 from app where app_group_id = old.id) then
    raise exception 'applications in it' using errcode = '23503', constraint = 'app_group_not_empty';
  end if;
  return old;
end $$;
create trigger app_group_empty before delete on app_group for each row execute function app_group_empty();

create table app (
  id               text primary key,
  -- Short, for the id of one person in one application: D-09 leaves 32 characters for both.
  seq              int generated always as identity unique,
  app_group_id     text not null constraint app_group_missing references app_group,
  name             text not null constraint app_name_taken unique,
  code             text not null,
  logo             text constraint file_missing references file,
  home_url         text,
  protocol         text not null check (protocol in ('oauth2', 'cas', 'saml', 'form')),
  -- Where answers may go: redirect addresses, of CAS the services.
  redirect_uris    text[] not null default '{}',
  post_logout_uris text[] not null default '{}',
  -- Told on the server's own way that somebody has signed out.
  logout_uri       text,
  client_id        text not null unique,
  -- The account under which a person is known there, where he has none of his own (app_account).
  account_from     text not null default 'userName' check (account_from in ('userName', 'phone', 'email', 'employeeNumber', 'originUserId', 'id')),
  -- What it is told of a person: name of the claim and the field it comes from.
  claims           jsonb not null default '[]',
  is_listed        smallint not null default 1 check (is_listed in (0, 1)),
  token_seconds    int not null default 3600 check (token_seconds between 60 and 86400),
  ip_whitelist     text[] not null default '{}',
  single_logout    smallint not null default 1 check (single_logout in (0, 1)),
  open_push        smallint not null default 0 check (open_push in (0, 1)),
  push_url         text,
  push_object      text check (push_object in ('org', 'user', 'all')),
  status           smallint not null default 1 check (status in (0, 1)),
  sort_num         int not null default 1 check (sort_num between 1 and 999999),
  remark           text,
  version          int not null default 1,
  create_time      timestamptz not null default now(),
  update_time      timestamptz not null default now()
);
create unique index app_code_taken on app (lower(code));
create index app_order on app (app_group_id, sort_num, id);
-- Apart from what history keeps.
create table app_push_secret (app_id text primary key references app on delete cascade, secret_cipher text not null);

-- Secrets of applications and API clients, as SHA-256 of 256 bits of chance; an old one goes on for a while beside the new.
create table client_secret (
  id            text primary key,
  app_id        text references app on delete cascade,
  api_client_id text references api_client on delete cascade,
  secret_hash   text not null,
  end_time      timestamptz,
  create_time   timestamptz not null default now(),
  check (num_nonnulls(app_id, api_client_id) = 1)
);
create index client_secret_app on client_secret (app_id) where app_id is not null;
create index client_secret_api_client on client_secret (api_client_id) where api_client_id is not null;
insert into client_secret (id, api_client_id, secret_hash) select md5(id), id, secret_hash from api_client;
alter table api_client drop column secret_hash;

create table app_role (
  id          text primary key,
  app_id      text not null constraint app_missing references app on delete cascade,
  code        text not null,
  name        text not null,
  status      smallint not null default 1 check (status in (0, 1)),
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  constraint app_role_name_taken unique (app_id, name),
  unique (app_id, id)
);
create unique index app_role_code_taken on app_role (app_id, lower(code));

-- '0' is above the topmost.
create table app_resource (
  id          text primary key,
  app_id      text not null constraint app_missing references app on delete cascade,
  parent_id   text not null,
  above_id    text generated always as (nullif(parent_id, '0')) stored,
  code        text not null,
  name        text not null,
  type        text not null check (type in ('menu', 'button', 'api')),
  uri         text,
  status      smallint not null default 1 check (status in (0, 1)),
  sort_num    int not null default 1 check (sort_num between 1 and 999999),
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  unique (app_id, id),
  constraint app_resource_has_children foreign key (app_id, above_id) references app_resource (app_id, id)
);
create unique index app_resource_code_taken on app_resource (app_id, lower(code));
create index app_resource_level on app_resource (app_id, parent_id, sort_num, id);

create table app_role_resource (
  id          text generated always as (role_id || ':' || resource_id) stored,
  app_id      text not null,
  role_id     text not null,
  resource_id text not null,
  primary key (role_id, resource_id),
  foreign key (app_id, role_id) references app_role (app_id, id) on delete cascade,
  constraint app_resource_missing foreign key (app_id, resource_id) references app_resource (app_id, id) on delete cascade
);
create index app_role_resource_resource on app_role_resource (resource_id);

-- A person in an application: under which account, and whether he is shut out there whoever lets him in.
create table app_account (
  id          text generated always as (app_id || ':' || user_id) stored,
  app_id      text not null constraint app_missing references app on delete cascade,
  user_id     text not null constraint user_missing references users,
  account     text,
  status      smallint not null default 1 check (status in (0, 1)),
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (app_id, user_id)
);
create unique index app_account_taken on app_account (app_id, lower(account)) where account is not null;
create index app_account_user on app_account (user_id);

create table auth_group (
  id          text primary key,
  name        text not null constraint auth_group_name_taken unique,
  code        text not null,
  status      smallint not null default 1 check (status in (0, 1)),
  sort_num    int not null default 1 check (sort_num between 1 and 999999),
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create unique index auth_group_code_taken on auth_group (lower(code));

-- One right: a subject may open an application, holds a role of one, or stands in a permission group. What a group
-- gives are rights whose subject is the group.
create table app_grant (
  id           text primary key,
  subject_type text not null check (subject_type in ('user', 'org', 'label', 'workGroup', 'post', 'stripe', 'authGroup')),
  subject_id   text not null,
  -- Of an organisation: with all below it.
  below        boolean not null default true,
  app_id       text constraint app_granted references app,
  role_id      text,
  group_id     text constraint auth_group_missing references auth_group on delete cascade,
  begin_time   timestamptz,
  end_time     timestamptz,
  granted_by   text not null,
  -- The review it was granted under.
  approval_id  text,
  create_time  timestamptz not null default now(),
  constraint app_role_held foreign key (app_id, role_id) references app_role (app_id, id),
  constraint app_grant_once unique nulls not distinct (subject_type, subject_id, app_id, role_id, group_id),
  check (num_nonnulls(app_id, group_id) = 1),
  check (role_id is null or app_id is not null),
  check (subject_type <> 'authGroup' or group_id is null),
  constraint app_grant_times check (begin_time < end_time)
);
create index app_grant_app on app_grant (app_id, subject_type, subject_id);
create index app_grant_role on app_grant (role_id, subject_type, subject_id) where role_id is not null;
create index app_grant_group on app_grant (group_id, subject_type, subject_id) where group_id is not null;
create index app_grant_order on app_grant (subject_type, create_time desc, id);
create index app_grant_end on app_grant (end_time) where end_time is not null;

-- Where a subject goes for good, so does what it was given. A deleted person or organisation may come back, and rests.
create function subject_gone() returns trigger language plpgsql as $$
begin
  delete from app_grant g using stale o where g.subject_type = any (tg_argv::text[]) and g.subject_id = o.id;
  return null;
end $$;
create trigger subject_gone after delete on users referencing old table as stale for each statement execute function subject_gone('user');
create trigger subject_gone after delete on org referencing old table as stale for each statement execute function subject_gone('org');
create trigger subject_gone after delete on user_label referencing old table as stale for each statement execute function subject_gone('label');
create trigger subject_gone after delete on work_group referencing old table as stale for each statement execute function subject_gone('workGroup');
create trigger subject_gone after delete on standing referencing old table as stale for each statement execute function subject_gone('post');
create trigger subject_gone after delete on stripe referencing old table as stale for each statement execute function subject_gone('stripe');
create trigger subject_gone after delete on auth_group referencing old table as stale for each statement execute function subject_gone('authGroup');

-- What a person is, to whom something may have been given. `is_above`: an organisation above one of his, which counts
-- where it was given with all below it. `is_live`: not switched off, not over.
create function subjects_of(person text)
returns table (subject_type text, subject_id text, is_above boolean, is_live boolean) language sql stable as $$
  select 'user', u.id, false, true from users u where u.id = person
  union all
  select 'org', a.ancestor_id, min(a.depth) > 0, bool_or(o.status = 1)
    from job j join org_ancestor a on a.org_id = j.org_id join org o on o.id = a.ancestor_id where j.user_id = person group by a.ancestor_id
  union all
  select 'label', l.id, false, l.status = 1 from user_label_member m join user_label l on l.id = m.label_id where m.user_id = person
  union all
  select 'workGroup', g.id, false, g.status = 1 and (g.valid_end_time is null or g.valid_end_time > now())
    from work_group_member m join work_group g on g.id = m.group_id where m.user_id = person
  union all
  select 'post', s.id, false, s.status = 1 from standing s where s.id in (select j.post_id from job j where j.user_id = person)
  union all
  select 'stripe', s.id, false, s.status = 1 from stripe s
    where s.id in (select n.stripe_id from job j join stripe_org n on n.org_id = j.org_id where j.user_id = person)
$$;

-- Every way to an application a person has, and what is in the way: `fault` is null where nothing is. Deciding at the
-- door, telling rights and explaining them all read this one function.
create function paths_of(person text) returns table (
  app_id text, role_id text, grant_id text, subject_type text, subject_id text, group_id text, begin_time timestamptz,
  end_time timestamptz, fault text) language sql stable as $$
  with subject as materialized (select * from subjects_of(person)),
  given as (
    select g.id, g.subject_type, g.subject_id, g.app_id, g.role_id, g.group_id, g.begin_time, g.end_time,
      case when s.is_above and not g.below then 'notBelow' when not s.is_live then 'subjectDisabled'
        when g.begin_time > now() then 'notBegun' when g.end_time <= now() then 'over' end as fault
    from subject s join app_grant g on g.subject_type = s.subject_type and g.subject_id = s.subject_id),
  way as (
    select g.app_id, g.role_id, g.id as grant_id, g.subject_type, g.subject_id, null as group_id, g.begin_time, g.end_time, g.fault
    from given g where g.app_id is not null
    union all
    select i.app_id, i.role_id, g.id, g.subject_type, g.subject_id, g.group_id, greatest(g.begin_time, i.begin_time), least(g.end_time, i.end_time),
      coalesce(g.fault, case when b.status = 0 then 'groupDisabled' when i.begin_time > now() then 'notBegun' when i.end_time <= now() then 'over' end)
    from given g join auth_group b on b.id = g.group_id join app_grant i on i.subject_type = 'authGroup' and i.subject_id = g.group_id)
  select w.app_id, w.role_id, w.grant_id, w.subject_type, w.subject_id, w.group_id, w.begin_time, w.end_time,
    coalesce(case when a.status = 0 then 'appDisabled' when h.status = 0 then 'accountDisabled' end, w.fault, case when r.status = 0 then 'roleDisabled' end)
  from way w join app a on a.id = w.app_id left join app_role r on r.id = w.role_id
  left join app_account h on h.app_id = w.app_id and h.user_id = person
$$;

call watch_history('app_group');
call watch_history('app');
call watch_history('app_role');
call watch_history('app_resource');
call watch_history('app_role_resource');
call watch_history('app_account');
call watch_history('auth_group');
call watch_history('app_grant');
call watch_history('api_client');

-- What is set there holds for everybody (as 0013).
update menu set hsa_auth_grade_show = 0 where hsa_auth_grade_show = 1 and (
  menu_uri in ('/app/list', '/app/authority', '/app/appSetting', '/authorize/auth-group', '/authorize/api-auth')
  or parent_id in (select id from menu where menu_uri in ('/app/list', '/app/authority', '/app/appSetting', '/authorize/auth-group', '/authorize/api-auth')));
