-- What a statement changed is compared with what stood before by a join of the two lists. A plan made for one row joins them row by
-- row, and is kept: 3,000 changed users took 2.1 s in the trigger of the pushes, 20,000 more than the limit of a statement.
alter function change_due_user() set enable_nestloop = off;
alter function change_due_job() set enable_nestloop = off;
alter function change_due_org() set enable_nestloop = off;
alter function label_due_job() set enable_nestloop = off;
alter function job_rights_changed() set enable_nestloop = off;
