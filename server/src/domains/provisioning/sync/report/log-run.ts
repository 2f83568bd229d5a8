import type { Db } from '../../../../platform/database/db.ts'
import { writeSyncLog } from '../../sync-log/write-log.sql.ts'
import type { StoredSync } from '../config.sql.ts'
import type { StoredRun } from '../run/run.sql.ts'
import type { Exchange } from '../sources/source.ts'
import { text } from '../text.ts'

type RunOutcome = { isDone: boolean; message: string } & Partial<Exchange>

/** Writes the log row that sums up a run, with the failed request if the source could not be read. */
export const logRun = (db: Db, sync: StoredSync, run: Pick<StoredRun, 'id'>, outcome: RunOutcome) =>
  writeSyncLog(db, [
    {
      objectType: sync.objectType,
      operateType: 'run',
      sync: { id: sync.id, name: sync.name },
      runId: run.id,
      name: text.run.summary,
      ...outcome,
    },
  ])
