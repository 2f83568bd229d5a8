-- Of a user whom the vendor says to have left, that a complete read does not have them means something; of others it may be a renamed id.
alter table sync_hint add column is_leaving boolean not null default false;
