-- Runs that read what has changed since (decision 0080).
alter table sync_state
  -- How far the last whole run has seen the source's changes, and with which settings.
  add column mark jsonb,
  add column next_delta timestamptz;
create index sync_state_delta on sync_state (next_delta) where next_delta is not null;
-- What it becomes when everything that was read is written.
alter table sync_run add column mark jsonb;
