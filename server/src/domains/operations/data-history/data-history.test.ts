import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { role } from '@hufu/contract/permission/role'
import { phoneOf } from '../../../../test/given.ts'
import { made } from '../../../../test/made.ts'
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

const moveOf = (from: string, to: string) =>
  expect.objectContaining({ from: expect.objectContaining({ name: from }), to: expect.objectContaining({ name: to }) })

test('X-HISTORY-02 a move says from where to where: in the rows of the user and of the job, in the line of a batch, and of an organisation', async () => {
  const [from, to] = [await server.given.org({ name: '北京市' }), await server.given.org({ name: '天津市' })]
  const people = [await server.given.user({ org: from }), await server.given.user({ org: from })]
  await server.admin.call(user.transferMainJob, { body: { userIds: people, newOrgId: to } })
  const [line] = (await page({ collapsed: true, size: 1 })).records
  expect(line).toMatchObject({
    changed: 4,
    moves: [{ field: 'org_id', from: { id: from, name: '北京市' }, to: { id: to, name: '天津市' } }],
  })
  expect(line!.moves[0]!.from.path).toMatch(/ \/ 北京市$/)
  const { records } = await page({ operationId: line!.operationId })
  expect(records.map(({ tableName }) => tableName).toSorted()).toEqual(['job', 'job', 'users', 'users'])
  for (const row of records) expect(row.moves).toEqual([moveOf('北京市', '天津市')])
  // Two changes of one edit that replaced the job are one move.
  const { userName, realName } = await server.admin.call(user.byId, { query: { id: people[0]! } })
  await server.admin.call(user.update, { body: { id: people[0], userName, realName, jobs: [{ orgId: from, jobType: 1 }] } })
  const back = (await page({ tableName: 'users', recordId: people[0], size: 1 })).records[0]!
  expect(back.moves).toEqual([moveOf('天津市', '北京市')])
  const below = await server.given.org({ parentId: from })
  await server.admin.call(org.move, { body: { ids: [below], targetParentId: to } })
  const moved = await newest(below)
  expect(moved.moves).toEqual([moveOf('北京市', '天津市')])
  expect(moved.moves[0]!.field).toBe('parent_id')
  expect((await server.admin.call(dataHistory.byId, { query: { id: moved.id } })).moves).toHaveLength(1)
  const [first] = await server.admin.call(dataHistory.listByRecord, { query: { tableName: 'org', recordId: below } })
  expect(first!.moves).toHaveLength(1)
})

test('X-HISTORY-02 a change that only follows from others names them: a role, a rank, labels, work groups', async () => {
  const id = await server.given.user()
  const roleId = await server.given.role(await server.given.user(), '/organiz/index')
  await server.admin.call(role.addUser, { body: { id: roleId, userIds: [id] } })
  const newestOf = async (tableName: string, recordId: string) => (await page({ tableName, recordId, size: 1 })).records[0]!
  expect(await newestOf('users', id)).toMatchObject({ operateType: 'update', fields: [], related: ['user_role'], moves: [] })
  const rank = made(await server.admin.call(positionAttribute.rank.save, { body: { name: '一级', code: 'R1' } }))
  const { userName, realName } = await server.admin.call(user.byId, { query: { id } })
  await server.admin.call(user.update, { body: { id, userName, realName, jobs: [{ orgId: '1', jobType: 1, rankId: rank.id }] } })
  expect(await newestOf('users', id)).toMatchObject({ fields: [], related: ['job'], moves: [] })
  const label = made(await server.admin.call(userLabel.save, { body: { name: '史标签' } }))
  await server.admin.call(userLabel.addUser, { body: { labelId: label.id, userIds: [id] } })
  expect(await newestOf('user_label', label.id)).toMatchObject({ fields: [], related: ['user_label_member'] })
  const group = made(await server.admin.call(workGroup.save, { body: { name: '史组', code: 'SZ1', orgId: '1' } }))
  await server.admin.call(workGroup.saveMembers, { query: { id: group.id }, body: [id] })
  expect(await newestOf('work_group', group.id)).toMatchObject({ fields: [], related: ['work_group_member'] })
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
