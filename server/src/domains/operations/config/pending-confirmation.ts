import { security } from '@hufu/contract/operations/security'
import { text } from '@hufu/contract/text'
import { writeAudit } from '../../../platform/audit/audit.ts'
import { lockConfig, readConfig, writeConfig } from '../../../platform/config/config.ts'
import { inTransaction, SYSTEM, type Db } from '../../../platform/database/db.ts'
import type { QueueJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { addressAllowed, isHourAllowed } from '../../../platform/http/ip-rules.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { isConfirmationOverdue, takePendingConfirmation } from './pending-confirmation.sql.ts'

/** Makes the change permanent; the caller must be at an address and a time the new rules allow. */
export async function confirmPending({ db, ip, kernel }: Pick<Context, 'db' | 'ip' | 'kernel'>): Promise<void> {
  await lockConfig(db)
  const values = await readConfig(db)
  if (!addressAllowed(values, ip) || !isHourAllowed(values, kernel.now())) refuse('confirmationElsewhere')
  if (!(await takePendingConfirmation(db, 'inTime'))) refuse('confirmationOver')
}

/** Restores the former values. */
export async function revertPending(db: Db): Promise<void> {
  await lockConfig(db)
  const pendingConfirmation = (await takePendingConfirmation(db, 'any')) ?? refuse('confirmationOver')
  await writeConfig(db, pendingConfirmation.before)
}

/** Reverts a change that was not confirmed in time, and audits that. The first node to notice does it. */
export async function rollBackOverdue({ db, config }: Pick<Kernel, 'db' | 'config'>): Promise<void> {
  if (!(await isConfirmationOverdue(db))) return
  await inTransaction(db, SYSTEM, async trx => {
    await lockConfig(trx)
    const pendingConfirmation = await takePendingConfirmation(trx, 'overdue')
    if (!pendingConfirmation) return
    await writeConfig(trx, pendingConfirmation.before)
    await writeAudit(trx, auditOf(pendingConfirmation))
  })
  await config.refresh()
}

/** The audit record of a reverted change. It has no user, as there is no caller; its parameters name the author of the change. */
const auditOf = ({ userName, before }: { userName: string; before: Record<string, string> }) => ({
  who: undefined,
  ip: '',
  traceId: '',
  module: 'security',
  operateType: 'rollBackTrial',
  method: security.endTrial.method,
  path: security.endTrial.path,
  params: { userName, before },
  code: 'success',
  message: text.done,
  cost: 0,
})

/** Runs on every node, so that a pending change is reverted even if one node has stopped. */
export const confirmationClock = (kernel: Kernel): QueueJob => ({
  name: 'settings-on-trial',
  run: () => rollBackOverdue(kernel),
})
