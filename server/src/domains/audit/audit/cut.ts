import type { Cleaner } from '../../../platform/database/cleaner.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { isGenuine, signCheckpoint } from './checkpoint.ts'
import { countCut, cutChain, lockCut, nextCut } from './cut.sql.ts'
import { keepCheckpoint } from './checkpoint.sql.ts'

/** Removes the beginnings of the chains up to signed checkpoints, and signs the link on which the rest depends. */
export const operLogCleaner: Cleaner<{ db: Db; keys: Keys }> = {
  count: countCut,
  batch: async ({ db, keys }, before) => {
    await lockCut(db)
    const end = await nextCut(db, before)
    if (!end) return 0
    // A forged checkpoint is evidence, so nothing before it may be removed.
    if (!isGenuine(keys, end)) refuse('checkpointForged')
    const { lane: chain, seq, digest } = end
    const cleaned = { lane: chain, seq, digest, time: new Date().toISOString(), kind: 'cleaned' as const }
    await keepCheckpoint(db, cleaned, signCheckpoint(keys, cleaned))
    return cutChain(db, cleaned)
  },
}
