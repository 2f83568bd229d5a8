import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { task } from '@hufu/contract/task'
import { refuse } from '../../../platform/http/refuse.ts'
import type { RunningTask } from '../../../platform/tasks/running-task.ts'
import { finished, startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'

interface Work {
  batches: number
  /** The batch at which the run waits until released. */
  waitAt?: number
  fail?: 'refusal' | 'defect'
}
type Run = RunningTask<Work, { next: number }>

let server: TestServer
let other: TestServer
/** A server that takes up tasks only when the test says so. */
let quiet: TestServer
const dead: (() => void)[] = []
const runs: Promise<boolean>[] = []
let me: Subject
let myId: string
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  other = await startTestServer({ beside: server, jobs: true })
  for (const node of [server, other]) node.kernel.tasks.define<Work, { next: number }>({ kind: 'trial', run: run => work(node, run) })
  quiet = await startTestServer()
  for (const { kernel } of [server, quiet]) await kernel.pool.query('create table trial_row (task_id text, n int, node int)')
  myId = await server.given.user()
  me = await server.as(myId)
})
afterAll(async () => {
  await other.close()
  await server.close()
  for (const leave of dead) leave()
  await Promise.all(runs)
  await quiet.close()
})

const releases = new Map<string, () => void>()
const reached = (id: string) => expect.poll(() => releases.has(id)).toBe(true)
const letGo = (id: string) => {
  releases.get(id)?.()
  releases.delete(id)
}

/** The task kind under test (D-50), which writes one row a batch. */
async function work(node: TestServer, run: Run): Promise<{ message: string }> {
  const { batches, waitAt, fail } = run.payload
  await run.report({ stage: '正在处理', total: batches })
  if (fail === 'refusal') refuse('tableProblem', { sentence: '第3行有误' })
  if (fail === 'defect') throw new Error('select * from secret_table')
  for (let n = run.cursor?.next ?? 0; n < batches; n++) {
    if (n === waitAt && run.cursor === undefined) await new Promise<void>(resolve => releases.set(run.id, resolve))
    await run.batch({ next: n + 1 }, { progress: n + 1 }, async db => {
      await db
        .insertInto('trialRow' as never)
        .values({ taskId: run.id, n, node: node === server ? 1 : 2 })
        .execute()
    })
  }
  return { message: `共${batches}批` }
}

async function start(payload: Work, ownerId = myId): Promise<string> {
  const id = await server.kernel.db
    .transaction()
    .execute(db => server.kernel.tasks.start(db, { userId: ownerId }, 'trial', payload, randomUUID()))
  server.kernel.tasks.wake()
  return id
}
const rowsOf = async (id: string, at = server) =>
  (await at.kernel.pool.query<{ n: number }>('select n from trial_row where task_id = $1 order by n', [id])).rows.map(row => row.n)
/** Resolves when no task is running on either node. */
const nothingRuns = () => Promise.all([server, other].map(node => node.kernel.tasks.running.ended(15_000)))
const oneEach = (batches: number) => Array.from({ length: batches }, (_, n) => n)
const progress = (taskId: string, as = me) => as.call(task.progress, { query: { taskId } })

test('TASK-01, ENT-31 progress has stage, status, progress, total, message, percentage, fileId', async () => {
  const id = await start({ batches: 4, waitAt: 1 })
  await reached(id)
  expect(await progress(id)).toEqual({
    taskId: id,
    stage: '正在处理',
    status: 'RUNNING',
    progress: 1,
    total: 4,
    message: '',
    percentage: 25,
    fileId: null,
  })
  letGo(id)
  expect(await finished(me, id)).toMatchObject({ status: 'FINISH', progress: 4, total: 4, percentage: 100, message: '共4批' })
  expect(await rowsOf(id)).toEqual(oneEach(4))
})

