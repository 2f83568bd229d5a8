import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { closeTry, countedOf, countFailure, lock, openTry, type Failures, type Guess, type Lock } from './failures.sql.ts'

/** The others are judged by then. */
const TRY_SECONDS = 1

/** A guess that was wrong. */
export interface Wrong {
  /** How many more are free. */
  remain: number
  /** What it has brought about where none is. */
  lock: Lock | undefined
}

/**
 * Looks at one secret of somebody, under the counter of its method (T9). Guesses at a name are judged one after the other
 * on this node, and those begun on all nodes count before they are looked at: of a hundred at once no more are judged than
 * the settings allow. What is right was never a failure, nor what `prove` refuses because the fault is nobody's guess.
 */
export async function judgeGuess(kernel: Kernel, guess: Guess, prove: () => Promise<boolean>): Promise<Wrong | undefined> {
  const { db, guesses } = kernel
  const { nameKey, ip } = guess
  return guesses.run(nameKey, async () => {
    const open = await openTry(db, nameKey)
    try {
      // Read after the row of open tries is ours: whoever left it has written down their failure before.
      const counted = await countedOf(db, nameKey, ip)
      if (counted.lock) refuse('locked', { ...counted.lock })
      // Fewer are allowed than when these were counted.
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

/** An address never has more tries than all of them together. */
const mostEverywhere = ({ config: { values } }: Kernel) => Math.max(values.failCount, values.accountFailCount)

const freeOf = (kernel: Kernel, { here, everywhere }: Failures): number =>
  Math.min(kernel.config.values.failCount - here, mostEverywhere(kernel) - everywhere)

const lockDue = (kernel: Kernel, guess: Guess, { everywhere }: Failures): Promise<Lock> =>
  lock(kernel.db, guess, kernel.config.values.lockMinutes, everywhere >= mostEverywhere(kernel))
