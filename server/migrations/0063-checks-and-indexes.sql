-- Flags hold what they may, and deleting what a key names reads no whole table.
alter table examine add constraint examine_status_known check (status in (0, 1, 2, 3));
alter table quartz add constraint quartz_built_in_known check (built_in in (0, 1));
create index examine_deputy_deputy on examine_deputy (deputy_id);
create index restore_request_asked_by on restore_request (asked_by);
