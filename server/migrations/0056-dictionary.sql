-- The dictionary (docs/decisions/0056-dictionary.md).

-- Locked: its codes are words of the program, and only names, order and remarks are changed.
create table dict_type (
  id          text primary key,
  type        text not null constraint dict_type_taken unique,
  name        text not null,
  locked      smallint not null default 0 check (locked in (0, 1)),
  built_in    smallint not null default 0 check (built_in in (0, 1)),
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create table dict_item (
  id          text primary key,
  type        text not null constraint dict_type_missing references dict_type (type) on delete cascade,
  code        text not null,
  name        text not null,
  sort_num    int not null,
  status      smallint not null default 1 check (status in (0, 1)),
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  constraint dict_code_taken unique (type, code)
);
create index dict_item_order on dict_item (type, sort_num, id);

insert into dict_type (id, type, name, built_in, remark) values ('dict_orgType', 'orgType', '机构类型', 1, '机构表单和导入使用');
insert into dict_item (id, type, code, name, sort_num) values
  ('dict_orgType_unit', 'orgType', 'unit', '单位', 1),
  ('dict_orgType_department', 'orgType', 'department', '部门', 2),
  ('dict_orgType_office', 'orgType', 'office', '科室', 3),
  ('dict_orgType_team', 'orgType', 'team', '班组', 4),
  ('dict_orgType_virtual', 'orgType', 'virtual', '虚拟机构', 5);
-- Until now the type of an organisation was free text: each becomes an item of its own, or the one that has its name.
insert into dict_item (id, type, code, name, sort_num)
  select 'dict_orgType_' || n, 'orgType', 'type' || n, name, 5 + n
  from (select name, row_number() over (order by name) as n from (
    select distinct org_type as name from org where org_type is not null
      and not exists (select 1 from dict_item i where i.type = 'orgType' and org_type in (i.code, i.name))) t) fresh;
update org o set org_type = i.code from dict_item i
  where i.type = 'orgType' and o.org_type = i.name and o.org_type <> i.code;
-- How many organisations are of a type.
create index org_type_used on org (org_type) where org_type is not null;

-- Every node reads the dictionary again when the version of the configuration moves.
create trigger config_moved after insert or update or delete on dict_type
  for each statement execute function bump_watched_version('config');
create trigger config_moved after insert or update or delete on dict_item
  for each statement execute function bump_watched_version('config');
call watch_history('dict_type');
call watch_history('dict_item');
