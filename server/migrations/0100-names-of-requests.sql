-- A request for what is not there yet is called in the operation log like what it asks for (decision 0104).
do $$ begin
  execute replace(pg_get_functiondef('target_name_of(text, text)'::regprocedure), $q$when 'sync' then$q$,
    $q$when 'review' then (select e.object_name from examine e where e.id = $2)
    when 'sync' then$q$);
end $$;
