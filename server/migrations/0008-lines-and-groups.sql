-- Lines: trees of their own over the same organisations. Work groups: people of several organisations.
create table stripe (
  id          text primary key,
  name        text not null constraint stripe_name_taken unique,
  code        text not null,
  status      smallint not null default 1 check (status in (0, 1)),
  sort_num    int not null default 1 check (sort_num between 1 and 999999),
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create unique index stripe_code_taken on stripe (lower(code));

-- An organisation stands in a line once; what is above it stands in the same line.
create table stripe_org (
  id          text generated always as (stripe_id || ':' || org_id) stored,
  stripe_id   text not null constraint stripe_missing references stripe on delete cascade,
  org_id      text not null constraint org_missing references org,
  parent_id   text,
  sort_num    int not null default 1 check (sort_num between 1 and 999999),
  create_time timestamptz not null default now(),
  constraint stripe_org_once primary key (stripe_id, org_id),
  constraint stripe_parent_missing foreign key (stripe_id, parent_id) references stripe_org (stripe_id, org_id)
);
create index stripe_org_level on stripe_org (stripe_id, parent_id, sort_num, org_id);
create index stripe_org_order on stripe_org (stripe_id, sort_num, org_id);
create index stripe_org_org on stripe_org (org_id);

-- One change of the tree of a line at a time, so two crossing moves cannot make a circle (R18).
create function stripe_move_guard() returns trigger language plpgsql as $$
begin
  if new.parent_id is not distinct from old.parent_id or new.parent_id is null then return new; end if;
  perform 1 from stripe where id = new.stripe_id for no key update;
  if exists (
    with recursive up as (
      select new.parent_id as at
      union all
      select n.parent_id from up join stripe_org n on n.stripe_id = new.stripe_id and n.org_id = up.at where up.at <> new.org_id
    ) select 1 from up where at = new.org_id) then
    raise exception 'an organisation cannot be below itself in a line' using errcode = '23514', constraint = 'stripe_circle';
  end if;
  return new;
end $$;
create trigger stripe_move_guard before update of parent_id on stripe_org for each row execute function stripe_move_guard();

-- Takes organisations out of a line; what stood below them goes up to the nearest that stays,
-- behind those who are there: no two siblings have one number, so each can be put between two others.
create function leave_stripe(line text, gone text[]) returns bigint language plpgsql as $$
declare left_line bigint;
begin
  perform 1 from stripe where id = line for no key update;
  with recursive up as (
    select n.org_id, n.parent_id as at from stripe_org n
    where n.stripe_id = line and n.parent_id = any (gone) and n.org_id <> all (gone)
    union all
    select up.org_id, n.parent_id from up join stripe_org n on n.stripe_id = line and n.org_id = up.at where up.at = any (gone)
  ),
  settled as (select org_id, at from up where at is null or at <> all (gone)),
  last as (
    select at, coalesce(case when at is null then (select max(n.sort_num) from stripe_org n where n.stripe_id = line and n.parent_id is null)
      else (select max(n.sort_num) from stripe_org n where n.stripe_id = line and n.parent_id = at) end, 0) as n
    from (select distinct at from settled) ats),
  placed as (
    select s.org_id, s.at, last.n + row_number() over (partition by s.at order by n.sort_num, n.org_id) as place
    from settled s join last on last.at is not distinct from s.at join stripe_org n on n.stripe_id = line and n.org_id = s.org_id)
  update stripe_org n set parent_id = placed.at, sort_num = least(999999, placed.place) from placed
   where n.stripe_id = line and n.org_id = placed.org_id;
  delete from stripe_org where stripe_id = line and org_id = any (gone);
  get diagnostics left_line = row_count;
  return left_line;
end $$;

create table work_group (
  id             text primary key,
  name           text not null constraint work_group_name_taken unique,
  code           text not null,
  -- Whose group it is; none: of the whole house, and only those see it who see everything.
  org_id         text constraint org_missing references org,
  leader_id      text,
  valid_end_time timestamptz,
  status         smallint not null default 1 check (status in (0, 1)),
  sort_num       int not null default 1 check (sort_num between 1 and 999999),
  remark         text,
  version        int not null default 1,
  create_time    timestamptz not null default now(),
  update_time    timestamptz not null default now()
);
create unique index work_group_code_taken on work_group (lower(code));
create index work_group_org on work_group (org_id);

create table work_group_member (
  id          text generated always as (group_id || ':' || user_id) stored,
  group_id    text not null constraint work_group_missing references work_group on delete cascade,
  user_id     text not null constraint user_missing references users,
  create_time timestamptz not null default now(),
  primary key (group_id, user_id)
);
create index work_group_member_user on work_group_member (user_id, group_id);
-- The leader is a member; whoever leaves the group leads it no more.
alter table work_group add constraint work_group_leader_missing foreign key (id, leader_id)
  references work_group_member (group_id, user_id) on delete set null (leader_id) deferrable initially deferred;
create index work_group_leader on work_group (id, leader_id) where leader_id is not null;

alter table users add column deleted_groups jsonb;

-- A deleted organisation leaves every line; its work groups go to the nearest organisation above it that is left.
create function org_gone() returns trigger language plpgsql as $$
declare gone text[]; line text;
begin
  select array_agg(n.id) into gone from fresh n join stale o on o.id = n.id where n.deleted_at is not null and o.deleted_at is null;
  if gone is null then return null; end if;
  -- All lines at once and in one order, so that two who delete cannot wait for each other.
  perform 1 from stripe where id in (select stripe_id from stripe_org where org_id = any (gone)) order by id for no key update;
  for line in select distinct stripe_id from stripe_org where org_id = any (gone) order by 1 loop
    perform leave_stripe(line, gone);
  end loop;
  update work_group g set org_id = (
    select a.ancestor_id from org_ancestor a join org o on o.id = a.ancestor_id
    where a.org_id = g.org_id and o.deleted_at is null order by a.depth limit 1)
   where g.org_id = any (gone);
  return null;
end $$;
create trigger org_gone after update on org referencing old table as stale new table as fresh
  for each statement execute function org_gone();

call watch_history('stripe');
call watch_history('stripe_org');
call watch_history('work_group');
call watch_history('work_group_member');
call watch_history('users');
