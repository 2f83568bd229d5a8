-- Whose child a session is, and when somebody last proved in it or in a parent who they are (decision 0040). A session that
-- began without a proof of its own has no time of proof; before, the beginning of the session stood for it.
alter table session
  add column parent_id text,
  add column auth_time timestamptz;
update session set auth_time = proven_at;
create index session_of_parent on session (parent_id) where parent_id is not null;

-- However a session ends, those that came of it end in the same way.
create function session_family_ended() returns trigger language plpgsql as $$
begin
  update session set ended_by = new.ended_by where parent_id = new.id and ended_by is null;
  delete from remembered_device where session_id = new.id;
  return null;
end $$;

-- A remembered device belongs to the session it was last used for and ends with it. Those of before were given without
-- proof and cannot be told apart: whoever has one signs in once more.
delete from remembered_device;
alter table remembered_device
  add column session_id  text not null,
  add column ip          text not null,
  add column agent       text not null,
  add column auth_time   timestamptz,
  add column begin_time  timestamptz not null default now(),
  add column create_time timestamptz not null default now();
create index remembered_device_user on remembered_device (user_id);
create index remembered_device_session on remembered_device (session_id);

create trigger session_family_ended after update of ended_by on session for each row
  when (old.ended_by is null and new.ended_by is not null) execute function session_family_ended();

-- What a session granted to applications is found by it, too (uid): all but what was granted beyond its end goes with it.
create or replace function session_ended() returns trigger language plpgsql as $$
begin
  insert into oidc_logout (id, client_id, user_id, sid)
  select md5(p.id_hash || e.key), e.key, new.user_id, e.value ->> 'sid'
  from oidc_payload p cross join jsonb_each(p.payload -> 'authorizations') e
    join app a on a.client_id = e.key and a.logout_uri is not null and a.single_logout = 1
  where p.uid = new.id and p.type = 'Session' and e.value ->> 'sid' is not null
  on conflict do nothing;
  delete from oidc_payload p where p.uid = new.id and (p.type <> 'Grant'
    or not coalesce(string_to_array(p.payload -> 'openid' ->> 'scope', ' ') @> '{offline_access}', false));
  return null;
end $$;
