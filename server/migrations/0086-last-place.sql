-- The highest number in the list of an organisation, and below one; 0 where there is none. It stands at the end of the index that
-- begins with the organisation. With max() the planner may walk the index of all numbers instead, past everybody who is elsewhere:
-- a hundred thousand rows for an organisation that is still empty.
create function last_job_number(org text) returns int stable language sql as $$
  select coalesce((select l.sort_num from (select j.org_id, j.sort_num from job j where (j.org_id, j.sort_num) <= (org, 2147483647)
    order by j.org_id desc, j.sort_num desc limit 1) l where l.org_id = org), 0)
$$;
create function last_org_number(parent text) returns int stable language sql as $$
  select coalesce((select l.sort_num from (select o.parent_id, o.sort_num from org o where o.deleted_at is null
    and (o.parent_id, o.sort_num) <= (parent, 2147483647) order by o.parent_id desc, o.sort_num desc limit 1) l where l.parent_id = parent), 0)
$$;
