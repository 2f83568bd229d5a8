-- Comparing who may open an application takes seconds among a million users: it is done again after ten times as long (0096).
alter table push_target add column compare_after timestamptz not null default '-infinity';