test('TASK-01, bad input 41 another user’s task is refused, an unknown one is reported, the super administrator sees all', async () => {
  const id = await start({ batches: 1 })
  await finished(me, id)
  const they = await server.as(await server.given.user())
  for (const call of [task.progress, task.cancel]) {
    await they.refused('forbidden', call, { query: { taskId: id } })
    await they.refused('taskMissing', call, { query: { taskId: randomUUID() } })
    await they.refused('parameterProblem', call, { query: { taskId: '../../x' } })
  }
  expect((await server.admin.call(task.progress, { query: { taskId: id } })).status).toBe('FINISH')
  await server.kernel.db
    .updateTable('asyncTask')
    .set({ createTime: '2026-01-01 00:00:00' } as never)
    .where('id', '=', id)
    .execute()
  await me.refused('taskMissing', task.progress, { query: { taskId: id } })
})

test('TASK-02, D-50 a cancel in the middle answers true; finished batches stay, and the present one is not written', async () => {
  const id = await start({ batches: 5, waitAt: 2 })
  await reached(id)
  expect(await me.call(task.cancel, { query: { taskId: id } })).toBe(true)
  letGo(id)
  expect(await progress(id)).toMatchObject({ status: 'CANCEL', progress: 2, percentage: 40 })
  await nothingRuns()
  expect(await rowsOf(id)).toEqual([0, 1])
  expect((await progress(id)).status).toBe('CANCEL')
})

test('TASK-02, TASK-14 a cancel after the end answers false and changes nothing', async () => {
  const id = await start({ batches: 1 })
  await finished(me, id)
  expect(await me.call(task.cancel, { query: { taskId: id } })).toBe(false)
  expect((await progress(id)).status).toBe('FINISH')
})

test('R18 of a hundred concurrent cancels one answers true', async () => {
  const id = await start({ batches: 2, waitAt: 1 })
  await reached(id)
  const answers = await Promise.all(Array.from({ length: 100 }, () => me.call(task.cancel, { query: { taskId: id } })))
  letGo(id)
  expect(answers.filter(Boolean).length).toBe(1)
})

test('TASK-11, ERR-38 a refusal ends in ERROR with its own message, a defect with one general message', async () => {
  const [refused, broken] = [await start({ batches: 1, fail: 'refusal' }), await start({ batches: 1, fail: 'defect' })]
  expect(await finished(me, refused)).toMatchObject({ status: 'ERROR', message: '第3行有误' })
  expect(await finished(me, broken)).toMatchObject({ status: 'ERROR', message: '任务执行失败' })
})

test('D-49 the same uuid from the same user returns the same task, from another user it is refused', async () => {
  const uuid = randomUUID()
  const ask = (userId: string) =>
    server.kernel.db.transaction().execute(db => server.kernel.tasks.start(db, { userId }, 'trial', { batches: 1 }, uuid))
  expect([await ask(myId), await ask(myId)]).toEqual([uuid, uuid])
  await expect(ask('1')).rejects.toThrow('taskIdTaken')
  server.kernel.tasks.wake()
  await finished(me, uuid)
  expect(await rowsOf(uuid)).toEqual([0])
})

test('D-50, R1 after a lost lease the task continues from its cursor; the node that lost it does nothing more', async () => {
  const id = await start({ batches: 6, waitAt: 3 })
  await reached(id)
  const slow = releases.get(id)!
  releases.delete(id)
  await server.kernel.pool.query("update async_task set lease_until = now() - interval '1 second' where id = $1", [id])
  expect(await finished(me, id)).toMatchObject({ status: 'FINISH', progress: 6 })
  slow()
  await nothingRuns()
  expect(await rowsOf(id)).toEqual(oneEach(6))
  expect((await progress(id)).status).toBe('FINISH')
})

test('D-50 a node that lost its lease cannot write while the other is working', async () => {
  const id = await start({ batches: 4, waitAt: 1 })
  await reached(id)
  await server.kernel.pool.query('update async_task set attempt = attempt + 1 where id = $1', [id])
  letGo(id)
  await nothingRuns()
  expect(await rowsOf(id)).toEqual([0])
  const { rows } = await server.kernel.pool.query<{ held: boolean }>('select lease_until > now() as held from async_task where id = $1', [
    id,
  ])
  expect(rows).toEqual([{ held: true }])
  await me.call(task.cancel, { query: { taskId: id } })
})

