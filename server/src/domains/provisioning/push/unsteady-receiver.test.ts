import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { push } from '@hufu/contract/provisioning/push'
import { syncLog } from '@hufu/contract/provisioning/sync-log'
import { at } from '../../../../test/database.ts'
import type { ResponseMode, ReceivedPush } from '../../../../test/fakes/push-receiver.ts'
import { finished, startTestServer } from '../../../../test/harness.ts'
import { startPushes, type Pushes } from '../../../../test/pushes.ts'
import { pushJobs } from './push-job.ts'

let pushes: Pushes
beforeAll(async () => {
  pushes = await startPushes()
})
afterAll(() => pushes.close())
afterEach(() => pushes.forget())

const USERS = 60
const VERSIONS = 167

/** Creates users; `change` makes their names tell how often they were changed. */
async function people(count = USERS): Promise<string[]> {
  const prefix = `told${pushes.server.given.next()}x`
  const made = await pushes.query<{ id: string }>(
    `insert into users (id, user_name, real_name, search) select $1 || n, $1 || n, '第0版', 'x' from generate_series(1, $2::int) n returning id`,
    [prefix, count],
  )
  await pushes.query(`insert into job (id, user_id, org_id, job_type, sort_num) select id, id, '1', 1, 1 from users where id = any ($1)`, [made.map(({ id }) => id)]) // prettier-ignore
  return made.map(({ id }) => id)
}
const change = (ids: readonly string[], n: number) => pushes.query('update users set real_name = $2 where id = any ($1)', [ids, `第${n}版`])
const versionOf = ({ data }: Pick<ReceivedPush, 'data'>) => Number(/\d+/.exec(String(data.realName))?.[0] ?? 0)

/** Answers like a strict application: it refuses to insert an object twice or to update an unknown one. */
function strict({ operateType }: ReceivedPush, stored: Record<string, unknown> | undefined): ResponseMode {
  if (operateType === 'insert' && stored) return { status: 409 }
  return operateType === 'update' && !stored ? { status: 404 } : { status: 200 }
}
/** The versions of each object that the application accepted, in order. */
function takenOf(appId: string, isTaken: (received: ReceivedPush) => boolean): Map<string, number[]> {
  const own = pushes.pushesTo(appId).filter(isTaken)
  return new Map([...Map.groupBy(own, ({ data }) => String(data.id))].map(([id, all]) => [id, all.map(versionOf)]))
}
const inOrder = (versions: readonly number[]) => versions.every((version, n) => n === 0 || version >= versions[n - 1]!)

/** Waits until no push is waiting; brings forward the times of retries and pauses. */
async function untilReceived(appId: string, meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const { query, number } = pushes
  const rest = async () => {
    await meanwhile()
    await query("update push_target set wait_until = '-infinity' where wait_until > now()")
    await query('update push_item set due_time = now() where due_time > now()')
    return number('select (select count(*) from change_due) + (select count(*) from push_item where app_id = $1) as n', [appId])
  }
  await expect.poll(rest, { timeout: 100_000, interval: 50 }).toBe(0)
}

test('PU-03, D-56 a dead application keeps one row per changed object, is tried once a minute, and slows neither changes nor others', async () => {
  const { server, receiver, query, number, openApp, pushesTo, rename, letComeDue, idle } = pushes
  const users = await Promise.all(Array.from({ length: 12 }, () => server.given.user()))
  const [dead, alive] = [await openApp('user'), await openApp('user')]
  receiver.behave(({ path }) => (path === `/${dead}` ? 'cut' : { status: 200 }))
  const begun = performance.now()
  for (const id of users) await rename(id, '第一次')
  const each = (performance.now() - begun) / users.length
  await idle(alive)
  await expect.poll(async () => (await server.admin.call(push.state, { query: { appId: dead } })).state).toBe('broken')
  for (const id of users) await rename(id, '第二次')
  await idle(alive)
  expect(new Set(pushesTo(alive).map(({ data }) => data.id)).size).toBe(12)
  expect(await number('select count(*) as n from push_item where app_id = $1', [dead])).toBe(12)
  // Only one probe a minute, which does not count as one of the three tries.
  const before = pushesTo(dead).length
  await letComeDue(dead)
  const tries = await query('select object_id, tries from push_item where app_id = $1 order by 1', [dead])
  await query('update push_target set wait_until = now() where app_id = $1', [dead])
  await expect.poll(() => pushesTo(dead).length).toBe(before + 1)
  await expect.poll(() => number("select count(*) as n from push_target where app_id = $1 and wait_until > now() + interval '40 seconds'", [dead])).toBe(1) // prettier-ignore
  expect(await query('select object_id, tries from push_item where app_id = $1 order by 1', [dead])).toEqual(tries)
  expect(each).toBeLessThan(1000)
  receiver.forget()
  await query('update push_target set wait_until = now() where app_id = $1', [dead])
  await letComeDue(dead)
  await idle(dead)
  expect(pushesTo(dead).map(({ data }) => data.realName)).toEqual(Array.from({ length: 12 }, () => '第二次'))
  expect(receiver.most.get(`/${alive}`)).toBeLessThanOrEqual(8)
})

