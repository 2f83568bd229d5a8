import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quartz } from '@hufu/contract/operations/quartz'
import { jobKinds } from '../../../background.ts'
import { Jobs, type QueueJob } from '../../../platform/jobs/jobs.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { shiftClock } from '../../../../test/shifted-clock.ts'
import { catalogue } from './catalogue.ts'
import { quartzClock } from './clock.ts'
import { nextTime } from '../../../platform/jobs/cron.ts'
import { fromWire } from '../../../platform/clock.ts'

/** Two nodes on one database. */
let nodes: [TestServer, TestServer]
const log = pino({ level: 'silent' })
beforeAll(async () => {
  const first = await startTestServer()
  nodes = [first, await startTestServer({ beside: first })]
  await query('update quartz set status = 0, next_time = null where built_in = 1')
})
afterAll(async () => {
  await nodes[1].close()
  await nodes[0].close()
})

const query = async <T>(text: string, values: unknown[] = []) => (await nodes[0].kernel.pool.query(text, values)).rows as T[]
let runs: string[] = []
/** The schedulers of both nodes; their job does the given work. */
const clocks = (work: () => Promise<string> = async () => '完成'): [QueueJob, QueueJob] => {
  const clock = (node: TestServer, name: string) => {
    const run = async () => {
      runs.push(name)
      return work()
    }
    return quartzClock(node.kernel, log, { ...catalogue, cleanSession: { ...catalogue.cleanSession, run } }, name)
  }
  return [clock(nodes[0], 'a'), clock(nodes[1], 'b')]
}
/** Runs all nodes at the same time until nothing is left to do. */
const look = (both: readonly QueueJob[]) => Promise.all(both.map(async ({ run }) => { while (await run()); })) // prettier-ignore

let serial = 0
/** A job that runs every minute and was due half a minute ago. */
async function minuteJob(minutesAgo = 0): Promise<string> {
  const [{ second }] = await query<{ second: number }>('select extract(second from now())::int as second') as [{ second: number }] // prettier-ignore
  const cron = `${(second + 30) % 60} * * * * ?`
  const { id } = await nodes[0].admin.call(quartz.save, { body: { name: `每分钟${++serial}`, jobCode: 'cleanSession', cron } })
  await comeDue(id, minutesAgo)
  return id
}
const comeDue = async (id: string, minutesAgo = 0) => {
  const { nextTime: next } = await nodes[0].admin.call(quartz.byId, { query: { id } })
  const [{ coming }] = await query<{ coming: string }>("select ($1::timestamptz - make_interval(mins => 1 + $2)) as coming", [next, minutesAgo]) as [{ coming: string }] // prettier-ignore
  await query('update quartz set next_time = $2::timestamptz where id = $1', [id, coming])
}
const logsOf = async (quartzId: string) => (await nodes[1].admin.call(quartz.pageLog, { query: { quartzId, size: 100 } })).records
const jobOf = (id: string) => nodes[1].admin.call(quartz.byId, { query: { id } })

test('D-55, R4 two nodes run a job of every minute ten times in ten minutes, each run in the log', async () => {
  runs = []
  const id = await minuteJob()
  const both = clocks()
  for (let minute = 0; minute < 10; minute++) {
    if (minute > 0) await comeDue(id)
    await look(both)
  }
  expect(runs).toHaveLength(10)
  const logs = await logsOf(id)
  expect(logs).toHaveLength(10)
  for (const row of logs) expect(row).toMatchObject({ result: 1, message: '完成', trigger: 'clock', userName: null, endTime: expect.any(String) }) // prettier-ignore
  expect(await jobOf(id)).toMatchObject({ lastResult: 1, running: false, recent: Array.from({ length: 10 }, () => 1) })
})

test('D-55 a job runs once per due time, and jobs due within the same second do not delay each other', async () => {
  runs = []
  const within = await minuteJob()
  await query("update quartz set next_time = next_time + interval '123456 microseconds' where id = $1", [within])
  const other = await minuteJob()
  await look(clocks())
  expect(runs).toHaveLength(2)
  for (const id of [within, other]) expect(await logsOf(id)).toMatchObject([{ result: 1, trigger: 'clock' }])
})

test('D-55 the database clock counts: a node whose own clock is two hours fast runs nothing early and schedules correctly', async () => {
  runs = []
  const early = await minuteJob()
  const both = clocks()
  await look(both)
  const right = shiftClock(2 * 3600_000)
  try {
    await look(both)
    expect(runs).toHaveLength(1)
    await comeDue(early)
    await look(both)
  } finally {
    right()
  }
  expect(runs).toHaveLength(2)
  const [{ wait }] = await query<{ wait: number }>('select extract(epoch from next_time - now())::float8 as wait from quartz where id = $1', [early]) as [{ wait: number }] // prettier-ignore
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
})

