-- Names are compared by what is meant (decision 0121): width, brackets, blanks, marks that show nothing and the look-alike
-- middle dots make no difference. The same rule as foldName of the contract; a test compares the two.
create function fold_name(name text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(regexp_replace(regexp_replace(normalize(name, NFKC),
    '[\u0009-\u000d\u0020\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000E0100-\U000E01EF]', '', 'g'),
    '[\u2022\u2027\u2219\u22c5\u30fb]', U&'\00B7', 'g'),
    '(?<=[^\u0001-\u007f\u00b7])[.\u00b7]|[.\u00b7](?=[^\u0001-\u007f\u00b7])', '', 'g'))
$$;

-- Names that were different until now stay: the newer of two that mean the same is left out of the index.
create function pg_temp.compare_by_meaning(place text, idx text, before text[], only_where text) returns void language plpgsql as $$
declare prefix text := array_to_string(before || 'fold_name(name)'::text, ', ');
  doubled text[];
  ordinal constant text := 'row_number() over (partition by ' || prefix || ' order by id) as n';
begin
  execute format('select array_agg(id) from (select id, %s from %I where %s) named where n > 1', ordinal, place, only_where) into doubled;
  execute format('alter table %I drop constraint if exists %I', place, idx);
  execute format('drop index if exists %I', idx);
  execute format('create unique index %I on %I (%s) where %s %s', idx, place, prefix, only_where,
    case when doubled is null then '' else format('and id <> all (%L::text[])', doubled) end);
end $$;

do $$ begin
  perform pg_temp.compare_by_meaning(place, idx, before, only_where) from (values
    ('org', 'org_name_taken', array['parent_id'], 'deleted_at is null'),
    ('org_range', 'org_range_name_taken', '{}', 'true'),
    ('standing', 'standing_name_taken', array['kind'], 'true'),
    ('user_label', 'user_label_name_taken', '{}', 'true'),
    ('role', 'role_name_taken', '{}', 'true'),
    ('stripe', 'stripe_name_taken', '{}', 'true'),
    ('work_group', 'work_group_name_taken', '{}', 'true'),
    ('api_client', 'api_client_name_taken', '{}', 'true'),
    ('app_group', 'app_group_name_taken', '{}', 'true'),
    ('app', 'app_name_taken', '{}', 'true'),
    ('app_role', 'app_role_name_taken', array['app_id'], 'true'),
    ('auth_group', 'auth_group_name_taken', '{}', 'true'),
    ('quartz', 'quartz_name_taken', '{}', 'true'),
    ('sync_config', 'sync_name_taken', '{}', 'true'),
    ('identity_provider', 'identity_provider_name_taken', '{}', 'true'),
    ('registration_token', 'registration_token_name_taken', '{}', 'true')
  ) as names (place, idx, before, only_where);
end $$;

-- What searchKey looks in, for names that are not already written as they are compared.
update users set search = concat_ws(E'\n', lower(user_name), fold_name(real_name), nullif(pinyin, ''), nullif(initials, ''),
    nullif(fold_name(employee_number), ''))
  where (real_name ~ '[^\u4e00-\u9fff]' and fold_name(real_name) <> lower(real_name))
    or (employee_number ~ '[^!-~]' and fold_name(employee_number) <> lower(employee_number));
update users set grams = (select array_agg(distinct gram) from unnest(string_to_array(search, E'\n')) line,
    generate_series(1, length(line)) n, unnest(array[substr(line, n, 1), case when n > 1 then substr(line, n - 1, 2) end]) gram where gram is not null)
  where (real_name ~ '[^\u4e00-\u9fff]' and fold_name(real_name) <> lower(real_name))
    or (employee_number ~ '[^!-~]' and fold_name(employee_number) <> lower(employee_number));
update org set search = concat_ws(E'\n', fold_name(name), lower(code), nullif(pinyin, ''), nullif(initials, ''))
  where name ~ '[^\u4e00-\u9fff]' and fold_name(name) <> lower(name);
