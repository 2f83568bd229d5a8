import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { closeTry, countedOf, countFailure, lock, openTry, type Failures, type Guess, type Lock } from './failures.sql.ts'

/** By then the guesses in progress have been checked. */
const TRY_SECONDS = 1

/** The result of a wrong guess. */
export interface WrongGuess {
  /** How many more guesses are allowed. */
  remain: number
  /** The lock this guess caused, if none are left. */
  lock: Lock | undefined
}

/**
 * Checks one secret under the failure counter of its method (T9). Guesses for one name run one after the other on this node,
 * and guesses in progress on all nodes count beforehand: a hundred at once cannot exceed the limit. A correct guess does not
 * count as a failure, nor does a refusal thrown by `prove`.
 */
export async function checkGuess(kernel: Kernel, guess: Guess, prove: () => Promise<boolean>): Promise<WrongGuess | undefined> {
  const { db, guesses } = kernel
  const { nameKey, ip } = guess
  return guesses.run(nameKey, async () => {
    const open = await openTry(db, nameKey)
    try {
      // Read after openTry has locked the row of open attempts: a guess that held it before has recorded its failure by then.
      const counted = await countedOf(db, nameKey, ip)
      if (counted.lock) refuse('locked', { ...counted.lock })
      // The limit was lowered after these failures were counted.
      if (freeOf(kernel, counted) <= 0) refuse('locked', { ...(await lockDue(kernel, guess, counted)) })
      if (freeOf(kernel, counted) < open) refuse('tooOften', { seconds: TRY_SECONDS })
      if (await prove()) return undefined
      const failures = await countFailure(db, guess)
      const remain = Math.max(0, freeOf(kernel, failures))
      return { remain, lock: remain > 0 ? undefined : await lockDue(kernel, guess, failures) }
    } finally {
      await closeTry(db, nameKey)
    }
  })
}

/** The limit per account is never below the limit per address. */
const maxTriesPerAddress = ({ config: { values } }: Kernel) => Math.max(values.failCount, values.accountFailCount)

const freeOf = (kernel: Kernel, { here, everywhere }: Failures): number =>
  Math.min(kernel.config.values.failCount - here, maxTriesPerAddress(kernel) - everywhere)

const lockDue = (kernel: Kernel, guess: Guess, { everywhere }: Failures): Promise<Lock> =>
  lock(kernel.db, guess, kernel.config.values.lockMinutes, everywhere >= maxTriesPerAddress(kernel))
