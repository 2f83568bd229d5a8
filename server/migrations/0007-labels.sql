-- Ranks, titles, duties and posts in use; labels by rule and who is to be looked at again for them.

-- Who holds one: asked before it is deleted, and counted for its list. The old index held no people.
drop index job_rank;
create index job_rank on job (rank_id, user_id) where rank_id is not null;
create index job_title on job (title_id, user_id) where title_id is not null;
create index job_duty on job (duty_id, user_id) where duty_id is not null;
create index job_post on job (post_id, user_id) where post_id is not null;
create index standing_order on standing (kind, sort_num, id);

-- The row is locked by the time this runs, and whoever writes a job holds a share of it: nobody can take it up meanwhile.
create function standing_in_use() returns trigger language plpgsql as $$
declare people bigint;
begin
  select count(distinct user_id) into people from job
  where rank_id = old.id or title_id = old.id or duty_id = old.id or post_id = old.id;
  if people > 0 then
    raise exception 'held by people' using errcode = '23503', constraint = 'standing_in_use',
      detail = json_build_object('name', old.name, 'count', people)::text;
  end if;
  return old;
end $$;
create trigger standing_in_use before delete on standing for each row execute function standing_in_use();

alter table user_label add column rule jsonb;
-- The task that looks through everybody after a rule was written; one that has ended means nothing any more.
alter table user_label add column task_id text;
-- False from the writing of a rule until everybody was looked at.
alter table user_label add column rule_done boolean not null default true;
-- A label is by hand or by rule for its whole life.
create function label_by_hand() returns trigger language plpgsql as $$
begin
  if (old.rule is null) <> (new.rule is null) then
    raise exception 'a label does not change its kind' using errcode = '23514', constraint = 'label_by_hand';
  end if;
  return new;
end $$;
create trigger label_by_hand before update of rule on user_label for each row execute function label_by_hand();
call watch_history('user_label');

-- People something has changed about that a rule may ask for; and organisations that were moved, with all below them.
-- Writers only add, whoever keeps the labels takes away, and a person may stand here more than once.
create table label_due (user_id text, org_id text);

create function label_due_job() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into label_due (user_id) select distinct user_id from fresh;
  elsif tg_op = 'DELETE' then
    insert into label_due (user_id) select distinct user_id from stale;
  else
    insert into label_due (user_id)
    select distinct n.user_id from fresh n join stale o on o.id = n.id
    where (n.user_id, n.org_id, n.job_type, n.rank_id, n.title_id, n.duty_id, n.post_id)
      is distinct from (o.user_id, o.org_id, o.job_type, o.rank_id, o.title_id, o.duty_id, o.post_id);
  end if;
  return null;
end $$;
create trigger label_due_insert after insert on job referencing new table as fresh
  for each statement execute function label_due_job();
create trigger label_due_delete after delete on job referencing old table as stale
  for each statement execute function label_due_job();
create trigger label_due_update after update on job referencing old table as stale new table as fresh
  for each statement execute function label_due_job();

-- Nobody is born without a job and nobody is deleted without losing them: only changes are left to be told here.
create function label_due_person() returns trigger language plpgsql as $$
begin
  insert into label_due (user_id) values (new.id);
  return null;
end $$;
create trigger label_due_person after update of real_name, employee_number, status, gender, valid_end_time on users for each row
  when ((new.real_name, new.employee_number, new.status, new.gender, new.valid_end_time)
    is distinct from (old.real_name, old.employee_number, old.status, old.gender, old.valid_end_time))
  execute function label_due_person();

create function label_due_org() returns trigger language plpgsql as $$
begin
  insert into label_due (org_id) values (new.id);
  return null;
end $$;
create trigger label_due_org after update of parent_id on org for each row when (new.parent_id is distinct from old.parent_id)
  execute function label_due_org();
