-- Kept counters against moves. Advisory lock 7311: a move holds it alone (org_move_guard); whoever writes a job or a new
-- organisation, or folds counters, shares it, so that they wait for a move and never for each other. Lock 7348: one
-- at a time folds or counts anew.
create function share_tree() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7311);
  return null;
end $$;
-- Before any row is locked; what is counted afterwards reads the tree as the move left it.
create trigger tree_shared before insert or delete or update of user_id, org_id on job
  for each statement execute function share_tree();
create trigger tree_shared before insert on org for each statement execute function share_tree();

-- What cannot be done now is done a minute later.
create function may_fold() returns boolean language sql as $$
  select pg_try_advisory_xact_lock_shared(7311) and pg_try_advisory_xact_lock(7348)
$$;

create or replace procedure fold_org_tally() language plpgsql as $$
begin
  if not may_fold() then return; end if;
  with crowded as (select org_id from org_tally group by org_id having count(*) > 1),
       gone as (delete from org_tally t using crowded c where t.org_id = c.org_id returning t.org_id, t.people)
  insert into org_tally select org_id, sum(people) from gone group by org_id having sum(people) <> 0;
end $$;
create or replace procedure fold_label_tally() language plpgsql as $$
begin
  if not may_fold() then return; end if;
  with crowded as (select label_id from label_tally group by label_id having count(*) > 1),
       gone as (delete from label_tally t using crowded c where t.label_id = c.label_id returning t.label_id, t.people)
  insert into label_tally select label_id, sum(people) from gone group by label_id having sum(people) <> 0;
end $$;
create or replace procedure fold_gram_tally() language plpgsql as $$
begin
  if not may_fold() then return; end if;
  with crowded as (select gram from gram_tally group by gram having count(*) > 1),
       gone as (delete from gram_tally t using crowded c where t.gram = c.gram returning t.gram, t.people)
  insert into gram_tally select gram, sum(people) from gone group by gram having sum(people) <> 0;
end $$;
create or replace procedure fold_login_tally() language plpgsql as $$
begin
  if not may_fold() then return; end if;
  with gone as materialized (delete from login_tally_due returning *),
  folded as (
    insert into login_tally as t
    select day, hour, login_type, result, reason, sum(attempts) from gone group by 1, 2, 3, 4, 5
    on conflict (day, hour, login_type, result, reason) do update set attempts = t.attempts + excluded.attempts
  )
  insert into org_login_tally as t
  select a.ancestor_id, g.day, sum(g.attempts) from gone g join org_ancestor a on a.org_id = g.org_id group by 1, 2
  on conflict (org_id, day) do update set attempts = t.attempts + excluded.attempts;
  with gone as materialized (delete from active_tally_due returning *)
  insert into active_tally as t select unit, begin, sum(users) from gone group by 1, 2
  on conflict (unit, begin) do update set users = t.users + excluded.users;
end $$;

-- Deleted and counted in one statement: both see the same moment, whatever is committed meanwhile.
create or replace procedure recount_grams() language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7348);
  with gone as (delete from gram_tally)
  insert into gram_tally
  select gram, count(*) from users cross join counted_grams(grams) gram where deleted_at is null group by gram;
end $$;

create or replace function org_moved() returns trigger language plpgsql as $$
declare left_behind text[]; joined text[]; changed text[];
begin
  if new.parent_id is not distinct from old.parent_id then return null; end if;
  select array_agg(ancestor_id) into left_behind from org_ancestor where org_id = old.parent_id;
  select array_agg(ancestor_id) into joined from org_ancestor where org_id = new.parent_id;
  changed := array(
    select unnest(left_behind) except select unnest(joined) union (select unnest(joined) except select unnest(left_behind)));
  delete from org_ancestor a using org_ancestor below
   where below.ancestor_id = new.id and a.org_id = below.org_id and a.ancestor_id = any (left_behind);
  insert into org_ancestor
  select below.org_id, above.ancestor_id, below.depth + above.depth + 1
  from org_ancestor below cross join org_ancestor above
  where below.ancestor_id = new.id and above.org_id = new.parent_id;
  -- A person may have another job under the same ancestor: count anew instead of adding.
  with gone as (delete from org_tally where org_id = any (changed))
  insert into org_tally
  select a.ancestor_id, count(distinct j.user_id)
  from org_ancestor a join job j on j.org_id = a.org_id
  where a.ancestor_id = any (changed)
  group by a.ancestor_id;
  return null;
end $$;

-- What the nightly comparison of each counter found.
create table counter_check (
  counter     text primary key,
  check_time  timestamptz not null default now(),
  differences int not null default 0,
  wrong_time  timestamptz
);

-- Whoever deletes what is named here reads an index: deleting any file read all of users, 747 ms among a million.
create index users_avatar on users (avatar) where avatar is not null;
create index app_logo on app (logo) where logo is not null;
create index notice_file on notice (file_id);
create index role_menu_menu on role_menu (menu_id);
create index grade_admin_menu_menu on grade_admin_menu (menu_id);
create index org_range_root_org on org_range_root (org_id);
create index app_resource_above on app_resource (app_id, above_id) where above_id is not null;
create index cas_login_app on cas_login (app_id);
