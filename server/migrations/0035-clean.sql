-- What has run its time is found without looking at what has not.
create index app_visit_age on app_visit (visit_time);
create index cas_login_age on cas_login (create_time) where due_time is null;
