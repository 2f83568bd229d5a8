-- Separation of duties between three administrators (三员分立, decision 0015): who holds which duty, whether it is in force,
-- and who has agreed to change that.
create table duty_holder (
  user_id     text constraint duty_once primary key references users,
  duty        text not null check (duty in ('system', 'security', 'audit')),
  create_time timestamptz not null default now(),
  -- The history names its record by this.
  id          text generated always as (user_id) stored
);
create table separation (
  id          smallint primary key check (id = 1),
  is_on       boolean not null,
  update_time timestamptz not null default now()
);
insert into separation values (1, false);
create table separation_vote (
  user_id     text primary key references duty_holder on delete cascade,
  wish        boolean not null,
  create_time timestamptz not null default now()
);
call watch_history('duty_holder');
call watch_history('separation');

do $$
declare watched text;
begin
  foreach watched in array array['duty_holder', 'separation'] loop
    execute format('create trigger rights_moved after insert or update or delete on %I
      for each statement execute function bump_watched_version(''rights'')', watched);
  end loop;
end $$;

-- Whoever can sign in and holds a duty.
create view able_duty_holder as
  select h.user_id, h.duty from duty_holder h join users u on u.id = h.user_id
  where u.status = 1 and u.deleted_at is null and (u.valid_end_time is null or u.valid_end_time > now());

-- While it is in force none of the three is missing; whatever call would end that, the database refuses.
create function keep_separation() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7317);
  if (select is_on from separation) and (select count(distinct duty) from able_duty_holder) < 3 then
    raise exception 'one of three is missing' using errcode = '23514', constraint = 'duty_vacant';
  end if;
end $$;
create function duty_given_up() returns trigger language plpgsql as $$
begin
  perform keep_separation();
  return null;
end $$;
create trigger separation_kept after update or delete on duty_holder for each row execute function duty_given_up();
create function duty_weakened() returns trigger language plpgsql as $$
begin
  -- Most people hold no duty: a batch of them waits for nobody.
  if exists (select from duty_holder where user_id = new.id) then
    perform keep_separation();
  end if;
  return null;
end $$;
create trigger separation_kept after update of status, valid_end_time on users for each row
  when (new.status < old.status or new.valid_end_time is distinct from old.valid_end_time) execute function duty_weakened();

create function duty_left() returns trigger language plpgsql as $$
begin
  delete from duty_holder where user_id = new.id;
  return null;
end $$;
create trigger duty_left after update of deleted_at on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function duty_left();

-- Whoever may do everything is none of the three.
create function keep_duty_apart() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7317);
  if exists (select from user_role h join role r on r.id = h.role_id join duty_holder d on d.user_id = h.user_id
    where r.code = 'super_admin' and h.user_id = new.user_id)
  then
    raise exception 'a super administrator with a duty' using errcode = '23514', constraint = 'duty_of_super_admin';
  end if;
  return null;
end $$;
create trigger duty_kept_apart after insert or update on duty_holder for each row execute function keep_duty_apart();
create trigger duty_kept_apart after insert or update on user_role for each row
  when (new.role_id = 'super_admin') execute function keep_duty_apart();
