-- The last batch that was written tells which rows are done: their rows need not be written again for it.
alter table sync_run add column written_batch int not null default 0, drop column batches;
