import { inTransaction, SYSTEM } from '../../../platform/database/db.ts'
import type { PeriodicJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { headsOf, keepCheckpoint, type Checkpoint, type SignedCheckpoint } from './checkpoint.sql.ts'

export const FORMAT = 'hufu.audit.1'

/** The signed text. Its prefix prevents use of the signature for anything else; tools/verify-audit.mjs builds the same text. */
const messageOf = (name: string, body: object) => `${FORMAT}.${name}:${JSON.stringify(body)}`

/** A signed line of the evidence file. */
export const signedLine = (keys: Keys, name: 'manifest' | 'checkpoint' | 'end', body: object): string =>
  JSON.stringify({ [name]: body, signature: keys.sign(messageOf(name, body)) })

export const bodyOf = ({ lane: chain, seq, digest, time, kind }: Checkpoint): Checkpoint => ({ lane: chain, seq, digest, time, kind })

export const isGenuine = (keys: Keys, { signature, ...rest }: SignedCheckpoint): boolean =>
  keys.hasSigned(messageOf('checkpoint', bodyOf(rest)), signature)

export const signCheckpoint = (keys: Keys, checkpoint: Checkpoint): string => keys.sign(messageOf('checkpoint', bodyOf(checkpoint)))

/** Signs the present end of each chain, so that a chain cut or rewritten later contradicts a checkpoint. */
export async function writeCheckpoints({ db, keys }: Kernel, kind: 'hour' | 'export'): Promise<void> {
  const time = new Date().toISOString()
  await inTransaction(db, SYSTEM, async trx => {
    for (const head of await headsOf(trx)) {
      const checkpoint = { ...head, time, kind }
      await keepCheckpoint(trx, checkpoint, signCheckpoint(keys, checkpoint))
    }
  })
}

export const keepCheckpoints = (kernel: Kernel): PeriodicJob => ({
  name: 'audit-checkpoint',
  period: { every: 'hour', at: '00:07' },
  run: () => writeCheckpoints(kernel, 'hour'),
})
