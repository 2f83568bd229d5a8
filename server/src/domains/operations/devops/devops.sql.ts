import { sql } from 'kysely'
import type { DevopsOverview } from '@hufu/contract/operations/devops'
import type { Db } from '../../../platform/database/db.ts'

/** It walks over the files of the database: not for every call. */
export async function databaseSize(db: Db): Promise<number> {
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return rows[0]!.size
}

type Counted = Omit<DevopsOverview, 'version' | 'nodeVersion' | 'dbSize' | 'diskFree'>

export async function countRunning(db: Db, upSeconds: number): Promise<Counted> {
  const { rows } = await sql<Counted>`select now() - ${upSeconds} * interval '1 second' as start_time,
    (select count(*) from async_task where status = 'RUNNING') as task_running,
    (select count(*) from async_task where status = 'WAIT') as task_waiting,
    (select count(*) from async_task where status = 'ERROR' and finish_time > now() - interval '1 day') as task_failed,
    (select count(*) from periodic_job where lease_until > now()) as job_running,
    (select count(*) from api_item where status = 0) as closed_api,
    (select count(*) from file f where not exists (select from file_use u where u.file_id = f.id and u.keeps)) as unused_file,
    (select max(name) from schema_step) as migration`.execute(db)
  return rows[0]!
}
