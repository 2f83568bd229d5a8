-- Another field by which the objects of a source are recognised: the lines of the mapping that a run of this mode tries, with the version of
-- the task they were asked for.
alter table sync_run drop constraint sync_run_mode_check,
  add constraint sync_run_mode_check check (mode in ('plan', 'full', 'delta', 'one', 'relink')),
  add column relink jsonb check ((relink is not null) = (mode = 'relink'));
