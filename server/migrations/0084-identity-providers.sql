-- Identity providers of others that people sign in by, and whose identity there belongs to which user (docs/decisions/0090-openid-client.md).
create table identity_provider (
  id          text primary key,
  name        text not null constraint identity_provider_name_taken unique,
  -- Stands in its addresses.
  code        text not null constraint identity_provider_code_taken unique check (code ~ '^[a-z0-9][a-z0-9-]{0,49}$'),
  kind        text not null check (kind in ('oidc', 'cas', 'saml')),
  -- Of its kind; no secret is in them.
  options     jsonb not null,
  -- The user proves who they are again there, whatever session they have.
  force_authn boolean not null default false,
  -- By what somebody is found who is not linked yet, and what an account is made of.
  rules       jsonb not null,
  -- Where accounts are made; null: none are.
  org_id      text references org on delete set null,
  -- Whether its button stands on the sign-in page.
  is_shown    smallint not null default 1 check (is_shown in (0, 1)),
  status      smallint not null default 1 check (status in (0, 1)),
  sort_num    int not null default 1,
  remark      text,
  version     int not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create index identity_provider_org on identity_provider (org_id);
call watch_history('identity_provider');

create table identity_provider_secret (
  provider_id text primary key references identity_provider on delete cascade,
  sealed      text not null
);

create table identity_link (
  id              text primary key,
  provider_id     text not null references identity_provider on delete cascade,
  -- Who somebody is there.
  subject         text not null check (length(subject) between 1 and 1024),
  user_id         text not null references users on delete cascade,
  -- What they are called there.
  name            text not null,
  -- self: linked by the user; rule: found by a proven attribute; made: the account was made for it.
  origin          text not null check (origin in ('self', 'rule', 'made')),
  create_time     timestamptz not null default now(),
  last_login_time timestamptz,
  constraint identity_link_taken unique (provider_id, subject),
  constraint identity_link_once unique (provider_id, user_id)
);
create index identity_link_user on identity_link (user_id);
call watch_history('identity_link');

do $$ begin
  execute replace(pg_get_functiondef('history_columns()'::regprocedure), $q$('login_binding', 'user_id', 'user')$q$,
    $q$('login_binding', 'user_id', 'user'), ('identity_link', 'user_id', 'user'), ('identity_link', 'provider_id', 'identityProvider'),
    ('identity_provider', null, 'identityProvider')$q$);
  execute replace(pg_get_functiondef('target_name_of(text, text)'::regprocedure), $q$when 'sync' then$q$,
    $q$when 'identityProvider' then (select p.name from identity_provider p where p.id = $2)
    when 'sync' then$q$);
end $$;

-- Whoever sets this up decides whose word is taken for whom: no role has it by itself, and delegated administrators never do.
insert into menu (id, parent_id, name, menu_uri, type, mark, status, hsa_auth_grade_show, sort_num)
select m.id || '-edit-idp', m.id, '维护上游身份提供方', '', 'button', 'edit-idp', 1, 0, 2
from menu m where m.menu_uri = '/system/securityConfig' and m.type = 'menu'
on conflict do nothing;
