-- Menus, roles, grade administrators: who may do what.
create table menu (
  id                  text primary key,
  parent_id           text not null,
  name                text not null,
  menu_uri            text not null,
  menu_icon           text,
  type                text not null check (type in ('menu', 'button')),
  mark                text,
  status              smallint not null default 1 check (status in (0, 1)),
  hsa_auth_grade_show smallint not null default 1 check (hsa_auth_grade_show in (0, 1)),
  sort_num            int not null,
  version             int not null default 1,
  create_time         timestamptz not null default now(),
  update_time         timestamptz not null default now(),
  -- The node above as the database knows it: none at the top ('0' on the wire), else a menu, for a button holds nothing.
  parent_menu         text generated always as (nullif(parent_id, '0')) stored,
  parent_type         text generated always as (case when parent_id <> '0' then 'menu' end) stored,
  constraint menu_node unique (id, type),
  constraint menu_parent_wrong foreign key (parent_menu, parent_type) references menu (id, type),
  constraint menu_name_taken unique (parent_id, name, type),
  constraint menu_mark_taken unique (parent_id, mark)
);
create index menu_level on menu (parent_id, sort_num, id);

create table role (
  id          text primary key,
  code        text not null constraint role_code_taken unique,
  name        text not null constraint role_name_taken unique,
  status      smallint not null default 1,
  remark      text,
  built_in    smallint not null default 0,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create table role_menu (
  id      text generated always as (role_id || ':' || menu_id) stored,
  role_id text not null references role on delete cascade,
  menu_id text not null references menu on delete cascade,
  primary key (role_id, menu_id)
);
create table user_role (
  id      text generated always as (user_id || ':' || role_id) stored,
  user_id text not null references users,
  role_id text not null references role on delete cascade,
  status  smallint not null default 1,
  primary key (user_id, role_id)
);
create index user_role_role on user_role (role_id);

create table grade_admin (
  id                text primary key,
  user_id           text not null references users,
  org_id            text not null constraint org_missing references org,
  has_include_child smallint not null default 1,
  status            smallint not null default 1,
  version           int not null default 1,
  create_time       timestamptz not null default now(),
  update_time       timestamptz not null default now(),
  constraint grade_admin_taken unique (user_id, org_id)
);
create table grade_admin_menu (
  id             text generated always as (grade_admin_id || ':' || menu_id) stored,
  grade_admin_id text not null references grade_admin on delete cascade,
  menu_id        text not null references menu on delete cascade,
  primary key (grade_admin_id, menu_id)
);

call watch_history('menu');
call watch_history('role');
call watch_history('role_menu');
call watch_history('user_role');
call watch_history('grade_admin');
call watch_history('grade_admin_menu');

do $$
declare watched text;
begin
  foreach watched in array array['menu', 'role', 'role_menu', 'user_role', 'grade_admin', 'grade_admin_menu'] loop
    execute format('create trigger rights_moved after insert or update or delete on %I
      for each statement execute function bump_watched_version(''rights'')', watched);
  end loop;
  create trigger config_moved after insert or update or delete on config
    for each statement execute function bump_watched_version('config');
end $$;
