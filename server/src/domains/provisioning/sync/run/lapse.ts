import { sync as calls } from '@hufu/contract/provisioning/sync'
import { writeAudit } from '../../../../platform/audit/audit.ts'
import { inTransaction, SYSTEM } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { notifyOfRun } from '../../watcher/watcher.ts'
import { plan } from '../config.ts'
import { lockSyncs, setSyncStatus } from '../config.sql.ts'
import { findLapsing, setLapsed } from './lapse.sql.ts'
import { logRun } from '../report/log-run.ts'
import { text } from '../text.ts'

const BLOCKED_DAYS = 7

/** Voids a plan that the brake has held for seven days, disables its task and notifies once (decision 0094). */
export async function voidLapsedPlan(kernel: Kernel): Promise<boolean> {
  const found = await findLapsing(kernel.db, BLOCKED_DAYS)
  if (!found) return false
  const { runId, syncId } = found
  const traceId = newId()
  await inTransaction(kernel.db, { ...SYSTEM, traceId }, async db => {
    const [sync] = await lockSyncs(db, [syncId])
    if (!(await setLapsed(db, runId, text.run.andLapsed))) return
    await setSyncStatus(db, syncId, 0)
    await plan(db, kernel, { ...sync!, status: 0 })
    await logRun(db, sync!, { id: runId }, { isDone: false, message: text.run.lapsed })
    await notifyOfRun(db, kernel, sync!, 'syncLapsed')
    await writeAudit(db, {
      who: undefined,
      ip: '',
      traceId,
      module: 'sync',
      operateType: 'lapse',
      method: calls.setStatus.method,
      path: calls.setStatus.path,
      params: { runId, name: sync!.name, status: 0 },
      code: 'success',
      message: text.run.lapsed,
      cost: 0,
      target: syncId,
    })
  })
  return true
}
