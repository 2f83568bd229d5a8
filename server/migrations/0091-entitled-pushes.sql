-- Applications that are told of those users alone who may open them (docs/decisions/0096-entitled-pushes.md).
alter table push_target
  add column scope text not null default 'all' check (scope in ('all', 'entitled')),
  -- Who may open it may have changed; and when that was last looked at.
  add column compare_due boolean not null default false,
  add column compare_time timestamptz not null default '-infinity';
-- Whoever it is about may open the application no more.
alter table push_item add column is_outside boolean not null default false;

-- `access`: of nobody in particular; each of the applications finds out whom it concerns.
alter table change_due drop constraint change_due_object_type_check,
  add constraint change_due_object_type_check check (object_type in ('user', 'org', 'access'));
create function change_due_access() returns trigger language plpgsql as $$
begin
  if exists (select from push_target where scope = 'entitled') then
    insert into change_due (object_type, object_id, user_id) values ('access', '', history_setting('user_id'));
  end if;
  return null;
end $$;
create trigger change_due_access after insert or update or delete on app_grant for each statement execute function change_due_access();
create trigger change_due_access after insert or update or delete on app_account for each statement execute function change_due_access();
create trigger change_due_access after update of status or delete on app_role for each statement execute function change_due_access();
create trigger change_due_access after update of status or delete on auth_group for each statement execute function change_due_access();
create trigger change_due_access after update of status or delete on user_label for each statement execute function change_due_access();
create trigger change_due_access after insert or delete on user_label_member for each statement execute function change_due_access();
create trigger change_due_access after update of status, valid_end_time or delete on work_group for each statement execute function change_due_access();
create trigger change_due_access after insert or delete on work_group_member for each statement execute function change_due_access();
create trigger change_due_access after update of status or delete on standing for each statement execute function change_due_access();
create trigger change_due_access after update of status or delete on stripe for each statement execute function change_due_access();
create trigger change_due_access after insert or update or delete on stripe_org for each statement execute function change_due_access();
create trigger change_due_access after update of status on org for each statement execute function change_due_access();
create trigger change_due_access after insert or delete on org_ancestor for each statement execute function change_due_access();
