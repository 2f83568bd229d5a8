-- What an application has its ID tokens signed with; SM2 is no name of the standard (docs/decisions/0033).
alter table app add column token_alg text not null default 'RS256' check (token_alg in ('RS256', 'ES256', 'SM2'));
call watch_history('app');
alter table oidc_key drop constraint oidc_key_alg_check;
alter table oidc_key add constraint oidc_key_alg_check check (alg in ('ES256', 'RS256', 'SM2'));
