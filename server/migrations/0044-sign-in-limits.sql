-- Failures are counted per address first, then over all addresses; every sign-in method has a counter of its own (N-06).
-- locked_until stays the end of whatever lock runs last: lists and figures read it.
alter table login_failure
  add column method text not null default 'password',
  add column all_until timestamptz,
  add constraint login_failure_method_known check (method in ('password', 'phone', 'code', 'face', 'recovery'));
update login_failure set method = 'recovery' where name_key like 'recover:%';
update login_failure set method = 'phone' where name_key like 'phone:%';
-- What wrong guesses had locked was locked for every address.
update login_failure set all_until = locked_until where locked_by is null and locked_until > now();

create table login_failure_address (
  name_key     text not null references login_failure on delete cascade,
  address      text not null,
  fail_count   int not null,
  first_time   timestamptz not null,
  last_time    timestamptz not null,
  locked_until timestamptz,
  primary key (name_key, address)
);
create index login_failure_address_seen on login_failure_address (address, last_time);
create index login_failure_address_time on login_failure_address (last_time);

-- Keyed digests of ciphertexts that have carried a password; none of them is accepted again while the key lives.
create table used_ciphertext (digest bigint primary key);
