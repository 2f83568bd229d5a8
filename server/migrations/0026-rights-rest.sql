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
