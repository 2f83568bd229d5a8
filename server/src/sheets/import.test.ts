import { importPlan, type PlanRow } from '@hufu/contract/import'
import { task } from '@hufu/contract/task'
import { user } from '@hufu/contract/directory/user'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplePerson } from '../../../tools/sample/people.ts'
import { finished, startTestServer, type TestServer, type Subject } from '../../test/harness.ts'
import { downloaded, sheet } from '../../test/sheets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  for (let n = 0; n < 20; n++) await server.given.org({ name: `部门${n}`, code: `D${n}` })
})
afterAll(() => server.close())

const titles = ['用户名', '姓名', '手机号', '身份证号', '原系统用户ID', '工号', '机构编码']
function row(n: number): string[] {
  const { userName, realName, phone, idCard, originUserId, employeeNumber } = samplePerson(n)
  return [userName, realName, phone, idCard, originUserId, employeeNumber, `D${n % 20}`]
}
const people = (from: number, count: number) => Array.from({ length: count }, (_, n) => row(from + n))
const numbers = async (query: string) => (await server.kernel.pool.query<{ n: number }>(query)).rows[0]!.n
const countOf = (like: string) => numbers(`select count(*) as n from users where origin_user_id like '${like}'`)

/** All tables but the plans, which a dry run must leave unchanged, byte for byte. */
async function dump(): Promise<string> {
  const tables = ['users', 'job', 'org', 'org_tally', 'data_history', 'pending_password', 'async_task', 'standing']
  const parts = tables.map(name => `select '${name}', md5(string_agg(t::text, '|' order by t::text)) from ${name} t`)
  return JSON.stringify((await server.kernel.pool.query(parts.join(' union all '))).rows)
}

async function planRows(planId: string): Promise<PlanRow[]> {
  const all: PlanRow[] = []
  for (let current = 1; ; current++) {
    const page = await server.admin.call(importPlan.pageRow, { query: { planId, current, size: 500 } })
    all.push(...page.records)
    if (current >= page.pages) return all
  }
}

async function exportedAll(): Promise<Map<string, Record<string, string>>> {
  const uuid = `dump-${crypto.randomUUID()}`
  await server.admin.call(user.exportExcel, { query: { uuid, rangeType: '4' } })
  const { titles, rows } = await downloaded(server.admin, (await finished(server.admin, uuid)).fileId)
  return new Map(rows.map(cells => [cells[0]!, Object.fromEntries(titles.map((title, n) => [title, cells[n]!]))]))
}

const FAULTY = 37
test('a sheet of 20,000 rows with 37 faulty ones gives exactly those back, and its dry run writes nothing', async () => {
  const rows = people(0, 20_000)
  const faulty = Array.from({ length: FAULTY }, (_, n) => 13 + n * 531)
  const spoil = [
    (cells: string[]) => (cells[0] = 'x'),
    (cells: string[]) => (cells[1] = 'a<b'),
    (cells: string[]) => (cells[2] = '12345678901'),
    (cells: string[]) => (cells[3] = cells[3]!.slice(0, -1) + (cells[3]!.endsWith('1') ? '2' : '1')),
    (cells: string[]) => (cells[4] = row(2)[4]!),
    (cells: string[]) => (cells[6] = 'NOWHERE'),
  ]
  for (const [n, at] of faulty.entries()) spoil[n % spoil.length]!(rows[at]!)
  const before = await dump()
  const check = await server.admin.call(user.importCheck, { file: await sheet(titles, rows) })
  expect(check).toMatchObject({ total: 20_000, pass: 20_000 - FAULTY, fail: FAULTY, fresh: 20_000 - FAULTY })
  expect(check.errors.map(error => error.row)).toEqual(faulty.map(at => at + 2))
  const { rows: returned } = await downloaded(server.admin, check.errorFileId)
  expect(returned.map(cells => cells.slice(0, titles.length))).toEqual(faulty.map(at => rows[at]))
  // The error file is new and left out of the comparison.
  expect(await dump()).toBe(before)
  expect(await countOf('HR%')).toBe(0)
})

test('after the commit the database differs exactly as planned, cell for cell', async () => {
  const first = await server.admin.call(user.importInsert, { file: await sheet(titles, people(30_000, 400)) })
  await finished(server.admin, first)
  const changes = Array.from({ length: 400 }, (_, n) => {
    const cells = row(30_000 + n)
    if (n % 3 === 0) cells[1] = `改名${n}`
    if (n % 5 === 0) cells[2] = row(40_000 + n)[2]!
    if (n % 7 === 0) cells[6] = `D${(n + 1) % 20}`
    if (n % 11 === 0) cells[5] = row(30_001)[5]!
    if (n % 13 === 0) cells.fill('', 1)
    return cells
  })
  const before = await exportedAll()
  const check = await server.admin.call(user.importCheck, { file: await sheet(titles, changes), query: { type: 'update' } })
  const plan = await planRows(check.planId)
  const end = await finished(server.admin, await server.admin.call(importPlan.commit, { body: { planId: check.planId } }))
  expect(end).toMatchObject({ status: 'FINISH', message: `成功${check.pass}条，失败${check.fail}条` })
  expect(check.fail).toBeGreaterThan(10)
  const after = await exportedAll()
  const changeLines = plan.flatMap(one =>
    one.changes.map(({ column, old, fresh }) => [one.cells[0]!.value, column, old ?? '', fresh].join('|')),
  )
  const places = new Set(['机构名称', '排序号'])
  const seen = [...after].flatMap(([name, now]) =>
    Object.entries(now).flatMap(([title, value]) =>
      before.get(name)![title] === value || places.has(title) ? [] : [[name, title, before.get(name)![title], value].join('|')],
    ),
  )
  expect(seen.sort()).toEqual(changeLines.sort())
  expect((await planRows(check.planId)).filter(one => one.verdict === 'done')).toHaveLength(check.changed)
})

