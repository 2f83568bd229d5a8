import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobKinds } from '../src/background.ts'
import { Jobs, type JobKind, type PeriodicJob } from '../src/platform/jobs/jobs.ts'
import { claimPeriodic } from '../src/platform/jobs/periodic-job.sql.ts'
import { startTestServer, type TestServer } from './harness.ts'

/** Two nodes on one database. */
let nodes: [TestServer, TestServer]
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: line => logged.push(line) })
beforeAll(async () => {
  const first = await startTestServer()
  nodes = [first, await startTestServer({ beside: first })]
})
afterAll(async () => {
  await nodes[1].close()
  await nodes[0].close()
})

/** Runs the kinds of each node until the check has passed, then stops both. */
async function runOnBothNodes(kindsOf: (node: number) => JobKind[], check: () => Promise<unknown>): Promise<void> {
  const both = nodes.map(({ kernel }) => new Jobs(kernel.db, log))
  await Promise.all(both.map((jobs, node) => jobs.start(kindsOf(node))))
  await check()
  await Promise.all(both.map(jobs => jobs.stop()))
}
const query = async <T>(text: string, values: unknown[] = []) => (await nodes[0].kernel.pool.query(text, values)).rows as T[]
const state = async (name: string) =>
  (
    await query<{ attempt: number; isHeld: boolean; wait: number }>(
      `select attempt, coalesce(lease_until > now(), false) as "isHeld", extract(epoch from due_time - now())::float8 as wait
        from periodic_job where name = $1`,
      [name],
    )
  )[0]!
/** Makes the job due now. */
const makeDue = (name: string) =>
  query('insert into periodic_job (name, due_time) values ($1, now()) on conflict (name) do update set due_time = now()', [name])

test('R4 of two nodes one runs a periodic job, once per period', async () => {
  const runs: number[] = []
  const names = Array.from({ length: 20 }, (_, n) => `daily-${n}`)
  const kinds = (node: number): PeriodicJob[] =>
    names.map(name => ({ name, period: { every: 'day', at: '03:40' }, run: async () => void runs.push(node) }))
  for (const name of names) await makeDue(name)
  let looks = 0
  const look = { name: 'look', run: async () => void looks++ }
  // Until each node has looked again.
  await runOnBothNodes(node => [...kinds(node), look], () => expect.poll(() => runs.length >= 20 && looks).toBeGreaterThan(5)) // prettier-ignore
  expect(runs).toHaveLength(20)
  for (const name of names) expect(await state(name)).toMatchObject({ attempt: 1, isHeld: false })
})

test('R3 the periodic job of a dead node is run by the other, and the dead run can no longer finish it', async () => {
  await makeDue('orphan')
  expect(await claimPeriodic(nodes[0].kernel.db, ['orphan'])).toEqual([{ name: 'orphan', attempt: 1 }])
  expect(await claimPeriodic(nodes[1].kernel.db, ['orphan'])).toEqual([])
  await query("update periodic_job set lease_until = now() - interval '1 second' where name = 'orphan'")
  let runs = 0
  const kind: PeriodicJob = { name: 'orphan', period: { every: 'day' }, run: async () => void runs++ }
  await runOnBothNodes(() => [kind], () => expect.poll(() => state('orphan')).toMatchObject({ attempt: 2, isHeld: false })) // prettier-ignore
  expect(runs).toBe(1)
})

test('R3 a periodic job that fails is logged and due again within a minute', async () => {
  await makeDue('failing')
  const run = () => Promise.reject(new Error('out of order'))
  await runOnBothNodes(() => [{ name: 'failing', period: { every: 'day' }, run }], () => expect.poll(() => state('failing')).toMatchObject({ attempt: 1, isHeld: false })) // prettier-ignore
  expect((await state('failing')).wait).toBeLessThanOrEqual(60)
  expect(logged.join()).toContain('out of order')
})

test('a periodic job runs at its minute and hour in Asia/Shanghai, and runs sooner after its period was shortened', async () => {
  const period = (every: 'minute' | 'hour' | 'day', at?: '03:41' | '00:07'): PeriodicJob['period'] => (at ? { every, at } : { every })
  const planned = async (name: string, of: PeriodicJob['period']) => {
    const jobs = new Jobs(nodes[0].kernel.db, log)
    await jobs.start([{ name, period: of, run: async () => undefined }])
    await jobs.stop()
    const text = "select to_char(due_time at time zone 'Asia/Shanghai', 'HH24:MI:SS') as time from periodic_job where name = $1"
    return { time: (await query<{ time: string }>(text, [name]))[0]!.time, wait: (await state(name)).wait }
  }
  expect((await planned('nightly', period('day', '03:41'))).time).toBe('03:41:00')
  expect((await planned('hourly', period('hour', '00:07'))).time).toMatch(/^\d\d:07:00$/)
  const { time, wait } = await planned('nightly', period('minute'))
  expect(time).toMatch(/:00$/)
  expect(wait).toBeLessThanOrEqual(60)
})

test('D-50 every periodic job of the product is scheduled once', async () => {
  const node = await startTestServer({ beside: nodes[0], jobs: true })
  const kinds = jobKinds(node.kernel, log)
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
  const periodic = kinds.filter(kind => 'period' in kind).map(({ name }) => name)
  const planned = (await query<{ name: string }>('select name from periodic_job')).map(({ name }) => name)
  expect(planned).toEqual(expect.arrayContaining(periodic))
  expect(periodic).toContain('compare-counters')
  await node.close()
})
