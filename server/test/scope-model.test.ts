import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acts } from './scope-acts.ts'
import { sampling } from './sampled.ts'
import { runOperations, type RunReport } from './scope-run.ts'
import { makeWorld, SIZE, type World } from './scope-world.ts'

const sample = sampling(import.meta.filename)
const SEED = Number(process.env.HUFU_MODEL_SEED ?? sample.seed(20_261_121))
/** By default as many as take about half a minute; the full proof runs 10,000. */
const OPERATIONS = Number(process.env.HUFU_MODEL_OPERATIONS ?? sample.count(1000))
/** Operations in a row on one copy of the world: few enough to shrink, enough to build on each other. */
const OPERATIONS_PER_RUN = 250
/** A run has half as many on average, so these are more than enough runs; what is too many ends at once. */
const RUNS = Math.ceil(OPERATIONS / OPERATIONS_PER_RUN) * 4 + 16
/** The time for finding a smaller counterexample. */
const SHRINK_MS = 60_000

let world: World
beforeAll(async () => {
  world = await makeWorld(SEED)
})
afterAll(() => world.drop())

const numbers = { minLength: 9, maxLength: 9 }
const operation = fc.record({
  act: fc.nat(acts.length - 1),
  who: fc.nat(SIZE.admins - 1),
  // Three of four targets are chosen within the scope, so that enough succeeds.
  near: fc.array(fc.nat(3).map(n => n > 0), numbers), // prettier-ignore
  at: fc.array(fc.nat(1_000_000), numbers),
  n: fc.nat(1_000_000),
  flag: fc.boolean(),
})

test(
  `T14 ${OPERATIONS} random operations of ${SIZE.admins} delegated administrators in ${SIZE.orgs} organisations disclose, count or change no row out of scope, and nobody exceeds their granter`,
  // Ten thousand take a quarter of an hour alone, and much longer next to other work.
  { timeout: OPERATIONS * 500 + 2 * SHRINK_MS },
  async () => {
    const totals: RunReport = { operations: 0, foreign: 0, succeeded: new Set() }
    let report = ''
    let until = Infinity
    const isRight = fc.asyncProperty(
      fc.noBias(fc.array(operation, { minLength: 1, maxLength: OPERATIONS_PER_RUN, size: 'max' })),
      async operations => {
        if (performance.now() > until || (report === '' && totals.operations >= OPERATIONS)) return true
        const lines: string[] = []
        const problem = await runOperations(world, operations.slice(0, OPERATIONS), totals, lines)
        if (problem === undefined) return true
        until = Math.min(until, performance.now() + SHRINK_MS)
        // The last failing run is the smallest one found.
        report = `${lines.map((line, n) => `${n + 1}. ${line}`).join('\n')}\n=> ${problem}`
        return false
      },
    )
    const { counterexamplePath } = await fc.check(isRight, { seed: SEED, numRuns: RUNS })
    expect(report, `HUFU_MODEL_SEED=${SEED}, path ${counterexamplePath}`).toBe('')
    // An act that never succeeds, or is never refused, would prove nothing.
    expect(totals.operations).toBeGreaterThanOrEqual(OPERATIONS)
    expect(totals.foreign).toBeGreaterThan(OPERATIONS / 20)
    const never = new Set(acts.filter(act => !act.targets.some(target => target === 'task' || target === 'file')).map(act => act.name)) // prettier-ignore
      .difference(totals.succeeded)
    expect(never.size, [...never].join(', ')).toBeLessThan(OPERATIONS < 1000 ? Infinity : 8)
  },
)