test('D-55 a job never overlaps itself: while it runs, its times are skipped and logged so', async () => {
  runs = []
  const id = await minuteJob()
  let finish: (message: string) => void = () => undefined
  const both = clocks(() => new Promise(resolve => { finish = resolve })) // prettier-ignore
  const running = both[0].run()
  await expect.poll(() => runs.length).toBe(1)
  await nodes[0].admin.refused('quartzRunning', quartz.run, { query: { id } })
  await nodes[0].admin.refused('quartzRunning', quartz.remove, { body: { ids: [id] } })
  await comeDue(id)
  await both[1].run()
  expect(runs).toHaveLength(1)
  expect(await logsOf(id)).toMatchObject([
    { result: 2, message: '跳过：正在执行' },
    { result: null, endTime: null },
  ])
  finish('慢')
  await running
  await comeDue(id)
  await look(clocks())
  expect((await logsOf(id)).map(({ result }) => result)).toEqual([1, 2, 1])
})

test('R3 if a node dies during a run, another closes the run as 节点中断, the next time runs again, and the dead node ends nothing', async () => {
  runs = []
  const id = await minuteJob()
  let finish: (message: string) => void = () => undefined
  const dead = clocks(() => new Promise(resolve => { finish = resolve })) // prettier-ignore
  const running = dead[0].run()
  await expect.poll(() => runs.length).toBe(1)
  await query("update quartz set lease_until = now() - interval '1 second' where id = $1", [id])
  await look(clocks())
  expect(await logsOf(id)).toMatchObject([{ result: 0, message: '节点中断', node: 'a', endTime: expect.any(String) }])
  expect(await jobOf(id)).toMatchObject({ running: false, lastResult: 0 })
  await comeDue(id)
  await look(clocks())
  finish('太晚')
  await running
  expect((await logsOf(id)).map(({ result, message }) => [result, message])).toEqual([[1, '完成'], [0, '节点中断']]) // prettier-ignore
})

test('D-55 a time missed while no node was up is run once if less than a period ago, else the job waits for its next time', async () => {
  runs = []
  const [once, never] = [await minuteJob(), await minuteJob(5)]
  await look(clocks())
  expect(await logsOf(once)).toMatchObject([{ result: 1 }])
  expect(await logsOf(never)).toMatchObject([{ result: 2, message: '跳过：已错过执行时间' }])
  expect(runs).toHaveLength(1)
  expect(fromWire((await jobOf(never)).nextTime!).getTime()).toBeGreaterThan(nodes[0].kernel.now().getTime())
  await query('delete from quartz where id = any ($1)', [[once, never]])
})

test('D-55 a failed job is logged without internal details and not repeated', async () => {
  runs = []
  const id = await minuteJob()
  await look(clocks(() => Promise.reject(new Error('password of the database'))))
  expect(await logsOf(id)).toMatchObject([{ result: 0, message: '执行失败，原因见服务日志' }])
  expect(runs).toHaveLength(1)
})

test('X-QUARTZ-09, X-QUARTZ-10 run now works for a paused job too and names the user; a paused job does not run on schedule', async () => {
  runs = []
  const id = await minuteJob()
  await nodes[0].admin.call(quartz.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  await look(clocks())
  expect(await logsOf(id)).toEqual([])
  await nodes[0].admin.call(quartz.run, { query: { id } })
  await nodes[0].admin.refused('quartzRunning', quartz.run, { query: { id } })
  await look(clocks())
  expect(await logsOf(id)).toMatchObject([{ quartzId: id, result: 1, trigger: 'hand', userName: 'admin' }])
  expect(await jobOf(id)).toMatchObject({ status: 0, nextTime: null })
  const later = { beginTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' }
  expect((await nodes[0].admin.call(quartz.pageLog, { query: { quartzId: id, result: 1 } })).total).toBe(1)
  expect((await nodes[0].admin.call(quartz.pageLog, { query: { quartzId: id, result: 0 } })).total).toBe(0)
  expect((await nodes[0].admin.call(quartz.pageLog, { query: { quartzId: id, ...later } })).total).toBe(0)
})

test('D-55 the product has this scheduler among its jobs, and it runs what is requested', async () => {
  await nodes[0].admin.call(quartz.run, { query: { id: 'cleanSession' } })
  const kind = jobKinds(nodes[0].kernel, log).find(({ name }) => name === 'quartz')!
  const jobs = new Jobs(nodes[0].kernel.db, log)
  await jobs.start([kind])
  await expect.poll(() => logsOf('cleanSession')).toMatchObject([{ result: 1, message: expect.stringMatching(/^清理 \d+ 个过期会话$/) }]) // prettier-ignore
  await jobs.stop()
})

test('D-55 the next time of an expression is strictly after the given moment', () => {
  const at = new Date('2026-11-22T08:00:00Z')
  expect(nextTime('0 0 * * * ?', at).toISOString()).toBe('2026-11-22T09:00:00.000Z')
})
