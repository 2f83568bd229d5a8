-- A node that was only slow must not go on with a task another has taken over: each claim is an attempt of its own,
-- and what the task writes names the attempt it belongs to.
alter table async_task add column attempt int not null default 0;
