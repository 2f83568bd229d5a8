-- Whoever is asked hands over, or has somebody asked before them; others get a copy to read.
alter table examine_task drop constraint examine_task_origin_check,
  add constraint examine_task_origin_check check (origin in ('step', 'fallback', 'reassign', 'add', 'cc')),
  -- Who waits for this vote, of those who were added.
  add column added_by text;
alter table examine_log drop constraint examine_log_act_check,
  add constraint examine_log_act_check check (act in
    ('submit', 'pass', 'reject', 'withdraw', 'apply', 'fault', 'fallback', 'skip', 'void', 'escalate', 'remind', 'reassign', 'add'));
create index examine_task_copied on examine_task (user_id, examine_id) where origin = 'cc';