test('PU-01 an application that fails one time in three gets ten thousand changes complete, once each and in order', async () => {
  const { server, receiver, openApp, query } = pushes
  const ids = await people()
  const appId = await openApp('user')
  const taken = new Set<ReceivedPush>()
  let [round, hanging] = [0, 1]
  receiver.behave((received, stored) => {
    const failures: readonly ResponseMode[] = [
      { status: 500 },
      { status: 429, headers: { 'retry-after': '1' } },
      'cut',
      'stored',
      { status: 503 },
    ]
    round++
    if (round === 40 && hanging-- > 0) return 'hang'
    const right = strict(received, stored)
    const manner = round % 3 === 0 ? failures[(round / 3) % failures.length]! : right
    const isRight = typeof right === 'object' && right.status === 200
    if (manner === 'stored' && !isRight) return right
    if (isRight && (manner === right || manner === 'stored')) taken.add(received)
    return manner
  })
  let version = 0
  await untilReceived(appId, async () => {
    if (version < VERSIONS) await change(ids, ++version)
  })
  expect(version * ids.length).toBeGreaterThan(10_000)
  // Pushes that failed three times are in the log, from which they are retried.
  for (;;) {
    const { records } = await server.admin.call(syncLog.page, { query: { appId, result: 0, size: 500 } })
    const open = new Set((await query<{ logId: string }>('select log_id as "logId" from push_failure where app_id = $1', [appId])).map(({ logId }) => logId)) // prettier-ignore
    if (open.size === 0) break
    const failed = records.filter(({ id }) => open.has(id)).map(({ id }) => id)
    await finished(server.admin, await server.admin.call(syncLog.retry, { body: { ids: failed } }))
    await untilReceived(appId)
  }
  for (const id of ids) expect(receiver.stored.get(`/${appId} ${id}`)?.realName).toBe(`第${VERSIONS}版`)
  const states = takenOf(appId, received => taken.has(received))
  for (const [id, versions] of states) expect([id, versions, inOrder(versions)]).toEqual([id, versions, true])
  expect(states.size).toBe(ids.length)
})

/** Starts a process that sends pushes and can be killed. */
async function startNode(): Promise<ChildProcess> {
  const connection = JSON.stringify(at(inject('connection'), pushes.server.database))
  const node = spawn(process.execPath, ['server/test/push-node.ts', connection], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(node.stdout!, 'data')
  return node
}

test('PU-02 a node that is killed repeatedly loses nothing and keeps the order', async () => {
  const { server, receiver, openApp, query, number } = pushes
  const ids = await people()
  const appId = await openApp('user')
  await server.kernel.jobs.stop()
  const taken = new Set<ReceivedPush>()
  receiver.behave((received, stored) => {
    const manner = strict(received, stored)
    if (typeof manner === 'object' && manner.status === 200) taken.add(received)
    return manner
  })
  let kills = 0
  for (let version = 1; version <= 8; version++) {
    const node = await startNode()
    await change(ids, version)
    const before = receiver.received.length
    // Kills the node in the middle of its pushes.
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBeGreaterThan(before + 20)
    node.kill('SIGKILL')
    await once(node, 'exit')
    kills += (await number('select count(*) as n from push_target where lease_until > now()')) > 0 ? 1 : 0
    await query('update push_target set lease_until = now()')
  }
  expect(kills).toBeGreaterThan(3)
  const last = await startNode()
  await untilReceived(appId)
  last.kill('SIGKILL')
  for (const id of ids) expect(receiver.stored.get(`/${appId} ${id}`)?.realName).toBe('第8版')
  for (const [id, versions] of takenOf(appId, received => taken.has(received))) expect([id, inOrder(versions)]).toEqual([id, true])
})

test('PU-05 with two nodes and a thousand changes of one object, at most two posts go out a second, and the last state wins', async () => {
  const { server, pushesTo, openApp, query, settings } = pushes
  const id = await server.given.user()
  const nodes = [await startTestServer({ beside: server, settings }), await startTestServer({ beside: server, settings })]
  for (const { kernel } of nodes) await kernel.jobs.start(pushJobs(kernel))
  const appId = await openApp('user')
  for (let n = 1; n <= 1000; n++) await query('update users set real_name = $2 where id = $1', [id, `第${n}版`])
  await expect.poll(() => pushesTo(appId, id).at(-1)?.data.realName).toBe('第1000版')
  await pushes.idle(appId)
  const times = pushesTo(appId, id).map(received => received.at)
  for (const time of times) expect(times.filter(other => other >= time && other < time + 1000).length).toBeLessThanOrEqual(2)
  expect(inOrder(pushesTo(appId, id).map(versionOf))).toBe(true)
  for (const node of nodes) await node.close()
})
