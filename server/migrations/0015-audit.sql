-- What an auditor asks of the operation log: found by any of its columns among millions, and provable by himself (D-73).

create index oper_log_name on oper_log (user_name, create_time desc, id desc);
create index oper_log_module on oper_log (module, create_time desc, id desc);
create index oper_log_operate on oper_log (operate_type, create_time desc, id desc);
create index oper_log_ip on oper_log (ip, create_time desc, id desc);
create index oper_log_target on oper_log (target, create_time desc, id desc) where target is not null;
create index oper_log_failed on oper_log (create_time desc, id desc) where code not in ('success', '0');

-- Every person, name and address that stands in a record, once: a part of one, or who lies in a scope, is sought here, the
-- records by their indexes.
create table oper_log_value (
  kind  text not null check (kind in ('ip', 'userId', 'userName')),
  value text not null,
  primary key (kind, value)
);
insert into oper_log_value
  select distinct v.kind, v.value from oper_log, lateral (values ('ip', ip), ('userId', user_id), ('userName', user_name)) v (kind, value)
  where v.value is not null;

-- As before, and its values are kept. After the lock and in one order, so that no two holders can wait for each other.
create or replace function write_audit(e jsonb) returns void language plpgsql as $$
declare r oper_log; last record; chosen smallint := (e ->> 'lane')::smallint;
begin
  perform pg_advisory_xact_lock(7310, chosen);
  select seq, digest into last from oper_log where lane = chosen order by seq desc limit 1;
  r := jsonb_populate_record(null::oper_log, e);
  r.lane := chosen;
  r.seq := coalesce(last.seq, 0) + 1;
  r.create_time := clock_timestamp();
  r.prev_digest := coalesce(last.digest, '');
  r.digest := encode(sha256(convert_to(oper_log_text(r), 'UTF8')), 'hex');
  insert into oper_log select r.*;
  insert into oper_log_value select v.kind, v.value from (values ('ip', r.ip), ('userId', r.user_id), ('userName', r.user_name)) v (kind, value)
    where v.value is not null on conflict do nothing;
end $$;

-- How far a lane had come at a moment, signed by the server: records cut off or written anew later contradict it.
-- `cleaned`: everything up to here was removed by the cleaning, and this is what the lane hangs on.
create table audit_checkpoint (
  lane        smallint not null,
  seq         bigint not null,
  kind        text not null check (kind in ('hour', 'export', 'cleaned')),
  digest      text not null,
  create_time timestamptz not null,
  signature   text not null,
  primary key (lane, seq, kind)
);
create trigger audit_checkpoint_kept before update or delete or truncate on audit_checkpoint
  for each statement execute function refuse_change();

-- What came out whenever somebody had the chains proved; `fault` is the first bad record.
create table audit_proof (
  id          text primary key,
  user_id     text not null,
  begin_time  timestamptz,
  end_time    timestamptz,
  records     bigint not null,
  fault       jsonb,
  create_time timestamptz not null default now()
);
create index audit_proof_time on audit_proof (create_time desc);
create trigger audit_proof_kept before update or delete or truncate on audit_proof
  for each statement execute function refuse_change();
