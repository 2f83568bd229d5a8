-- Somebody at a desk waits while somebody with a telephone tells a provider who he is (D-29). `login_hash` is the digest
-- of what only the desk knows; the provider carries it as `state`, for the picture on the screen may be read by anybody.
create unlogged table scan_login (
  login_hash   text primary key,
  type         text not null check (type in ('wx', 'zfb')),
  state        text not null default 'WAIT' check (state in ('WAIT', 'SCANNED', 'CONFIRMED', 'OVER')),
  -- who binds an identity to himself; null: somebody signs in
  user_id      text,
  -- of the provider, to be scanned or opened
  page         text not null,
  subject_hash text,
  name         text,
  expires_at   timestamptz not null,
  check (state <> 'CONFIRMED' or subject_hash is not null)
);
create index scan_login_age on scan_login (expires_at);
