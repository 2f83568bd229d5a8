import { sql } from 'kysely'
import type { DevopsNode, DevopsOverview } from '@hufu/contract/operations/devops'
import type { Db } from '../../../platform/database/db.ts'

/** Looks at all files of the database, so callers cache the result. */
export async function databaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return rows[0]!.size
}

type Counted = Omit<DevopsOverview, 'version' | 'nodeVersion' | 'dbSize' | 'diskFree' | 'nodes' | 'certificateDays'>

export async function countRunning(db: Db, upSeconds: number): Promise<Counted> {
  const { rows } = await sql<Counted>`select now() - ${upSeconds} * interval '1 second' as start_time,
    (select count(*) from async_task where status = 'RUNNING') as task_running,
    (select count(*) from async_task where status = 'WAIT') as task_waiting,
    (select count(*) from async_task where status = 'ERROR' and finish_time > now() - interval '1 day') as task_failed,
    (select count(*) from periodic_job where lease_until > now()) as job_running,
    (select count(*) from quartz_log where result = 0 and begin_time > now() - interval '1 day') as job_failed,
    (select count(*) from sms where result is null) + (select count(*) from mail) as message_waiting,
    (select min(due_time) from (select due_time from sms where result is null union all select due_time from mail) m
      where due_time < now()) as message_due,
    (select count(*) from push_item where not is_held) as push_waiting,
    (select min(due_time) from push_item where not is_held and due_time < now()) as push_due,
    (select count(*) from push_item where is_held) as push_held,
    (select count(*) from api_item where status = 0) as closed_api,
    (select count(*) from file f where not exists (select from file_use u where u.file_id = f.id and u.keeps)) as unused_file,
    (select max(name) from schema_step) as migration`.execute(db)
  return rows[0]!
}

/** A node that has not reported for this long counts as gone. */
const SILENT = sql`interval '30 seconds'`

export async function listNodes(db: Db): Promise<DevopsNode[]> {
  const { rows } = await sql<DevopsNode>`select host, version, start_time, beat_time from node
    where beat_time > now() - ${SILENT} order by start_time, id`.execute(db)
  return rows
}

export async function writeBeat(db: Db, { id, host, version }: { id: string; host: string; version: string }): Promise<void> {
  await sql`insert into node (id, host, version) values (${id}, ${host}, ${version})
    on conflict (id) do update set beat_time = now()`.execute(db)
  await sql`delete from node where beat_time < now() - interval '1 day'`.execute(db)
}
