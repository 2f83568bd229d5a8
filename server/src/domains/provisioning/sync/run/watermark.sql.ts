import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { StoredSync } from '../config.sql.ts'

type Settings = Pick<StoredSync, 'type' | 'url' | 'method' | 'objectType' | 'options' | 'mapping' | 'policy'>

/** A watermark is valid only for the same settings: after a change of the mapping, for example, everything has to be read. */
const settingsOf = ({ type, url, method, objectType, options, mapping, policy }: Settings): string => {
  const { rootOrgId, correlate, onNew, onChange } = policy
  return createHash('sha256')
    .update(JSON.stringify([type, url, method, objectType, options, mapping, rootOrgId, correlate, onNew, onChange]))
    .digest('hex')
}

/** How far completed runs have seen the changes of the source; undefined if everything has to be read. */
export async function watermarkOf(db: Db, sync: Settings & { id: string }): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select mark ->> 'value' as value from sync_state
    where sync_id = ${sync.id} and mark ->> 'settings' = ${settingsOf(sync)}`.execute(db)
  return rows[0]?.value
}

/** Stores a watermark with its run; `advanceWatermark` makes it valid once the run has written everything. */
export async function keepWatermark(db: Db, runId: string, sync: Settings, watermark: string | undefined): Promise<void> {
  if (watermark === undefined) return
  const stored = JSON.stringify({ value: watermark, settings: settingsOf(sync) })
  await sql`update sync_run set mark = ${stored}::jsonb where id = ${runId}`.execute(db)
}

export const advanceWatermark = (db: Db, runId: string) =>
  sql`update sync_state s set mark = r.mark from sync_run r where r.id = ${runId} and s.sync_id = r.sync_id and r.mark is not null`.execute(
    db,
  )

/** Marks a delta run as full, because the source could not say what has changed and everything was read. */
export const readWhole = (db: Db, runId: string) => sql`update sync_run set mode = 'full' where id = ${runId}`.execute(db)
