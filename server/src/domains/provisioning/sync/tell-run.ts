import type { Db } from '../../../platform/database/db.ts'
import { writeSyncLog } from '../sync-log/write-log.sql.ts'
import type { StoredSync } from './config.sql.ts'
import type { StoredRun } from './run.sql.ts'
import { text } from './text.ts'

/** The row of the log that sums a run up. */
export const tellRun = (db: Db, sync: StoredSync, run: Pick<StoredRun, 'id'>, { isDone, message }: { isDone: boolean; message: string }) =>
  writeSyncLog(db, [
    {
      objectType: sync.objectType,
      operateType: 'run',
      sync: { id: sync.id, name: sync.name },
      runId: run.id,
      name: text.run.summary,
      isDone,
      message,
    },
  ])
