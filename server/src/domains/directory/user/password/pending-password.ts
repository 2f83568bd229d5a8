import { setTimeout as pause } from 'node:timers/promises'
import type { PeriodicJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { hashSecret } from '../../../../platform/secrets/password-hash.ts'
import { Refused } from '../../../../platform/http/refuse.ts'
import { claimPending, findPending, storeHashes, storedHash, type PendingPassword } from './pending-password.sql.ts'

const AT_A_TIME = 40
/** Two at once, so that one of the three hashing threads stays free for sign-ins. */
const AT_ONCE = 2
const RUN_MS = 50_000
const PAUSE_MS = 200

/**
 * At a sign-in, hashes the user's waiting digest now. Returns the stored hash, which another request may have written
 * first; null where there is none.
 */
export async function settlePending(kernel: Kernel, userId: string): Promise<string | null> {
  const pending = await findPending(kernel.db, userId)
  if (pending) {
    const passwordHash = await hashSecret(pending.origin, kernel.keys.openField(pending.sealed))
    await storeHashes(kernel.db, [{ userId, passwordHash }])
  }
  return storedHash(kernel.db, userId)
}

/** Hashes imported digests in the background. Runs every minute on any node; each person is claimed by one. */
export const hashPending = (kernel: Kernel): PeriodicJob => ({
  name: 'hash-pending-passwords',
  period: { every: 'minute' },
  run: async () => {
    const until = performance.now() + RUN_MS
    while (performance.now() < until) {
      const people = await claimPending(kernel.db, AT_A_TIME)
      if (people.length === 0) return
      const hashed = await hashAll(kernel, people)
      await storeHashes(kernel.db, hashed)
    }
  },
})

async function hashAll(kernel: Kernel, people: readonly PendingPassword[]): Promise<{ userId: string; passwordHash: string }[]> {
  const hashed: { userId: string; passwordHash: string }[] = []
  const waiting = [...people]
  const work = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop())
      hashed.push({
        userId: one.userId,
        passwordHash: await retryWhileBusy(() => hashSecret(one.origin, kernel.keys.openField(one.sealed))),
      })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return hashed
}

/** Waits and tries again while the hashing queue is full, because sign-ins come first. */
async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refused) || error.reason !== 'tooOften') throw error
      await pause(PAUSE_MS)
    }
  }
}
