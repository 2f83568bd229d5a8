-- Tasks whose result went after a day still named it.
update async_task t set file_id = null where file_id is not null and not exists (select 1 from file f where f.id = t.file_id);
alter table async_task add constraint file_missing foreign key (file_id) references file on delete set null;
create index async_task_file on async_task (file_id) where file_id is not null;

-- Everything that refers to a file, whoever does: columns by foreign key, settings by name. A test compares it with the
-- foreign keys of the schema. What keeps is never cleaned away; the result of a task goes after its day.
create view file_use as
  select avatar as file_id, 'avatar' as kind, id as holder_id, real_name || '（' || user_name || '）' as holder_name, true as keeps
    from users where avatar is not null
  union all
  select logo, 'app', id, name, true from app where logo is not null
  union all
  select file_id, 'notice', id, title, true from notice
  union all
  select file_id, 'import', owner_id, file_name, true from import_plan where file_id is not null
  union all
  select file_id, 'task', owner_id, kind, false from async_task where file_id is not null
  union all
  select config_value, 'config', config_key, config_name, true from config
    where config_key in ('systemLogo', 'caDriverFileId', 'faceDriverFileId') and config_value <> '';

-- The list of files, newest first; what somebody has uploaded, with its size.
create index file_time on file (create_time desc, id desc);
create index file_owner on file (owner_id) include (purpose, file_size);
create index file_name_grams on file using gin (file_name gin_trgm_ops);

-- What nothing refers to any more lives a day longer, then it goes.
update file f set temporary = true, create_time = now()
  where not temporary and not exists (select 1 from file_use u where u.file_id = f.id);

insert into menu (id, parent_id, name, menu_uri, type, status, hsa_auth_grade_show, sort_num)
  select 'devops_file', d.id, '文件管理', '/devops/file', 'menu', 1, 0,
    (select coalesce(max(sort_num), 0) + 1 from menu m where m.parent_id = d.id)
  from menu d where d.menu_uri = '/devops' and d.type = 'menu'
    and not exists (select 1 from menu m where m.menu_uri = '/devops/file') limit 1
  on conflict do nothing;
