-- Grants of grade administrators hang on each other: what somebody hands on is never more than he holds (D-34, decision 0014).
alter table grade_admin
  add column begin_time  timestamptz,
  add column end_time    timestamptz,
  add column has_hand_on smallint not null default 0 check (has_hand_on in (0, 1)),
  -- The grant it was handed on from; none where a role or a super administrator gave it.
  add column source_id   text constraint grade_source_missing references grade_admin on delete cascade,
  add column granted_by  text,
  add constraint grade_time_wrong check (begin_time < end_time),
  add constraint grade_source_wrong check (source_id <> id);
create index grade_admin_org on grade_admin (org_id);
create index grade_admin_source on grade_admin (source_id) where source_id is not null;
call watch_history('grade_admin');

create function is_grade_open(status smallint, begin_time timestamptz, end_time timestamptz) returns boolean language sql stable as $$
  select status = 1 and coalesce(begin_time <= now(), true) and coalesce(end_time > now(), true)
$$;

-- Those of the grants that hold at this moment: up to where they come from each is enabled and in its time, may be handed
-- on, and reaches over the organisation of the one below it. An organisation moved away rests a grant until it is back.
create function live_grades(wanted text[]) returns setof text language sql stable as $$
  with recursive up as (
    select g.id as grade_id, g.org_id, g.has_include_child, g.source_id, 1 as depth,
      is_grade_open(g.status, g.begin_time, g.end_time) as sound
    from grade_admin g where g.id = any (wanted)
    union all
    select up.grade_id, s.org_id, s.has_include_child, s.source_id, up.depth + 1,
      is_grade_open(s.status, s.begin_time, s.end_time) and s.has_hand_on = 1
        and case s.has_include_child
          when 1 then exists (select from org_ancestor a where a.org_id = up.org_id and a.ancestor_id = s.org_id)
          else s.org_id = up.org_id and up.has_include_child = 0 end
    from up join grade_admin s on s.id = up.source_id where up.sound and up.depth < 32
  ) select grade_id from up where sound and source_id is null
$$;
