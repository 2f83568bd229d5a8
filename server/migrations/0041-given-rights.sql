-- N-02: nobody brings about, by any road, that somebody holds a right which they themselves do not hold (decision 0039).

-- What the transaction at hand has put people under, until it is compared with what the caller holds (features/giving).
-- Written only for callers who may not give everything (hufu.giving); a committed transaction leaves nothing here.
create unlogged table rights_change (
  n           bigint generated always as identity primary key,
  xact        xid8 not null default pg_current_xact_id(),
  kind        text not null check (kind in
    ('job', 'label', 'workGroup', 'person', 'recovered', 'stripe', 'enabled', 'orgMoved', 'grant', 'account', 'role')),
  record_id   text not null,
  user_id     text,
  -- Of a job the organisation, else the label, group, line, application, role; of what was enabled old_id is its type.
  old_id      text,
  new_id      text,
  old_post_id text,
  new_post_id text,
  -- What an organisation stood below before it was moved, with itself.
  old_ids     text[]
);
create index rights_change_xact on rights_change (xact);

-- A transaction that was not compared is not committed.
create function rights_change_unchecked() returns trigger language plpgsql as $$
begin
  if exists (select 1 from rights_change where n = new.n) then raise exception 'rights were given without being checked'; end if;
  return null;
end $$;
create constraint trigger rights_change_checked after insert on rights_change deferrable initially deferred
  for each row execute function rights_change_unchecked();

-- Whether what happens to this person is to be compared: 'branch' means everybody, 'own' the caller alone.
create function is_giving_watched(person text) returns boolean language sql stable as $$
  select coalesce(case history_setting('giving') when 'branch' then true when 'own' then person = history_setting('user_id') end, false)
$$;

create function job_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') is null then return null; end if;
  if tg_op = 'INSERT' then
    insert into rights_change (kind, record_id, user_id, new_id, new_post_id)
    select 'job', j.id, j.user_id, j.org_id, j.post_id from fresh j where is_giving_watched(j.user_id);
  elsif tg_op = 'DELETE' then
    insert into rights_change (kind, record_id, user_id, old_id, old_post_id)
    select 'job', j.id, j.user_id, j.org_id, j.post_id from stale j where is_giving_watched(j.user_id);
  else
    insert into rights_change (kind, record_id, user_id, old_id, old_post_id, new_id, new_post_id)
    select 'job', j.id, j.user_id, o.org_id, o.post_id, j.org_id, j.post_id from fresh j join stale o on o.id = j.id
    where is_giving_watched(j.user_id) and (j.user_id, j.org_id, j.job_type, j.rank_id, j.title_id, j.duty_id, j.post_id)
      is distinct from (o.user_id, o.org_id, o.job_type, o.rank_id, o.title_id, o.duty_id, o.post_id);
  end if;
  return null;
end $$;
create trigger job_rights_insert after insert on job referencing new table as fresh
  for each statement execute function job_rights_changed();
create trigger job_rights_delete after delete on job referencing old table as stale
  for each statement execute function job_rights_changed();
create trigger job_rights_update after update on job referencing old table as stale new table as fresh
  for each statement execute function job_rights_changed();

