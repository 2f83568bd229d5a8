-- What did not agree after a run stays with its rows, so that all of it can be listed (0097).
alter table sync_row
  -- Null: the source, the link and what is here agree.
  add column difference text;
update sync_run set report = report
    || case when jsonb_typeof(report -> 'org') = 'object' then jsonb_build_object('org', (report -> 'org') || '{"ignored": 0, "different": 0}') else '{}' end
    || case when jsonb_typeof(report -> 'user') = 'object' then jsonb_build_object('user', (report -> 'user') || '{"ignored": 0, "different": 0}') else '{}' end
  where report is not null;
-- Who is left out of a plan that was released for additions and changes alone is in none of its batches.
update sync_row s set batch_no = null from sync_run r
  where r.id = s.run_id and r.only_add and r.state = 'writing' and s.verdict = 'gone';

-- Who is gone may be given days besides reads.
update sync_config set policy = policy || '{"goneDays": 0}' where direction = 'in';
