-- Disabling, moving and resetting are reviewed like other changes of a user (docs/decisions/0133-reviews-of-acts.md).
alter table examine add column act text check (act in ('disable', 'move', 'reset'));
