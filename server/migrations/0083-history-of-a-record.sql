-- The time of a record's last change is looked for among the changes of that record alone. With a limit in the same query the planner,
-- without statistics of a table that filled fast, walked all changes of the table for every new row: an import of 100,000 users into
-- an empty system ended after 34,000 by the limit of time.
do $$
declare routine regprocedure;
begin
  for routine in select p.oid::regprocedure from pg_proc p where p.pronamespace = current_schema()::regnamespace
      and (p.proname = 'watch_history' or p.proname like 'history\_of\_%') loop
    execute regexp_replace(replace(pg_get_functiondef(routine), 'CREATE PROCEDURE', 'CREATE OR REPLACE PROCEDURE'),
      'select h\.create_time from data_history h\s+where h\.table_name = tg_table_name and h\.record_id = (\w+|%s)\.record order by h\.id desc limit 1',
      'select p.create_time from (select h.id, h.create_time from data_history h
            where h.table_name = tg_table_name and h.record_id = \1.record offset 0) p order by p.id desc limit 1', 'g');
  end loop;
end $$;
