import type { Kernel } from '../../kernel/kernel.ts'
import { refuse } from '../../kernel/refuse.ts'
import { closeTry, countedOf, countFailure, lock, openTry, type Guess, type Lock } from './failures.sql.ts'

/** A guess that was wrong. */
export interface Wrong {
  /** How many more are free. */
  remain: number
  /** What it has brought about where none is. */
  lock: Lock | undefined
}

/**
 * Looks at one secret of somebody, under the one counter of all ways (T9). Guesses at a name are judged one after the other
 * on this node, and those begun on all nodes count before they are looked at: of a hundred at once no more are judged than
 * the settings allow. What is right was never a failure, nor what `prove` refuses because the fault is nobody's guess.
 */
export async function judgeGuess(kernel: Kernel, guess: Guess, prove: () => Promise<boolean>): Promise<Wrong | undefined> {
  const { db, guesses, config } = kernel
  const { nameKey } = guess
  return guesses.run(nameKey, async () => {
    const open = await openTry(db, nameKey)
    try {
      // Read after the row of open tries is ours: whoever left it has written down his failure before.
      const counted = await countedOf(db, nameKey)
      if (counted.lock) refuse('locked', { ...counted.lock })
      const { failCount, lockMinutes } = config.values
      // Fewer are allowed than when these were counted.
      if (counted.failCount >= failCount) refuse('locked', { ...(await lock(db, nameKey, lockMinutes)) })
      if (counted.failCount + open > failCount) refuse('tooOften')
      if (await prove()) return undefined
      const remain = Math.max(0, failCount - (await countFailure(db, guess)))
      return { remain, lock: remain > 0 ? undefined : await lock(db, nameKey, lockMinutes) }
    } finally {
      await closeTry(db, nameKey)
    }
  })
}
