-- What a rule over everybody asks lies wholly in these: a million people are judged without a look at their rows.
create index users_rule on users (id) include (status, gender, valid_end_time, real_name, user_name, employee_number)
  where deleted_at is null;
create index job_other on job (user_id) where job_type = 2;
