-- Whether the address and the telephone have been proven by a code sent to them.
alter table users add column email_proven smallint not null default 0 check (email_proven in (0, 1));
alter table users add column phone_proven smallint not null default 0 check (phone_proven in (0, 1));
-- Roles a deleted user had, to be given back (D-43, N-11).
alter table users add column deleted_roles jsonb;

-- A proven address belongs to one user. Unproven ones may be shared; they are no account name then.
create unique index email_taken on users (lower(email)) where deleted_at is null and email_proven = 1;
create index users_email on users (lower(email)) where deleted_at is null and email is not null;
-- Account names of an application are compared without letter case.
create index users_employee_number_fold on users (lower(employee_number)) where deleted_at is null and employee_number is not null;
create index users_origin_user_id_fold on users (lower(origin_user_id)) where deleted_at is null and origin_user_id is not null;

-- What was proven of a value ends with the value, whoever changes it (N-03).
create function end_proofs() returns trigger language plpgsql as $$
begin
  if new.real_name is distinct from old.real_name or new.id_card_hash is distinct from old.id_card_hash then new.authenticated := 0; end if;
  if lower(new.email) is distinct from lower(old.email) then new.email_proven := 0; end if;
  if new.phone_hash is distinct from old.phone_hash then new.phone_proven := 0; end if;
  return new;
end $$;
create trigger end_proofs before update of real_name, id_card_hash, email, phone_hash on users for each row execute function end_proofs();

-- An address somebody has proven is given to nobody else, so that nobody can be shut out of an application by it.
create function refuse_proven_email() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null and exists (
    select 1 from users o where lower(o.email) = lower(new.email) and o.deleted_at is null and o.email_proven = 1 and o.id <> new.id)
  then raise exception 'email_taken' using errcode = 'unique_violation', constraint = 'email_taken'; end if;
  return new;
end $$;
create trigger refuse_proven_email_new before insert on users for each row when (new.email is not null) execute function refuse_proven_email();
create trigger refuse_proven_email before update of email, deleted_at on users for each row
  when (new.email is not null and (lower(new.email) is distinct from lower(old.email) or new.deleted_at is distinct from old.deleted_at))
  execute function refuse_proven_email();

-- A sheet disables users as well as the list does: their remembered devices go either way.
create function forget_devices() returns trigger language plpgsql as $$
begin
  delete from remembered_device where user_id = new.id;
  return null;
end $$;
create trigger forget_devices after update of status on users for each row when (new.status < old.status) execute function forget_devices();

call watch_history('users');

-- The one living code a user has been sent, and for which address.
create table email_code (
  user_id    text primary key references users on delete cascade,
  code_hash  text not null,
  tries      smallint not null default 0,
  expires_at timestamptz not null
);
create index email_code_age on email_code (expires_at);

-- Messages that wait to be sent; what they say is sealed, and gone when they have left or are given up.
create table mail (
  id          text primary key,
  sealed      text not null,
  tries       smallint not null default 0,
  create_time timestamptz not null default now()
);