test('R4 two nodes woken for thirty tasks run none of them twice', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => start({ batches: 3 })))
  for (const node of [server, other]) node.kernel.tasks.wake()
  const taken = [server, other].flatMap(node => ids.map(taskId => node.kernel.tasks.takeUp(taskId)))
  await Promise.all(taken)
  for (const id of ids) expect((await finished(me, id)).status).toBe('FINISH')
  for (const id of ids) expect(await rowsOf(id)).toEqual(oneEach(3))
})

/** Runs a task on a node until it waits, then simulates a crash of the node, which no longer renews the lease. */
async function dieOver(id: string): Promise<void> {
  runs.push(quiet.kernel.tasks.takeUp(id))
  await reached(id)
  releases.delete(id)
  await quiet.kernel.pool.query("update async_task set lease_until = now() - interval '1 second' where id = $1", [id])
}
/** Stores a task through a server that does not look for tasks, so that the test decides which node takes it up. */
async function startUnseen(kind: string): Promise<string> {
  const id = randomUUID()
  await quiet.kernel.db.insertInto('asyncTask').values({ id, kind, ownerId: '1', payload: '{}' }).execute()
  return id
}
async function standStill(id: string): Promise<{ message: string }> {
  await new Promise<void>(resolve => {
    dead.push(resolve)
    releases.set(id, resolve)
  })
  return { message: 'too late' }
}

test('D-50 a task that crashes its node each time is given up after five attempts, with a message, and a cancel finds it ended', async () => {
  quiet.kernel.tasks.define({ kind: 'deadly', run: run => standStill(run.id) })
  const id = await startUnseen('deadly')
  for (let life = 1; life <= 5; life++) {
    expect((await progress(id, quiet.admin)).status).toBe(life === 1 ? 'WAIT' : 'RUNNING')
    await dieOver(id)
  }
  await quiet.kernel.tasks.takeUp(id)
  expect(releases.has(id)).toBe(false)
  expect(await progress(id, quiet.admin)).toMatchObject({ status: 'ERROR', message: '任务多次异常中断，已停止重试，请联系管理员' })
  expect(await quiet.admin.call(task.cancel, { query: { taskId: id } })).toBe(false)
  await quiet.kernel.tasks.takeUp(id)
  expect((await progress(id, quiet.admin)).status).toBe('ERROR')
})

test('D-50 a task that completes a batch before each crash is not given up, and no batch is done twice', async () => {
  const batches = 8
  quiet.kernel.tasks.define<unknown, { next: number }>({
    kind: 'mortal',
    run: async run => {
      const next = (run.cursor?.next ?? -1) + 1
      if (next === batches) return { message: 'done' }
      await run.batch({ next }, { progress: next + 1, total: batches }, async db => {
        await db.insertInto('trialRow' as never).values({ taskId: run.id, n: next, node: 1 }).execute() // prettier-ignore
      })
      return standStill(run.id)
    },
  })
  const id = await startUnseen('mortal')
  for (let life = 0; life < batches; life++) await dieOver(id)
  await quiet.kernel.tasks.takeUp(id)
  expect(await progress(id, quiet.admin)).toMatchObject({ status: 'FINISH', progress: batches, message: 'done' })
  expect(await rowsOf(id, quiet)).toEqual(oneEach(batches))
})

test('D-50, R21 orderly stops of nodes do not count as attempts', async () => {
  const id = await startUnseen('patient')
  for (let life = 0; life < 7; life++) {
    const node = await startTestServer({ beside: quiet })
    node.kernel.tasks.define<unknown, never>({
      kind: 'patient',
      run: async run => {
        for (;;) {
          await run.report({ stage: String(life) })
          await new Promise(resolve => setTimeout(resolve, 10))
        }
      },
    })
    const run = node.kernel.tasks.takeUp(id)
    await expect.poll(async () => (await progress(id, quiet.admin)).stage).toBe(String(life))
    await node.close()
    await run
  }
  quiet.kernel.tasks.define({ kind: 'patient', run: async () => ({ message: 'done' }) })
  await quiet.kernel.tasks.takeUp(id)
  expect(await progress(id, quiet.admin)).toMatchObject({ status: 'FINISH', message: 'done' })
})
