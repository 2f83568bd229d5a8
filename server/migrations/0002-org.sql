-- The tree of organisations, the ways up it, and how many people are below each.
create table org (
  id            text primary key,
  parent_id     text constraint parent_org_missing references org,
  name          text not null,
  short_name    text,
  code          text not null,
  org_type      text,
  origin_org_id text,
  leader        text,
  phone         text,
  address       text,
  status        smallint not null default 1 check (status in (0, 1)),
  sort_num      int not null check (sort_num between 1 and 999999),
  remark        text,
  pinyin        text not null default '',
  initials      text not null default '',
  search        text not null default '',
  version       int not null default 1,
  create_time   timestamptz not null default now(),
  update_time   timestamptz not null default now(),
  deleted_at    timestamptz,
  deleted_by    text,
  constraint org_root check ((parent_id is null) = (id = '1'))
);
create unique index org_code_taken on org (lower(code)) where deleted_at is null;
create unique index org_name_taken on org (parent_id, name) where deleted_at is null;
create unique index origin_org_id_taken on org (origin_org_id) where deleted_at is null;
create index org_level on org (parent_id, sort_num, id) where deleted_at is null;
create index org_search on org using gin (search gin_trgm_ops);
create index org_deleted on org (deleted_at desc, id) where deleted_at is not null;
create index org_order on org (sort_num, id) where deleted_at is null;

-- Every organisation with each of those above it and itself (depth 0). 44,703 organisations make some 220,000 rows.
create table org_ancestor (
  org_id      text not null,
  ancestor_id text not null,
  depth       smallint not null,
  primary key (org_id, ancestor_id)
);
create index org_ancestor_down on org_ancestor (ancestor_id, depth, org_id);

-- People at or below each organisation, as summands: writers add rows and never wait for each other,
-- a maintenance job folds them.
create table org_tally (org_id text not null, people bigint not null);
create index org_tally_org on org_tally (org_id) include (people);

create function org_people(wanted text) returns bigint language sql stable as $$
  select coalesce(sum(people), 0)::bigint from org_tally where org_id = wanted
$$;

create procedure fold_org_tally() language sql as $$
  with crowded as (select org_id from org_tally group by org_id having count(*) > 1),
       gone as (delete from org_tally t using crowded c where t.org_id = c.org_id returning t.org_id, t.people)
  insert into org_tally select org_id, sum(people) from gone group by org_id
$$;

create function org_placed() returns trigger language plpgsql as $$
begin
  -- Parents may stand in the same statement; depth by depth they all find theirs.
  insert into org_ancestor
  with recursive up as (
    select id as org_id, id as ancestor_id, 0 as depth, parent_id from fresh
    union all
    select up.org_id, p.id, up.depth + 1, p.parent_id from up join org p on p.id = up.parent_id
  ) select org_id, ancestor_id, depth from up;
  return null;
end $$;
create trigger org_placed after insert on org referencing new table as fresh
  for each statement execute function org_placed();

-- One move at a time, so two crossing moves cannot make a circle (R18).
create function org_move_guard() returns trigger language plpgsql as $$
begin
  if new.parent_id is distinct from old.parent_id then
    perform pg_advisory_xact_lock(7311);
    if exists (select 1 from org_ancestor where org_id = new.parent_id and ancestor_id = new.id) then
      raise exception 'an organisation cannot be below itself' using errcode = '23514', constraint = 'org_circle';
    end if;
  end if;
  return new;
end $$;
create trigger org_move_guard before update of parent_id on org for each row execute function org_move_guard();

create function org_moved() returns trigger language plpgsql as $$
declare left_behind text[]; joined text[];
begin
  if new.parent_id is not distinct from old.parent_id then return null; end if;
  select array_agg(ancestor_id) into left_behind from org_ancestor where org_id = old.parent_id;
  select array_agg(ancestor_id) into joined from org_ancestor where org_id = new.parent_id;
  delete from org_ancestor a using org_ancestor below
   where below.ancestor_id = new.id and a.org_id = below.org_id and a.ancestor_id = any (left_behind);
  insert into org_ancestor
  select below.org_id, above.ancestor_id, below.depth + above.depth + 1
  from org_ancestor below cross join org_ancestor above
  where below.ancestor_id = new.id and above.org_id = new.parent_id;
  -- A person may have another job under the same ancestor: count anew instead of adding.
  delete from org_tally where org_id in (
    select unnest(left_behind) except select unnest(joined) union (select unnest(joined) except select unnest(left_behind)));
  insert into org_tally
  select a.ancestor_id, count(distinct j.user_id)
  from org_ancestor a join job j on j.org_id = a.org_id
  where a.ancestor_id in (
    select unnest(left_behind) except select unnest(joined) union (select unnest(joined) except select unnest(left_behind)))
  group by a.ancestor_id;
  return null;
end $$;
create trigger org_moved after update of parent_id on org for each row execute function org_moved();

call watch_history('org');

create table org_range (
  id          text primary key,
  name        text not null constraint org_range_name_taken unique,
  sort_num    int not null default 1,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create table org_range_root (
  range_id text not null references org_range on delete cascade,
  org_id   text not null constraint org_missing references org,
  primary key (range_id, org_id)
);
call watch_history('org_range');
