-- A rule may ask for the user name as well (X-LABEL-04): who was renamed is looked at again.
drop trigger label_due_person on users;
create trigger label_due_person after update of user_name, real_name, employee_number, status, gender, valid_end_time on users for each row
  when ((new.user_name, new.real_name, new.employee_number, new.status, new.gender, new.valid_end_time)
    is distinct from (old.user_name, old.real_name, old.employee_number, old.status, old.gender, old.valid_end_time))
  execute function label_due_person();

-- Whose name was changed before, where a rule asks for it.
insert into label_due (user_id)
select u.id from users u where u.deleted_at is null
  and exists (select 1 from user_label l where l.rule::text like '%"userName"%'
    union all select 1 from work_group w where w.rule::text like '%"userName"%');
