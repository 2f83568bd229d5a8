import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const page = (query: Record<string, unknown>) => server.admin.call(dataHistory.page, { query: { size: 50, ...query } })
const rename = async (id: string, name: string) => {
  const { code } = await server.admin.call(org.byId, { query: { id } })
  await server.admin.call(org.update, { body: { id, name, code } })
}
const newest = async (recordId: string) => (await page({ recordId, size: 1 })).records[0]!

test('X-HISTORY-01 the recorded tables are listed by their Chinese names', async () => {
  const tables = await server.admin.call(dataHistory.listTable)
  expect(tables).toEqual(expect.arrayContaining([{ tableName: 'users', name: '用户' }, { tableName: 'menu', name: '菜单' }, { tableName: 'config', name: '系统配置' }])) // prettier-ignore
  expect(tables.every(({ name }) => /^(SAML )?[\u4e00-\u9fff、或]+$/.test(name))).toBe(true)
})

test('X-HISTORY-02 the list is newest first and filtered by table, record, kind of change, user and time', async () => {
  const id = await server.given.org({ name: '史册' })
  await rename(id, '史册二')
  const { records, total } = await page({ tableName: 'org', recordId: id })
  expect(records).toMatchObject([
    { operateType: 'update', recordName: '史册二', userName: 'admin', fields: ['name'], call: 'org.update', changed: 1 },
    { operateType: 'insert', recordName: '史册', userName: null, fields: [] },
  ])
  expect(total).toBe(2)
  expect((await page({ recordId: id, operateType: 'insert' })).total).toBe(1)
  expect((await page({ recordId: id, userName: 'admin' })).total).toBe(1)
  expect((await page({ recordId: id, userName: 'nobody-of-that-name' })).total).toBe(0)
  expect((await page({ recordId: id, tableName: 'users' })).total).toBe(0)
  const { createTime } = records[0]!
  expect((await page({ recordId: id, beginTime: createTime, operateType: 'update' })).total).toBeLessThanOrEqual(1)
  expect((await page({ recordId: id, beginTime: '2099-01-01 00:00:00' })).total).toBe(0)
  expect((await page({ recordId: id, endTime: '2020-01-01 00:00:00' })).total).toBe(0)
  expect((await page({ recordId: id, beginTime: '2020-01-01 00:00:00', endTime: '2099-01-01 00:00:00' })).total).toBe(2)
})

test('X-HISTORY-02 the rows of one operation can be collapsed into one, and listed by the operation’s id', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => server.given.user()))
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids } })
  const { records } = await page({ tableName: 'users', collapsed: true, size: 1 })
  expect(records).toMatchObject([{ call: 'user.setStatus', changed: 4 }])
  const whole = await page({ operationId: records[0]!.operationId })
  expect(whole.records.map(row => row.recordId).sort()).toEqual([...ids].sort())
})

test('X-HISTORY-03 values before and after are shown field by field, with names for ids, and masked values as masked', async () => {
  const [from, to] = [await server.given.org({ name: '旧上级' }), await server.given.org({ name: '新上级' })]
  const id = await server.given.org({ parentId: from })
  await server.admin.call(org.move, { body: { ids: [id], targetParentId: to } })
  const moved = await server.admin.call(dataHistory.byId, { query: { id: (await newest(id)).id } })
  expect(moved.before).toMatchObject({ parent_id: from })
  expect(moved.after).toMatchObject({ parent_id: to })
  expect(moved.diff).toContainEqual({ field: 'parent_id', label: '上级', before: from, after: to, beforeText: '旧上级', afterText: '新上级', isMask: false }) // prettier-ignore
  expect(moved.diff.map(({ field }) => field)).not.toContain('version')
  await server.admin.call(org.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  const off = await server.admin.call(dataHistory.byId, { query: { id: (await newest(id)).id } })
  expect(off.diff).toMatchObject([{ label: '状态', beforeText: '启用', afterText: '停用' }])
  const person = await server.given.user({ phone: phoneOf(7_000_001) })
  const { userName, realName, jobs } = await server.admin.call(user.byId, { query: { id: person } })
  const edit = { id: person, userName, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
  await server.admin.call(user.update, { body: { ...edit, phone: phoneOf(7_000_002) } })
  const changed = await server.admin.call(dataHistory.byId, { query: { id: (await newest(person)).id } })
  expect(changed.diff).toContainEqual(expect.objectContaining({ label: '手机号', isMask: true, afterText: '139****0002' }))
  expect(JSON.stringify(changed)).not.toMatch(/cipher|hash|tail|argon2|13907000002/)
  await server.admin.refused('historyMissing', dataHistory.byId, { query: { id: '999999999' } })
  await server.admin.refused('historyMissing', dataHistory.byId, { query: { id: 'no-number' } })
})

test('X-HISTORY-04 the rows of one record are newest first, at most 500, and continue from an id', async () => {
  const id = await server.given.org()
  await rename(id, '甲')
  await rename(id, '乙')
  const rows = await server.admin.call(dataHistory.listByRecord, { query: { tableName: 'org', recordId: id } })
  expect(rows.map(row => [row.operateType, row.recordName])).toEqual([['update', '乙'], ['update', '甲'], ['insert', expect.any(String)]]) // prettier-ignore
  const older = await server.admin.call(dataHistory.listByRecord, { query: { tableName: 'org', recordId: id, beforeId: rows[1]!.id } })
  expect(older.map(row => row.id)).toEqual([rows[2]!.id])
  await sql`insert into data_history (table_name, record_id, operate_type, after) select 'org', ${id}, 'insert', '{}' from generate_series(1, 600)`.execute(server.kernel.db) // prettier-ignore
  expect(await server.admin.call(dataHistory.listByRecord, { query: { tableName: 'org', recordId: id } })).toHaveLength(500)
})

test('X-HISTORY-01 to X-HISTORY-05 are for super administrators only', async () => {
  const id = await server.given.user()
  await server.given.role(id, '/organiz/index#*')
  const plain = await server.as(id)
  for (const call of [dataHistory.listTable, dataHistory.page, dataHistory.requests]) await plain.refused('forbidden', call)
  await plain.refused('forbidden', dataHistory.restore, { query: { id: '1' } })
})
