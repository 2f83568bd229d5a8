-- The people of an organisation are counted by the difference of two sets. While nothing was known of how many jobs there are, the planner
-- put all of org_ancestor into a hash for every job and every organisation above it: two thousand jobs of a first load took minutes.
create or replace function job_tally_insert() returns trigger language plpgsql as $$
begin
  insert into org_tally
  with gained as (select distinct n.user_id, a.ancestor_id from fresh n join org_ancestor a on a.org_id = n.org_id),
  had as (
    select distinct j.user_id, a.ancestor_id from job j join org_ancestor a on a.org_id = j.org_id
    where j.user_id = any (array(select user_id from fresh)) and j.id <> all (array(select id from fresh)))
  select ancestor_id, count(*) from (select * from gained except select * from had) more group by ancestor_id;
  return null;
end $$;
create or replace function job_tally_delete() returns trigger language plpgsql as $$
begin
  insert into org_tally
  with had as (select distinct o.user_id, a.ancestor_id from stale o join org_ancestor a on a.org_id = o.org_id),
  kept as (
    select distinct j.user_id, a.ancestor_id from job j join org_ancestor a on a.org_id = j.org_id
    where j.user_id = any (array(select user_id from stale)))
  select ancestor_id, -count(*) from (select * from had except select * from kept) less group by ancestor_id;
  return null;
end $$;
