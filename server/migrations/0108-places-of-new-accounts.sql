-- Who set where a provider makes accounts, where they may not give everything: whoever comes gets nothing that they do not
-- hold (N-02, docs/decisions/0109-places-of-new-accounts.md). null: somebody who may give everything.
alter table identity_provider add column kept_by text;
call watch_history('identity_provider');

-- Those there are count as set by whoever changed them last, if that is an administrator of branches alone.
update identity_provider p set kept_by = h.user_id
from (select distinct on (record_id) record_id, user_id from data_history
  where table_name = 'identity_provider' and operate_type <> 'delete' order by record_id, id desc) h
where h.record_id = p.id and p.org_id is not null and exists (select 1 from grade_admin g where g.user_id = h.user_id)
  and not exists (select 1 from user_role r where r.user_id = h.user_id and r.status = 1);

-- Whoever comes by it stands there, so setting or enabling it is compared as a job is.
alter table rights_change drop constraint rights_change_kind_check, add constraint rights_change_kind_check check (kind in
  ('job', 'label', 'workGroup', 'person', 'recovered', 'stripe', 'enabled', 'orgMoved', 'grant', 'account', 'role', 'place'));
create function place_rights_changed() returns trigger language plpgsql as $$
begin
  if history_setting('giving') = 'branch' then
    insert into rights_change (kind, record_id, new_id) values ('place', new.id, new.org_id);
  end if;
  return null;
end $$;
create trigger place_rights after insert or update of org_id, rules, status on identity_provider for each row
  when (new.org_id is not null and new.status = 1 and (new.rules ->> 'makes')::boolean) execute function place_rights_changed();