test('a row changed between check and commit is refused and kept; the others continue', async () => {
  await finished(server.admin, await server.admin.call(user.importInsert, { file: await sheet(titles, people(50_000, 3)) }))
  const [a, b, c] = people(50_000, 3).map(cells => cells[0]!)
  const file = await sheet(['用户名', '姓名', '机构编码'], [[a!, '甲新', ''], [b!, '乙新', 'D1'], [c!, '丙新', '']]) // prettier-ignore
  const check = await server.admin.call(user.importCheck, { file, query: { type: 'update' } })
  await sql`update users set remark = '别人', version = version + 1 where user_name = ${b}`.execute(server.kernel.db)
  const end = await finished(server.admin, await server.admin.call(importPlan.commit, { body: { planId: check.planId } }))
  expect(end.message).toBe('成功2条，失败1条')
  const { rows } = await downloaded(server.admin, end.fileId)
  expect(rows.map(cells => cells.slice(-2))).toEqual([['更新', ''], ['失败', '数据已被他人修改，请刷新后重试'], ['更新', '']]) // prettier-ignore
  const after = await exportedAll()
  expect([a, b, c].map(name => after.get(name!)!['姓名'])).toEqual(['甲新', samplePerson(50_001).realName, '丙新'])
  expect(after.get(b!)!['机构编码']).toBe('D1')
})

test('a row whose value was taken since the check fails alone, by its name', async () => {
  const check = await server.admin.call(user.importCheck, { file: await sheet(titles, people(60_000, 50)) })
  await server.given.user({ userName: row(60_007)[0]!.toUpperCase(), originUserId: 'other-0' })
  await server.given.user({ phone: row(60_031)[2]! })
  const end = await finished(server.admin, await server.admin.call(importPlan.commit, { body: { planId: check.planId } }))
  expect(end.message).toBe('成功48条，失败2条')
  const { rows } = await downloaded(server.admin, end.fileId)
  expect(rows.filter(cells => cells.at(-2) === '失败').map(cells => [cells[0], cells.at(-1)])).toEqual([
    [row(60_007)[0], '用户名已存在'],
    [row(60_031)[0], '手机号已存在'],
  ])
})

test('a plan belongs to its owner and is carried out once', async () => {
  const check = await server.admin.call(user.importCheck, { file: await sheet(titles, people(61_000, 2)) })
  const other = await server.given.user()
  await server.given.role(other, '/organiz/index#import-user')
  const stranger = await server.as(other)
  await stranger.refused('planMissing', importPlan.commit, { body: { planId: check.planId } })
  await stranger.refused('planMissing', importPlan.pageRow, { query: { planId: check.planId } })
  await server.admin.refused('planMissing', importPlan.commit, { body: { planId: 'unknown' } })
  const uuid = 'commit-once-0001'
  const both = await Promise.all([1, 2].map(() => server.admin.send(importPlan.commit, { body: { planId: check.planId, uuid } })))
  expect(both.map(({ envelope }) => envelope.data)).toEqual([uuid, uuid])
  await finished(server.admin, uuid)
  await server.admin.refused('planMissing', importPlan.commit, { body: { planId: check.planId } })
  expect(await numbers(`select count(*) as n from users where employee_number in ('E0061000', 'E0061001')`)).toBe(2)
})

/** Waits until so many rows are done. */
async function reaches(subject: Subject, taskId: string, done: number): Promise<void> {
  for (;;) {
    const progress = await subject.call(task.progress, { query: { taskId } })
    if (progress.progress >= done || !['WAIT', 'RUNNING'].includes(progress.status)) return
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

test('after a cancel in the middle, finished batches stay, and nothing more is done', async () => {
  const taskId = await server.admin.call(user.importInsert, { file: await sheet(titles, people(100_000, 8000)) })
  await reaches(server.admin, taskId, 1000)
  expect(await server.admin.call(task.cancel, { query: { taskId } })).toBe(true)
  await server.kernel.tasks.running.ended(30_000)
  const done = await countOf('HR010%')
  expect([done % 1000, done >= 1000, done < 8000]).toEqual([0, true, true])
  expect(await server.admin.call(task.progress, { query: { taskId } })).toMatchObject({ status: 'CANCEL', progress: done })
})

test('R1: if a run stops in the middle and another node continues, no row is lost or done twice', async () => {
  const first = await startTestServer({ beside: server, jobs: true })
  await server.kernel.jobs.stop()
  const taskId = await first.admin.call(user.importInsert, { file: await sheet(titles, people(200_000, 6000)) })
  await reaches(first.admin, taskId, 1000)
  await first.kernel.tasks.stop()
  await first.close()
  const half = await countOf('HR020%')
  expect(half).toBeLessThan(6000)
  const next = await startTestServer({ beside: server, jobs: true })
  const end = await finished(server.admin, taskId)
  await next.close()
  expect(end).toMatchObject({ status: 'FINISH', message: '成功6000条，失败0条', progress: 6000, total: 6000 })
  expect(await countOf('HR020%')).toBe(6000)
  expect(await numbers(`select count(*) as n from data_history where bulk_id = '${taskId}' and table_name = 'users'`)).toBe(6000)
  expect(await numbers(`select count(*) as n from data_history where bulk_id = '${taskId}' and table_name = 'job'`)).toBe(6000)
  expect(await numbers(`select org_people('1') - count(distinct user_id) as n from job`)).toBe(0)
})
