-- An API client gives only what the administrator who opened its call may give (N-02, docs/decisions/0113-what-clients-give.md).

-- null: unknown, so the call gives nothing.
alter table api_client_call add column opened_by text;
call watch_history('api_client_call');
update api_client_call c set opened_by = h.user_id
from (select distinct on (record_id) record_id, user_id from data_history
  where table_name = 'api_client_call' and operate_type <> 'delete' order by record_id, id desc) h
where h.record_id = c.id and h.user_id <> '';

-- Transactions of API clients ('client') are recorded like those of a branch. Lines and moved organisations also concern a caller
-- who may give everything to others ('own'), because they can put their own organisation there.
create or replace function is_giving_watched(person text) returns boolean language sql stable as $$
  select coalesce(case when history_setting('giving') in ('branch', 'client') then true
    when history_setting('giving') = 'own' then person = coalesce(history_setting('giver'), history_setting('user_id')) end, false)
$$;

alter table rights_change add column org_id text, drop constraint rights_change_kind_check, add constraint rights_change_kind_check check (kind in
  ('job', 'label', 'workGroup', 'person', 'recovered', 'stripe', 'enabled', 'orgMoved', 'grant', 'account', 'role', 'place', 'rule'));

create or replace function stripe_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') is not null then
    insert into rights_change (kind, record_id, new_id, org_id) select 'stripe', s.stripe_id, s.stripe_id, s.org_id from fresh s;
  end if;
  return null;
end $$;

create or replace function org_rights_moved() returns trigger language plpgsql as $$
begin
  if history_setting('giving') is not null then
    insert into rights_change (kind, record_id, old_ids)
    select 'orgMoved', old.id, array_agg(a.ancestor_id) from org_ancestor a where a.org_id = old.id;
  end if;
  return new;
end $$;

create or replace function subject_enabled() returns trigger language plpgsql as $$
begin
  if history_setting('giving') in ('branch', 'client') then
    insert into rights_change (kind, record_id, old_id, new_id) values ('enabled', new.id, tg_argv[0], new.id);
  end if;
  return null;
end $$;

create or replace function grant_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') in ('branch', 'client') then
    insert into rights_change (kind, record_id) select 'grant', g.id from fresh g;
  end if;
  return null;
end $$;

-- Only clients are compared here: a caller limited to a branch cannot set a rule, and who may give everything answers for theirs.
create function rule_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') = 'client' then
    insert into rights_change (kind, record_id, old_id, new_id) values ('rule', new.id, tg_argv[0], new.id);
  end if;
  return null;
end $$;
create trigger rule_rights_insert after insert on user_label for each row
  when (new.rule is not null) execute function rule_rights_changed('label');
create trigger rule_rights_update after update of rule on user_label for each row
  when (new.rule is distinct from old.rule) execute function rule_rights_changed('label');
create trigger rule_rights_insert after insert on work_group for each row
  when (new.rule is not null) execute function rule_rights_changed('workGroup');
create trigger rule_rights_update after update of rule on work_group for each row
  when (new.rule is distinct from old.rule) execute function rule_rights_changed('workGroup');

-- No client changes the jobs, labels or work groups of a user who administers, whichever call or protocol it uses.
create function administers(person text) returns boolean language sql stable as $$
  select exists (select 1 from user_role h where h.user_id = person) or exists (select 1 from grade_admin g where g.user_id = person)
    or exists (select 1 from duty_holder d where d.user_id = person)
$$;
create function administrator_kept() returns trigger language plpgsql as $$
begin
  if history_setting('giving') = 'client' and administers(new.user_id) then
    raise exception using errcode = 'check_violation', constraint = 'client_changes_administrator', message = 'an API client changes an administrator';
  end if;
  return null;
end $$;
create trigger rights_change_administrator after insert on rights_change for each row
  when (new.kind in ('job', 'label', 'workGroup')) execute function administrator_kept();
