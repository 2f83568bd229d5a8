import { samlKey } from '@hufu/contract/federation/saml'
import { text as commonText } from '@hufu/contract/text'
import { writeAudit } from '../../../../platform/audit/audit.ts'
import { type Db, inTransaction, type Actor } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { PeriodicJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { wireTime } from '../../../../platform/clock.ts'
import { rollDecryptionKey } from './decryption-key.sql.ts'
import { addEndingKey } from './key.sql.ts'

/**
 * Publishes successors of ending keys each night. An administrator moves applications to the new signing key one by one (decision
 * 0071).
 */
export const renewSamlKey = (kernel: Kernel): PeriodicJob => ({
  name: 'renew-saml-key',
  period: { every: 'day', at: '03:23' },
  run: async () => {
    const actor: Actor = { userId: '', sessionId: '', traceId: newId(), call: 'samlKey.add' }
    await inTransaction(kernel.db, actor, async db => {
      const ends = { signing: await addEndingKey(kernel, db), decryption: await rollDecryptionKey(kernel, db) }
      for (const [use, end] of Object.entries(ends)) if (end) await recordKey(db, actor, { use, certificateEnd: wireTime(end) })
    })
  },
})

/** A job has no caller, so the record names none. */
const recordKey = (db: Db, { traceId }: Actor, params: { use: string; certificateEnd: string }) =>
  writeAudit(db, {
    who: undefined,
    ip: '',
    traceId,
    module: 'samlKey',
    operateType: 'add',
    method: samlKey.add.method,
    path: samlKey.add.path,
    params,
    code: 'success',
    message: commonText.done,
    cost: 0,
  })
