-- CAS 1.0 to 3.0 (docs/decisions/0030-cas.md): whom a session was told to, so that each hears when it ends.
create table cas_login (
  id            text primary key,
  session_id    text not null,
  app_id        text not null references app on delete cascade,
  service       text not null,
  -- The application knows its own session by the ticket it came with; nobody else is to read it here.
  ticket_sealed text not null,
  tries         int not null default 0,
  -- Null as long as the session goes on.
  due_time      timestamptz,
  create_time   timestamptz not null default now()
);
create index cas_login_session on cas_login (session_id);
create index cas_login_due on cas_login (due_time) where due_time is not null;

create function cas_session_ended() returns trigger language plpgsql as $$
begin
  update cas_login set due_time = now() where session_id = new.id and due_time is null;
  return null;
end $$;
create trigger cas_session_ended after update of ended_by on session for each row
  when (old.ended_by is null and new.ended_by is not null) execute function cas_session_ended();
