-- Settings of an installation's own may be JSON (X-CONFX-03).
alter table config drop constraint config_value_type_check;
alter table config add constraint config_value_type_check
  check (value_type in ('text', 'number', 'boolean', 'list', 'json', 'password'));
