-- People, their jobs, their labels. `user` is a reserved word of SQL, hence `users`.
create table users (
  id              text primary key,
  user_name       text not null,
  real_name       text not null,
  phone_cipher    text,
  phone_mask      text,
  phone_hash      text,
  phone_tail      text,
  id_card_cipher  text,
  id_card_mask    text,
  id_card_hash    text,
  origin_user_id  text,
  employee_number text,
  gender          smallint check (gender in (1, 2)),
  email           text,
  avatar          text constraint file_missing references file,
  status          smallint not null default 1 check (status in (0, 1)),
  -- PHC string with a prefix naming what went in (D-22); null: no password, nobody can sign in with it.
  password_hash   text,
  -- Where the present password came from decides the forced change (D-46).
  password_from   text not null default 'created' check (password_from in ('created', 'reset', 'own')),
  password_type   smallint,
  password_time   timestamptz not null default now(),
  authenticated   smallint not null default 0,
  valid_end_time  timestamptz,
  remark          text,
  last_login_time timestamptz,
  pinyin          text not null default '',
  initials        text not null default '',
  -- userName, realName, pinyin, initials, employeeNumber, one a line: what searchKey looks in (D-07).
  search          text not null default '',
  -- one- and two-character pieces of `search`, for keys too short for trigrams
  grams           text[] not null default '{}',
  version         int not null default 1,
  create_time     timestamptz not null default now(),
  update_time     timestamptz not null default now(),
  deleted_at      timestamptz,
  deleted_by      text,
  -- jobs and labels a deleted person had, to be given back (D-43)
  deleted_jobs    jsonb,
  deleted_labels  jsonb
);
create unique index user_name_taken on users (lower(user_name)) where deleted_at is null;
create unique index phone_taken on users (phone_hash) where deleted_at is null and phone_hash is not null;
create unique index id_card_taken on users (id_card_hash) where deleted_at is null and id_card_hash is not null;
create unique index origin_user_id_taken on users (origin_user_id) where deleted_at is null and origin_user_id is not null;
create unique index employee_number_taken on users (employee_number) where deleted_at is null and employee_number is not null;
create index users_search on users using gin (search gin_trgm_ops) where deleted_at is null;
create index users_grams on users using gin (grams) where deleted_at is null;
create index users_phone_tail on users (phone_tail) where deleted_at is null;
create index users_deleted on users (deleted_at desc, id) where deleted_at is not null;
create index users_by_pinyin on users (pinyin, id) where deleted_at is null;
create index users_by_create_time on users (create_time, id) where deleted_at is null;
create index users_by_login on users (last_login_time, id) where deleted_at is null;
create index users_disabled on users (id) where deleted_at is null and status = 0;

-- Rank, professional title, duty and post: one nature, four faces.
create table standing (
  id          text primary key,
  kind        text not null check (kind in ('rank', 'title', 'duty', 'post')),
  name        text not null,
  code        text not null,
  status      smallint not null default 1,
  sort_num    int not null default 1,
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  constraint standing_code_taken unique (kind, code),
  constraint standing_name_taken unique (kind, name)
);
call watch_history('standing');

create table job (
  id       text primary key,
  user_id  text not null references users,
  org_id   text not null constraint org_missing references org,
  job_type smallint not null check (job_type in (1, 2)),
  rank_id  text constraint rank_missing references standing,
  title_id text constraint title_missing references standing,
  duty_id  text constraint duty_missing references standing,
  post_id  text constraint post_missing references standing,
  sort_num int not null check (sort_num between 1 and 999999),
  constraint job_org_once unique (user_id, org_id) include (sort_num, id)
);
create unique index job_main_once on job (user_id) where job_type = 1;
-- What the lists walk lies wholly in these indexes: a row that is passed over costs no look at the table.
create index job_of_org on job (org_id, sort_num, id) include (user_id);
create index job_order on job (sort_num, id) include (org_id, user_id);
create index job_main_order on job (sort_num, id) include (org_id, user_id) where job_type = 1;
create index job_rank on job (rank_id) where rank_id is not null;

create function job_tally_insert() returns trigger language plpgsql as $$
begin
  insert into org_tally
  select a.ancestor_id, count(distinct n.user_id)
  from fresh n join org_ancestor a on a.org_id = n.org_id
  where not exists (
    select 1 from job o join org_ancestor oa on oa.org_id = o.org_id and oa.ancestor_id = a.ancestor_id
    where o.user_id = n.user_id and o.id <> n.id and not exists (select 1 from fresh f where f.id = o.id))
  group by a.ancestor_id;
  return null;
end $$;
create function job_tally_delete() returns trigger language plpgsql as $$
begin
  insert into org_tally
  select a.ancestor_id, -count(distinct o.user_id)
  from stale o join org_ancestor a on a.org_id = o.org_id
  where not exists (
    select 1 from job r join org_ancestor ra on ra.org_id = r.org_id and ra.ancestor_id = a.ancestor_id
    where r.user_id = o.user_id)
  group by a.ancestor_id;
  return null;
end $$;
create function job_tally_update() returns trigger language plpgsql as $$
begin
  insert into org_tally
  with moved as (select o.id, o.user_id, o.org_id from stale o join fresh n on n.id = o.id where n.org_id <> o.org_id),
  touched as (select distinct user_id from moved),
  kept as (select j.user_id, j.org_id, j.id in (select id from moved) as was_moved
           from job j join touched t on t.user_id = j.user_id),
  after_set as (select distinct k.user_id, a.ancestor_id from kept k join org_ancestor a on a.org_id = k.org_id),
  before_set as (
    select distinct b.user_id, a.ancestor_id
    from (select user_id, org_id from kept where not was_moved union all select user_id, org_id from moved) b
    join org_ancestor a on a.org_id = b.org_id),
  change as (select ancestor_id, 1 as d from after_set union all select ancestor_id, -1 from before_set)
  select ancestor_id, sum(d) from change group by ancestor_id having sum(d) <> 0;
  return null;
end $$;
create trigger job_tally_insert after insert on job referencing new table as fresh
  for each statement execute function job_tally_insert();
create trigger job_tally_delete after delete on job referencing old table as stale
  for each statement execute function job_tally_delete();
create trigger job_tally_update after update on job referencing old table as stale new table as fresh
  for each statement execute function job_tally_update();

create table user_label (
  id          text primary key,
  name        text not null constraint user_label_name_taken unique,
  color       text,
  status      smallint not null default 1,
  sort_num    int not null default 1,
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create table user_label_member (
  user_id  text not null references users,
  label_id text not null constraint label_missing references user_label,
  primary key (user_id, label_id)
);
create index user_label_member_label on user_label_member (label_id, user_id);

call watch_history('users');
call watch_history('job');
call watch_history('user_label');