-- Labels and work groups: the kind, and the column that names what one is a member of.
create function member_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') is null then return null; end if;
  if tg_op = 'INSERT' then
    execute format('insert into rights_change (kind, record_id, user_id, new_id)
      select %1$L, m.user_id || '':'' || m.%2$I, m.user_id, m.%2$I from fresh m where is_giving_watched(m.user_id)', tg_argv[0], tg_argv[1]);
  else
    execute format('insert into rights_change (kind, record_id, user_id, old_id)
      select %1$L, m.user_id || '':'' || m.%2$I, m.user_id, m.%2$I from stale m where is_giving_watched(m.user_id)', tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;
create trigger label_rights_insert after insert on user_label_member referencing new table as fresh
  for each statement execute function member_rights_changed('label', 'label_id');
create trigger label_rights_delete after delete on user_label_member referencing old table as stale
  for each statement execute function member_rights_changed('label', 'label_id');
create trigger group_rights_insert after insert on work_group_member referencing new table as fresh
  for each statement execute function member_rights_changed('workGroup', 'group_id');
create trigger group_rights_delete after delete on work_group_member referencing old table as stale
  for each statement execute function member_rights_changed('workGroup', 'group_id');

-- What a rule may ask of a person, and whoever comes back with what was given to them.
create function person_rights_changed() returns trigger language plpgsql as $$
begin
  if is_giving_watched(new.id) then
    insert into rights_change (kind, record_id, user_id)
    values (case when old.deleted_at is not null and new.deleted_at is null then 'recovered' else 'person' end, new.id, new.id);
  end if;
  return null;
end $$;
create trigger person_rights after update of user_name, real_name, employee_number, status, gender, valid_end_time, deleted_at on users for each row
  when ((new.user_name, new.real_name, new.employee_number, new.status, new.gender, new.valid_end_time, new.deleted_at)
    is distinct from (old.user_name, old.real_name, old.employee_number, old.status, old.gender, old.valid_end_time, old.deleted_at))
  execute function person_rights_changed();

create function stripe_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') = 'branch' then
    insert into rights_change (kind, record_id, new_id) select distinct 'stripe', s.stripe_id, s.stripe_id from fresh s;
  end if;
  return null;
end $$;
create trigger stripe_rights_insert after insert on stripe_org referencing new table as fresh
  for each statement execute function stripe_rights_changed();

-- What hangs on it holds again.
create function subject_enabled() returns trigger language plpgsql as $$
begin
  if history_setting('giving') = 'branch' then
    insert into rights_change (kind, record_id, old_id, new_id) values ('enabled', new.id, tg_argv[0], new.id);
  end if;
  return null;
end $$;
create trigger subject_enabled after update of status on org for each row
  when (old.status = 0 and new.status = 1) execute function subject_enabled('org');
create trigger subject_enabled after update of status on user_label for each row
  when (old.status = 0 and new.status = 1) execute function subject_enabled('label');
create trigger subject_enabled after update of status on standing for each row
  when (old.status = 0 and new.status = 1) execute function subject_enabled('post');
create trigger subject_enabled after update of status on stripe for each row
  when (old.status = 0 and new.status = 1) execute function subject_enabled('stripe');
create trigger subject_enabled after update of status, valid_end_time on work_group for each row
  when (old.status = 0 and new.status = 1 or new.valid_end_time is distinct from old.valid_end_time
    and (new.valid_end_time is null or new.valid_end_time > old.valid_end_time)) execute function subject_enabled('workGroup');

-- What goes through the whole house.
create trigger subject_enabled after update of status on auth_group for each row
  when (old.status = 0 and new.status = 1) execute function subject_enabled('authGroup');
create trigger subject_enabled after update of status on app for each row
  when (old.status = 0 and new.status = 1) execute function subject_enabled('app');
create trigger subject_enabled after update of status on app_role for each row
  when (old.status = 0 and new.status = 1) execute function subject_enabled('role');

-- Before the move, while what it stood below can still be read.
create function org_rights_moved() returns trigger language plpgsql as $$
begin
  if history_setting('giving') = 'branch' then
    insert into rights_change (kind, record_id, old_ids)
    select 'orgMoved', old.id, array_agg(a.ancestor_id) from org_ancestor a where a.org_id = old.id;
  end if;
  return new;
end $$;
create trigger org_rights_moved before update of parent_id on org for each row
  when (old.parent_id is distinct from new.parent_id) execute function org_rights_moved();

create function grant_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') = 'branch' then
    insert into rights_change (kind, record_id) select 'grant', g.id from fresh g;
  end if;
  return null;
end $$;
create trigger grant_rights_insert after insert on app_grant referencing new table as fresh
  for each statement execute function grant_rights_changed();
create trigger grant_rights_update after update on app_grant referencing new table as fresh
  for each statement execute function grant_rights_changed();

-- Somebody is let in again by the ways they have.
create function account_rights_changed() returns trigger language plpgsql as $$
begin
  if is_giving_watched(old.user_id) then
    insert into rights_change (kind, record_id, user_id, new_id) values ('account', old.id, old.user_id, old.app_id);
  end if;
  return null;
end $$;
create trigger account_enabled after update of status on app_account for each row
  when (old.status = 0 and new.status = 1) execute function account_rights_changed();
create trigger account_shut_gone after delete on app_account for each row when (old.status = 0) execute function account_rights_changed();

create function role_rights_changed() returns trigger language plpgsql as $$
begin
  if is_giving_watched(new.user_id) then
    insert into rights_change (kind, record_id, user_id, new_id) values ('role', new.user_id || ':' || new.role_id, new.user_id, new.role_id);
  end if;
  return null;
end $$;
create trigger role_rights_insert after insert on user_role for each row execute function role_rights_changed();
create trigger role_rights_update after update of status on user_role for each row
  when (old.status = 0 and new.status = 1) execute function role_rights_changed();
