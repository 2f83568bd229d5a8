import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { compareCounters } from '../src/platform/database/counters.sql.ts'
import { startTestServer, type TestServer } from './harness.ts'

let server: TestServer
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({ log: line => lines.push(line) })
})
afterAll(() => server.close())

/** A second connection with an open transaction, which the test ends. */
async function transaction(): Promise<{ client: pg.PoolClient; commit(): Promise<void> }> {
  const client = await server.kernel.pool.connect()
  await client.query('begin')
  return {
    client,
    commit: async () => {
      await client.query('commit')
      client.release()
    },
  }
}

/** Waits until a connection other than this one waits for a lock, or until `work` has ended. */
async function waitingOrEnded(work: Promise<unknown>): Promise<void> {
  let ended = false
  const end = () => {
    ended = true
  }
  void work.then(end, end)
  const waiting = async () => {
    const { rows } = await server.kernel.pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() limit 1",
    )
    return ended || rows.length > 0
  }
  await expect.poll(waiting, { interval: 5 }).toBe(true)
}

const counted = async (orgId: string) => {
  const { rows } = await sql<{ kept: number; there: number }>`select org_people(${orgId}) as kept,
    (select count(distinct j.user_id) from job j join org_ancestor a on a.org_id = j.org_id where a.ancestor_id = ${orgId}) as there`.execute(
    server.kernel.db,
  )
  return rows[0]!
}

/** Compares org_ancestor with the paths computed from the parent links alone. */
async function expectTreeIsWhole(): Promise<void> {
  const { rows } = await sql`with recursive up as (
      select id as org_id, id as ancestor_id, 0 as depth, parent_id from org
      union all select up.org_id, p.id, up.depth + 1, p.parent_id from up join org p on p.id = up.parent_id)
    (select org_id, ancestor_id, depth from up except select org_id, ancestor_id, depth from org_ancestor)
    union all (select org_id, ancestor_id, depth from org_ancestor except select org_id, ancestor_id, depth from up)`.execute(
    server.kernel.db,
  )
  expect(rows).toEqual([])
}

async function twoBranches() {
  const { given } = server
  const [left, right] = [await given.org(), await given.org()]
  const moving = await given.org({ parentId: left })
  await given.user({ org: moving })
  await given.user({ org: moving })
  await given.user({ org: right })
  return { left, right, moving }
}
const move = (id: string, targetParentId: string) => server.admin.call(org.move, { body: { ids: [id], targetParentId } })

test('R18 a move that waits for the folding of counters counts nobody twice', async () => {
  const { left, right, moving } = await twoBranches()
  const folding = await transaction()
  await folding.client.query('call fold_org_tally()')
  const moved = move(moving, right)
  await waitingOrEnded(moved)
  await folding.commit()
  await moved
  expect(await counted(right)).toEqual({ kept: 3, there: 3 })
  expect(await counted(left)).toEqual({ kept: 0, there: 0 })
})

test('R18 while an organisation moves, folding of counters skips and catches up later', async () => {
  const { right, moving } = await twoBranches()
  const moved = await transaction()
  await moved.client.query('update org set parent_id = $1, sort_num = 900 where id = $2', [right, moving])
  await server.kernel.pool.query('call fold_org_tally()')
  await moved.commit()
  expect(await counted(right)).toEqual({ kept: 3, there: 3 })
  await server.kernel.pool.query('call fold_org_tally()')
  expect(await counted(right)).toEqual({ kept: 3, there: 3 })
})

test('R18 a user given a job while its organisation moves is counted at the new place', async () => {
  const { left, right, moving } = await twoBranches()
  const userId = await server.given.user()
  const hiring = await transaction()
  await hiring.client.query(`insert into job (id, user_id, org_id, job_type, sort_num) values ($1, $2, $3, 2, 1)`, [
    `j${userId}`,
    userId,
    moving,
  ])
  const moved = move(moving, right)
  await waitingOrEnded(moved)
  await hiring.commit()
  await moved
  expect(await counted(left)).toEqual({ kept: 0, there: 0 })
  expect(await counted(right)).toEqual({ kept: 4, there: 4 })
})

test('R18 saving a user or an organisation below a moving one waits for the move, without holding its locks', async () => {
  const { right, moving } = await twoBranches()
  const n = server.given.next()
  const gone = await server.given.org()
  await server.admin.call(org.remove, { body: { ids: [gone] } })
  const body = { userName: `moved${n}`, realName: '新人', passwordType: 2, jobs: [{ orgId: moving, jobType: 1 }] }
  const saves = [
    () => server.admin.call(user.save, { body }),
    () => server.admin.call(org.save, { body: { parentId: moving, name: `搬迁${n}`, code: `moved${n}` } }),
    () => server.admin.call(org.recover, { query: { orgId: gone }, body: { parentId: moving } }),
  ]
  for (const save of saves) {
    const moved = await transaction()
    await moved.client.query('select pg_advisory_xact_lock(7311)')
    const saved = save()
    await waitingOrEnded(saved)
    const { rowCount } = await moved.client.query('select 1 from org where id = any ($1) for no key update nowait', [[moving, right]])
    expect(rowCount).toBe(2)
    await moved.commit()
    await saved
  }
})

