-- Guesses that are being judged at this moment. Together with those that were wrong they may not be more than the
-- settings allow (T9); one that is right was never a failure. What a crash loses is what the crash has ended.
create unlogged table open_try (
  name_key   text primary key,
  count      int not null,
  begin_time timestamptz not null
);
