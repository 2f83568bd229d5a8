-- The list of the operation log reads a few names of each record, however many objects it concerned.
drop index audit_target_log;
create index audit_target_log on audit_target (log_id, target_type, target_name);