test('R18 concurrent saves of users and organisations and moves of organisations all succeed', async () => {
  const { given, admin } = server
  const branches = [await given.org(), await given.org()]
  const units = await Promise.all([1, 2, 3, 4].map(() => given.org({ parentId: branches[0]! })))
  const turns = Array.from({ length: 8 }, (_, turn) => turn)
  const mover = async (k: number) => {
    for (const turn of turns) await move(units[(k + turn) % 4]!, branches[(k + turn) % 2]!)
  }
  const saver = async (k: number) => {
    for (const turn of turns) {
      const n = given.next()
      const body = { userName: `race${n}`, realName: '新人', passwordType: 2, jobs: [{ orgId: units[turn % 4]!, jobType: 1 }] }
      await admin.call(user.save, { body })
      await admin.call(org.save, { body: { parentId: units[(k + turn) % 4]!, name: `竞争${n}`, code: `race${n}` } })
    }
  }
  await Promise.all([0, 1, 2].flatMap(k => [mover(k), saver(k)]))
  await expectTreeIsWhole()
  for (const orgId of [...branches, ...units]) {
    const { kept, there } = await counted(orgId)
    expect(kept).toBe(there)
  }
})

test('R18 an organisation created below a moving one has the right ancestors', async () => {
  const { right, moving } = await twoBranches()
  const making = await transaction()
  await making.client.query(`insert into org (id, parent_id, name, code, sort_num) values ('made', $1, '新建', 'made-below', 1)`, [moving])
  const moved = move(moving, right)
  await waitingOrEnded(moved)
  await making.commit()
  await moved
  await expectTreeIsWhole()
})

test('recounting text grams while their counters are folded counts none twice', async () => {
  const name = `q${await server.given.org()}`
  await server.given.user({ userName: `${name}x` })
  await server.given.user({ userName: `${name}y` })
  const folding = await transaction()
  await folding.client.query('call fold_gram_tally()')
  const recounted = server.kernel.pool.query('call recount_grams()')
  await waitingOrEnded(recounted)
  await folding.commit()
  await recounted
  const { rows } = await server.kernel.pool.query(`
    with there as (select gram, count(*) as people from users cross join counted_grams(grams) gram where deleted_at is null group by gram),
      kept as (select gram, sum(people) as people from gram_tally group by gram)
    select * from there full join kept using (gram) where there.people is distinct from kept.people`)
  expect(rows).toEqual([])
})

const metrics = async () => (await fetch(`${server.address}/metrics`, { headers: { token: server.admin.token! } })).text()
const compare = () => compareCounters(server.kernel, server.app.log)

test('a wrong counter is corrected by the nightly job, and reported in the log, the audit and the metrics', async () => {
  const { pool } = server.kernel
  const orgId = await server.given.org()
  const below = await server.given.org({ parentId: orgId })
  await server.given.user({ org: below })
  await compare()
  expect(await metrics()).toContain('hufu_counter_differences{counter="org"} 0')
  lines.length = 0

  await pool.query('insert into org_tally values ($1, 4)', [orgId])
  await pool.query(`insert into label_tally values ('gone', 2)`)
  await pool.query(`delete from gram_tally where gram = '1'`)
  await pool.query('delete from org_ancestor where org_id = $1 and ancestor_id = $2', [below, orgId])
  await compare()
  expect(await counted(orgId)).toEqual({ kept: 1, there: 1 })
  await expectTreeIsWhole()
  const compactions = lines.map(line => JSON.parse(line) as { counter?: string; count?: number }).filter(({ counter }) => counter)
  expect(compactions.map(({ counter, count }) => [counter, count])).toEqual([
    ['waysUp', 1],
    ['org', 1],
    ['label', 1],
    ['gram', 1],
  ])
  const { records } = await server.admin.call(operLog.page, { query: { module: 'counters' } })
  expect(records.map(({ operateType, message }) => [operateType, message])).toContainEqual([
    'recount',
    '计数核对：org 有 1 项与实际不符，已重新计数',
  ])
  expect(await metrics()).toContain('hufu_counter_differences{counter="org"} 1')

  await compare()
  expect(await metrics()).toContain('hufu_counter_differences{counter="org"} 0')
})
