-- What a SCIM client writes within an hour is taken back together (decision 0106): each of its writes stays an operation of its own.
alter table operation add column bulk_id text;
create index operation_bulk on operation (bulk_id) where bulk_id is not null;

-- Rows of a task, whose number is both, are counted when it ends.
create or replace function count_operation(written bigint) returns void language plpgsql as $$
declare trace text := history_setting('trace_id'); bulk text := history_setting('bulk_id');
begin
  if written = 0 or trace is null or bulk = trace then return; end if;
  insert into operation as o (id, call, user_id, session_id, begin_time, end_time, changed, bulk_id)
  values (trace, coalesce(history_setting('call'), ''), history_setting('user_id'), history_setting('session_id'),
    clock_timestamp(), clock_timestamp(), written, bulk)
  on conflict (id) do update set changed = o.changed + excluded.changed, end_time = excluded.end_time;
end $$;

-- The externalId of what a client has removed, for when that is taken back.
alter table scim_extra add column gone_as text;
