import { inTransaction, SYSTEM } from '../../../../platform/database/db.ts'
import type { PeriodicJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { lockQueuedNames, storeNamePhones } from './login-phone.sql.ts'
import { namePhoneHash } from './person.ts'

const AT_A_TIME = 500
const RUN_MS = 50_000

/** Adds the blind indexes of user names that were written without: those from before decision 0131, and those of an older node. */
export const fillLoginPhones = (kernel: Kernel): PeriodicJob => ({
  name: 'fill-login-phones',
  period: { every: 'minute' },
  run: async () => {
    const until = performance.now() + RUN_MS
    while (performance.now() < until && (await fillBatch(kernel)) === AT_A_TIME);
  },
})

const fillBatch = ({ db, keys }: Kernel): Promise<number> =>
  inTransaction(db, SYSTEM, async trx => {
    const names = await lockQueuedNames(trx, AT_A_TIME)
    const indexed = names.map(name => ({ ...name, phoneHash: namePhoneHash(keys, name.userName) }))
    if (names.length > 0) await storeNamePhones(trx, indexed)
    return names.length
  })
