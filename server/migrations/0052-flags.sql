-- A flag is 0 or 1, and the database says so wherever the first steps had left it to the code.
alter table config add constraint config_built_in_check check (built_in in (0, 1));
alter table notice add constraint notice_status_check check (status in (0, 1));
alter table standing add constraint standing_status_check check (status in (0, 1));
alter table user_label add constraint user_label_status_check check (status in (0, 1));
alter table role add constraint role_status_check check (status in (0, 1));
alter table role add constraint role_built_in_check check (built_in in (0, 1));
alter table user_role add constraint user_role_status_check check (status in (0, 1));
alter table grade_admin add constraint grade_admin_has_include_child_check check (has_include_child in (0, 1));
alter table grade_admin add constraint grade_admin_status_check check (status in (0, 1));
alter table login_tally add constraint login_tally_result_check check (result in (0, 1));
alter table login_tally_due add constraint login_tally_due_result_check check (result in (0, 1));

-- Large tables are read through without being locked against writing.
alter table users add constraint users_authenticated_check check (authenticated in (0, 1)) not valid;
alter table users validate constraint users_authenticated_check;
alter table login_log add constraint login_log_result_check check (result in (0, 1)) not valid;
alter table login_log validate constraint login_log_result_check;
