-- What every way in stands on: secrets good for one use, codes by SMS, identities of others, the way to a second step.

-- Tickets, codes, nonces, proofs, pending second steps: a token of 256 bits, of which the digest alone is kept,
-- taken by the one delete that finds it.
create table one_time (
  token_hash text primary key,
  purpose    text not null,
  user_id    text,
  detail     jsonb not null default '{}',
  expires_at timestamptz not null
);
create index one_time_age on one_time (expires_at);

-- The one living code of a telephone (D-26). `purpose` is empty where the sender did not say what it is for.
create table sms_code (
  phone_hash text primary key,
  purpose    text not null,
  code_hash  text not null,
  tries      smallint not null default 0,
  expires_at timestamptz not null
);

-- Every message that leaves (D-60). `sealed` holds what the gateway is told and goes when it has been told.
create table sms (
  id          text primary key,
  phone_mask  text not null,
  phone_hash  text not null,
  phone_tail  text not null,
  sealed      text,
  user_id     text,
  type        text not null check (type in ('login', 'verify', 'recover', 'bind', 'password')),
  -- as people may read it: a code or password is ******
  content     text not null,
  gateway     text not null,
  -- null: waiting
  result      smallint check (result in (0, 1)),
  message     text not null default '',
  -- the gateway's own number for it
  receipt     text,
  tries       smallint not null default 0,
  create_time timestamptz not null default now(),
  send_time   timestamptz
);
create index sms_time on sms (create_time desc, id desc);
create index sms_phone on sms (phone_hash, create_time desc);

-- Who somebody is elsewhere: the digest of an openid or of a certificate.
create table login_binding (
  id           text primary key,
  user_id      text not null references users,
  kind         text not null check (kind in ('wx', 'zfb', 'ca')),
  subject_hash text not null,
  name         text not null,
  create_time  timestamptz not null default now(),
  constraint binding_taken unique (kind, subject_hash),
  constraint binding_once unique (user_id, kind)
);
call watch_history('login_binding');

-- A deleted person's identities are free again (D-43).
create function free_bindings() returns trigger language plpgsql as $$
begin
  delete from login_binding b using fresh f where b.user_id = f.id and f.deleted_at is not null;
  return null;
end $$;
create trigger users_free_bindings after update on users referencing new table as fresh
  for each statement execute function free_bindings();
