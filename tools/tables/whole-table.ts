/** The table of a view that shows some of its rows whole, such as live_user; null for any other relation. */
export const wholeTable = (relation: string): string => `case when ${relation}.relkind = 'v' and ${relation}.relname like 'live\\_%' then (
  select d.refobjid from pg_rewrite r join pg_depend d on d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.ev_class
  where r.ev_class = ${relation}.oid limit 1) end`
