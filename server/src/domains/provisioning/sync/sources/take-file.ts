import type { FileOptions } from '@hufu/contract/provisioning/sync-options'
import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { writeAudit } from '../../../../platform/audit/audit.ts'
import { inTransaction, SYSTEM } from '../../../../platform/database/db.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { lockSyncs, type StoredSync } from '../config.sql.ts'
import { lookInto, storeSource, type Sent } from './files.ts'
import { setFile } from './files.sql.ts'
import type { ObjectType } from './source.ts'
import { startRunUnlessRunning } from '../run/start.ts'

/** Replaces the task's file by one that another system sent, and starts a run at once if the task's options say so. */
export async function takeFile(
  kernel: Kernel,
  { id, editedBy }: StoredSync,
  object: ObjectType,
  sent: Sent,
  from: { ip: string; traceId: string },
): Promise<{ rows: number; taskId: string | null }> {
  const ownerId = editedBy ?? BUILT_IN_ACCOUNT
  const begin = performance.now()
  const taken = await inTransaction(kernel.db, SYSTEM, async db => {
    const [sync] = await lockSyncs(db, [id])
    const options = sync!.options as FileOptions
    const { rows } = await lookInto(sent.path, options)
    await setFile(db, id, object, await storeSource(db, kernel, ownerId, `${object}-${id}`, sent))
    const taskId = options.runs
      ? await startRunUnlessRunning(db, kernel, { syncId: id, mode: 'full', trigger: 'event', userId: null })
      : null
    await writeAudit(db, {
      ...from,
      who: undefined,
      module: 'sync',
      operateType: 'receiveFile',
      method: 'POST',
      path: '/publicApi/syncFile',
      params: { object, rows, bytes: sent.size },
      code: '0',
      message: '',
      cost: Math.round(performance.now() - begin),
      target: id,
    })
    return { rows, taskId }
  })
  kernel.tasks.wake()
  return taken
}
