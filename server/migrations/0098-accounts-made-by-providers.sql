-- By whose word an account was made, for good: no rule of another provider finds it (docs/decisions/0102-what-providers-prove.md).
create table made_user (
  user_id     text primary key references users on delete cascade,
  -- It may be gone by now.
  provider_id text not null
);
insert into made_user (user_id, provider_id)
select user_id, min(provider_id) from (
  select l.user_id, l.provider_id from identity_link l where l.origin = 'made'
  union
  select o.target, t.target_id from oper_log o
    join audit_target t on t.log_id = o.id and t.target_type = 'identityProvider' join users u on u.id = o.target
  where o.module = 'identityLink' and o.operate_type = 'makeUser') made
group by user_id;

-- Until now a provider is believed for what it says of each value by itself, and for no second factor.
update identity_provider set rules = rules || '{"contactsProven": false, "factorClasses": []}';

-- Numbers such an account was made with, which nobody has proven and no administrator has written since.
update users u set phone_cipher = null, phone_mask = null, phone_hash = null, phone_tail = null, version = version + 1, update_time = now()
from made_user m
where m.user_id = u.id and u.phone_hash is not null and u.phone_proven = 0
  and not exists (select 1 from data_history h where h.table_name = 'users' and h.record_id = u.id and h.operate_type = 'update'
    and h.before ->> 'phone_mask' is distinct from h.after ->> 'phone_mask');
