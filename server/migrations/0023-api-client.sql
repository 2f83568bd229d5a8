-- Systems that call the API by themselves. Their screens come with /authorize/api-auth; a ticket needs one to ask for it (D-28).
create table api_client (
  id           text primary key,
  name         text not null constraint api_client_name_taken unique,
  client_id    text not null unique,
  -- SHA-256 of 256 bits of chance: nothing to be guessed, so nothing to be slowed down
  secret_hash  text not null,
  -- addresses or networks; empty: from anywhere
  ip_whitelist text[] not null default '{}',
  end_time     timestamptz,
  status       smallint not null default 1 check (status in (0, 1)),
  remark       text,
  version      int not null default 1,
  create_time  timestamptz not null default now(),
  update_time  timestamptz not null default now()
);

-- Which calls it may make: method and path, as `POST /common/createTicket`.
create table api_client_call (
  client_id text not null references api_client on delete cascade,
  call      text not null,
  primary key (client_id, call)
);
