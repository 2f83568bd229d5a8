-- What proves somebody besides his password, and of whom it is asked (decision 0021).

-- The public half of a passkey: nothing here signs anybody in. Not in the history, as its counter moves with every use;
-- what is added, renamed and removed stands in the audit.
create table passkey (
  id            text primary key,
  user_id       text not null references users,
  credential_id text not null constraint passkey_taken unique,
  -- COSE, base64url
  public_key    text not null,
  counter       bigint not null,
  transports    text[] not null,
  device_type   text not null check (device_type in ('singleDevice', 'multiDevice')),
  backed_up     boolean not null,
  name          text not null,
  create_time   timestamptz not null default now(),
  last_used     timestamptz
);
create index passkey_user on passkey (user_id, id);

-- Codes by the clock (RFC 6238). A step that was used is used up, and those before it.
create table totp (
  user_id     text primary key references users,
  -- under the field key
  secret      text not null,
  last_step   bigint not null,
  create_time timestamptz not null default now()
);
create table recovery_code (
  user_id   text not null references totp on delete cascade,
  code_hash text not null,
  used_at   timestamptz,
  primary key (user_id, code_hash)
);

-- Asked of whoever holds the role: nothing, any second factor, one that is cryptography.
alter table role add column second_factor text not null default '' check (second_factor in ('', 'any', 'crypto'));
call watch_history('role');

-- How much a session was begun with besides the first factor, and when its person last proved himself in it.
alter table session
  add column factor text not null default '' check (factor in ('', 'any', 'crypto')),
  add column proven_at timestamptz;
-- Whether it was remembered after a second step.
alter table remembered_device add column factor text not null default '' check (factor in ('', 'any'));

-- A deleted person's factors are gone with him.
create function free_factors() returns trigger language plpgsql as $$
begin
  delete from passkey p using fresh f where p.user_id = f.id and f.deleted_at is not null;
  delete from totp t using fresh f where t.user_id = f.id and f.deleted_at is not null;
  return null;
end $$;
create trigger users_free_factors after update on users referencing new table as fresh
  for each statement execute function free_factors();
