-- Sign-ins as numbers (docs/decisions/0020-statistics.md). A statement that writes login_log appends what it adds; a job
-- folds the addends every minute; a reader adds up both, so a number is exact at any moment and no sign-in waits for
-- another. What has been counted stays when old records of the log go.

-- A clause is the same for all who fail so; what follows tells one person how often he may still try.
create function login_reason(result smallint, message text) returns text language sql immutable as $$
  select case when result = 1 then '' else left(split_part(message, '，', 1), 50) end
$$;
-- Days are China's, whatever the connection says.
create function login_day(at timestamptz) returns date language sql immutable as $$
  select (at at time zone 'Asia/Shanghai')::date
$$;
create function login_hour(at timestamptz) returns smallint language sql immutable as $$
  select extract(hour from at at time zone 'Asia/Shanghai')::smallint
$$;

create table login_tally (
  day        date not null,
  hour       smallint not null,
  login_type text not null,
  result     smallint not null,
  reason     text not null,
  attempts   bigint not null,
  primary key (day, hour, login_type, result, reason)
);
-- Attempts that got in, by the main organisation the person had then and by each above it.
create table org_login_tally (
  org_id   text not null,
  day      date not null,
  attempts bigint not null,
  primary key (org_id, day)
);
-- Addends of both.
create table login_tally_due (
  day        date not null,
  hour       smallint not null,
  login_type text not null,
  result     smallint not null,
  reason     text not null,
  org_id     text,
  attempts   bigint not null
);

-- People who came in, each counted once in a day, a week, a month: on the first time he does.
create table active_tally (
  unit  text not null check (unit in ('day', 'week', 'month')),
  begin date not null,
  users bigint not null,
  primary key (unit, begin)
);
create table active_tally_due (unit text not null, begin date not null, users bigint not null);
-- The latest day each came in, and the latest day as it was before that was last written.
create table last_active (user_id text primary key, day date not null, day_before date);

create view login_count as
  select day, hour, login_type, result, reason, attempts from login_tally
  union all select day, hour, login_type, result, reason, attempts from login_tally_due;
create view active_count as
  select unit, begin, users from active_tally union all select unit, begin, users from active_tally_due;

create function login_logged() returns trigger language plpgsql as $$
declare one record; seen date; unit text; since date; till date;
begin
  insert into login_tally_due
  select login_day(f.login_time), login_hour(f.login_time), f.login_type, f.result, login_reason(f.result, f.message), j.org_id, count(*)
  from fresh f left join job j on j.user_id = f.user_id and j.job_type = 1 and f.result = 1
  group by 1, 2, 3, 4, 5, 6;
  for one in select distinct user_id, login_day(login_time) as day from fresh where result = 1 and user_id is not null order by 1, 2 loop
    insert into last_active as l (user_id, day) values (one.user_id, one.day)
    on conflict (user_id) do update set day_before = l.day, day = greatest(l.day, excluded.day)
    returning l.day_before into seen;
    continue when seen = one.day;
    foreach unit in array array['day', 'week', 'month'] loop
      since := date_trunc(unit, one.day::timestamp);
      continue when date_trunc(unit, seen::timestamp) = since;
      if seen > one.day then
        -- A record that comes late: the log itself knows whether he had been there in that period.
        till := since + ('1 ' || unit)::interval;
        continue when exists (
          select from login_log g where g.user_id = one.user_id and g.result = 1
            and g.login_time >= since::timestamp at time zone 'Asia/Shanghai' and g.login_time < till::timestamp at time zone 'Asia/Shanghai'
            and not exists (select from fresh f where f.id = g.id and login_day(f.login_time) >= one.day));
      end if;
      insert into active_tally_due values (unit, since, 1);
    end loop;
  end loop;
  return null;
end $$;
create trigger login_logged after insert on login_log referencing new table as fresh
  for each statement execute function login_logged();

-- Organisations move one at a time (org_move_guard): between two of them addends find the tree as a reader would.
create procedure fold_login_tally() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(7311) then return; end if;
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

-- What was folded goes along with an organisation that moves.
create function org_moved_logins() returns trigger language plpgsql as $$
begin
  if new.parent_id is not distinct from old.parent_id then return null; end if;
  insert into org_login_tally as t
  select c.ancestor_id, m.day, c.sign * m.attempts
  from org_login_tally m cross join (
    select ancestor_id, sum(sign) as sign from (
      select ancestor_id, -1 as sign from org_ancestor where org_id = old.parent_id
      union all select ancestor_id, 1 from org_ancestor where org_id = new.parent_id) both_ways
    group by ancestor_id having sum(sign) <> 0) c
  where m.org_id = new.id
  on conflict (org_id, day) do update set attempts = t.attempts + excluded.attempts;
  return null;
end $$;
create trigger org_moved_logins after update of parent_id on org for each row execute function org_moved_logins();

-- Everything counted anew from the log as far as it reaches back: what stood in it before there were tallies.
create procedure recount_logins() language plpgsql as $$
begin
  truncate login_tally, login_tally_due, org_login_tally, active_tally, active_tally_due, last_active;
  insert into login_tally
  select login_day(login_time), login_hour(login_time), login_type, result, login_reason(result, message), count(*)
  from login_log group by 1, 2, 3, 4, 5;
  insert into org_login_tally
  select a.ancestor_id, t.day, sum(t.attempts)
  from (select j.org_id, login_day(l.login_time) as day, count(*) as attempts from login_log l
    join job j on j.user_id = l.user_id and j.job_type = 1 where l.result = 1 group by 1, 2) t
  join org_ancestor a on a.org_id = t.org_id group by 1, 2;
  insert into last_active
  select user_id, max(login_day(login_time)), null from login_log where result = 1 and user_id is not null group by 1;
  insert into active_tally
  select u.unit, d.begin, count(distinct d.user_id)
  from unnest(array['day', 'week', 'month']) as u (unit) cross join lateral (
    select distinct user_id, date_trunc(u.unit, login_day(login_time)::timestamp)::date as begin
    from login_log where result = 1 and user_id is not null) d group by 1, 2;
end $$;
set local statement_timeout = 0;
call recount_logins();

-- A branch is asked person by person: what its people did in a time lies side by side.
create index login_log_person on login_log (user_id, login_time desc) include (login_type, result);
drop index login_log_user;
create index login_log_failed on login_log (user_id, login_time desc) where result = 0;
