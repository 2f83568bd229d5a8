-- Work groups whose members a rule decides, as it does those of labels.
alter table work_group add column rule jsonb;
-- The task that looks through everybody after a rule was written; one that has ended means nothing any more.
alter table work_group add column task_id text;
-- False from the writing of a rule until everybody was looked at.
alter table work_group add column rule_done boolean not null default true;
-- A group is by hand or by rule for its whole life, like a label.
create function work_group_by_hand() returns trigger language plpgsql as $$
begin
  if (old.rule is null) <> (new.rule is null) then
    raise exception 'a work group does not change its kind' using errcode = '23514', constraint = 'work_group_by_hand';
  end if;
  return new;
end $$;
create trigger work_group_by_hand before update of rule on work_group for each row execute function work_group_by_hand();
call watch_history('work_group');

-- One kind of task follows the rules of labels and of groups: what waits now is said in its words.
update async_task set kind = 'rule', payload = jsonb_build_object('of', 'label', 'id', payload ->> 'labelId') where kind = 'labelRule';

-- How many carry each label, as summands: writers add rows and never wait for each other, folded now and then. Twenty
-- labels with two million members are counted in 1.5 s, their summands in none.
create table label_tally (label_id text not null, people bigint not null);
create index label_tally_label on label_tally (label_id) include (people);
insert into label_tally select label_id, count(*) from user_label_member group by label_id;

create procedure fold_label_tally() language sql as $$
  with crowded as (select label_id from label_tally group by label_id having count(*) > 1),
       gone as (delete from label_tally t using crowded c where t.label_id = c.label_id returning t.label_id, t.people)
  insert into label_tally select label_id, sum(people) from gone group by label_id having sum(people) <> 0
$$;

create function label_tally_insert() returns trigger language plpgsql as $$
begin
  insert into label_tally select label_id, count(*) from fresh group by label_id;
  return null;
end $$;
create trigger label_tally_insert after insert on user_label_member referencing new table as fresh
  for each statement execute function label_tally_insert();
create function label_tally_delete() returns trigger language plpgsql as $$
begin
  insert into label_tally select label_id, -count(*) from stale group by label_id;
  return null;
end $$;
create trigger label_tally_delete after delete on user_label_member referencing old table as stale
  for each statement execute function label_tally_delete();
