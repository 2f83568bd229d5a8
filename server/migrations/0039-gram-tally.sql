-- How many people hold a short piece of what they are searched by, as summands like those of org_tally: up to half of
-- everybody hold one character or two letters, and a list says exactly how many. Two Chinese characters are held by few,
-- whom their index counts.
create table gram_tally (gram text not null, people bigint not null);
create index gram_tally_gram on gram_tally (gram) include (people);

create function gram_people(wanted text) returns bigint language sql stable as $$
  select coalesce(sum(people), 0)::bigint from gram_tally where gram = wanted
$$;
create function counted_grams(grams text[]) returns setof text language sql immutable as $$
  select gram from unnest(grams) gram where length(gram) = 1 or octet_length(gram) = 2
$$;

create procedure fold_gram_tally() language sql as $$
  with crowded as (select gram from gram_tally group by gram having count(*) > 1),
       gone as (delete from gram_tally t using crowded c where t.gram = c.gram returning t.gram, t.people)
  insert into gram_tally select gram, sum(people) from gone group by gram having sum(people) <> 0
$$;

create function count_new_grams() returns trigger language plpgsql as $$
begin
  insert into gram_tally
  select gram, count(*) from fresh cross join counted_grams(grams) gram where deleted_at is null group by gram;
  return null;
end $$;
create trigger count_new_grams after insert on users referencing new table as fresh
  for each statement execute function count_new_grams();

create function count_changed_grams() returns trigger language plpgsql as $$
declare before text[] := '{}'; later text[] := '{}';
begin
  if old.deleted_at is null then before := array(select counted_grams(old.grams)); end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then later := array(select counted_grams(new.grams)); end if;
  insert into gram_tally
  select unnest(before), -1 except all select unnest(later), -1;
  insert into gram_tally
  select unnest(later), 1 except all select unnest(before), 1;
  return null;
end $$;
create trigger count_changed_grams after update of grams, deleted_at on users for each row
  when (old.grams is distinct from new.grams or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function count_changed_grams();
create trigger count_gone_grams after delete on users for each row
  when (old.deleted_at is null) execute function count_changed_grams();

create procedure recount_grams() language sql as $$
  delete from gram_tally;
  insert into gram_tally
  select gram, count(*) from users cross join counted_grams(grams) gram where deleted_at is null group by gram
$$;
call recount_grams();
