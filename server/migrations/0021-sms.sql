-- How often a message was told to the gateway without its end being heard: what keeps it from being sent a third time.
alter table sms add column unsure smallint not null default 0;

create index sms_tail on sms (phone_tail, create_time desc);
create index sms_user on sms (user_id, create_time desc);
