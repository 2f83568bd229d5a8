-- While duties are separated the audit administrator asks that a change be taken back, and the security administrator confirms.
create table restore_request (
  history_id  bigint primary key references data_history on delete cascade,
  asked_by    text not null references users,
  reason      text not null,
  create_time timestamptz not null default now()
);

insert into menu (id, parent_id, name, menu_uri, type, mark, status, hsa_auth_grade_show, sort_num)
select 'devops_data-history-ask-restore', m.id, '申请还原', '', 'button', 'ask-restore', 1, m.hsa_auth_grade_show, 1
from menu m where m.menu_uri = '/devops/data-history' and m.type = 'menu'
on conflict do nothing;

-- Rows of one operation, newest first.
drop index data_history_trace;
create index data_history_operation on data_history (trace_id, id desc) where trace_id is not null;
