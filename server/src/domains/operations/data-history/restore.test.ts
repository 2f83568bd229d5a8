import { afterAll, beforeAll, expect, test } from 'vitest'
import { app } from '@hufu/contract/apps/app'
import { config } from '@hufu/contract/operations/config'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { menus } from '@hufu/contract/permission/menu'
import { org } from '@hufu/contract/directory/org'
import { role } from '@hufu/contract/permission/role'
import { separation } from '@hufu/contract/permission/separation'
import { user } from '@hufu/contract/directory/user'
import { userLabel } from '@hufu/contract/directory/label'
import { phoneOf } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { lastRecord } from '../../../../test/records.ts'
import { made } from '../../../../test/made.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const rowsOf = (recordId: string, tableName?: string) =>
  server.admin.call(dataHistory.page, { query: { recordId, tableName, size: 50 } }).then(({ records }) => records)
const detail = async (recordId: string) => server.admin.call(dataHistory.byId, { query: { id: (await rowsOf(recordId))[0]!.id } })
const restore = (id: string) => server.admin.call(dataHistory.restore, { query: { id } })
/** Undoes the newest entry of the record, after its preview. */
async function takeBack(recordId: string) {
  const record = await detail(recordId)
  expect(record.restoration.refusal).toBeNull()
  await restore(record.id)
  return record
}
const rename = async (id: string, name: string) => {
  const { code } = await server.admin.call(org.byId, { query: { id } })
  await server.admin.call(org.update, { body: { id, name, code } })
}
async function editOf(id: string) {
  const { userName, realName, jobs } = await server.admin.call(user.byId, { query: { id } })
  return { id, userName, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
}

test('X-HISTORY-05 a changed name is restored through the update call, which is recorded in history and audit itself', async () => {
  const id = await server.given.org({ name: '原名' })
  await rename(id, '改名')
  const record = await takeBack(id)
  expect(record.restoration).toMatchObject({ fields: ['名称'], left: [], needsRequest: false })
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({ name: '原名', version: 3 })
  const [back] = await rowsOf(id)
  expect(back).toMatchObject({ operateType: 'update', userName: 'admin', call: 'dataHistory.restore' })
  expect(await lastRecord(server)).toMatchObject({ module: 'dataHistory', operateType: 'restore', target: id, traceId: back!.operationId })
  const operation = (of: string) => server.kernel.db.selectFrom('operation').selectAll().where('id', '=', of).executeTakeFirstOrThrow()
  expect(await operation(back!.operationId!)).toMatchObject({ undoOf: record.operationId })
  expect(await operation(record.operationId!)).toMatchObject({ undoneBy: back!.operationId })
  // The second time, nothing is left to undo.
  await server.admin.refused('historySame', dataHistory.restore, { query: { id: record.id } })
  expect((await server.admin.call(dataHistory.byId, { query: { id: record.id } })).restoration.refusal).toBe('没有可恢复的差异')
})

test('X-HISTORY-05 restoring a field that was changed again is refused, naming the field', async () => {
  const id = await server.given.org({ name: '一', leader: '甲' })
  await rename(id, '二')
  const [entry] = await rowsOf(id)
  await rename(id, '三')
  const { message } = await server.admin.refused('historyChangedSince', dataHistory.restore, { query: { id: entry!.id } })
  expect(message).toBe('以下字段之后又有修改，不能还原：名称')
  expect((await server.admin.call(org.byId, { query: { id } })).name).toBe('三')
  // A field that somebody else has changed since keeps its value.
  const { code } = await server.admin.call(org.byId, { query: { id } })
  const [latest] = await rowsOf(id)
  await server.admin.call(org.update, { body: { id, name: '三', code, leader: '乙' } })
  await restore(latest!.id)
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({ name: '二', leader: '乙' })
})

test('X-HISTORY-05 restoring a change leaves out the phone', async () => {
  const id = await server.given.user({ phone: phoneOf(8_100_001) })
  await server.admin.call(user.update, { body: { ...(await editOf(id)), phone: phoneOf(8_100_002) } })
  const column = () => server.kernel.db.selectFrom('users').select(['phoneCipher', 'phoneHash', 'phoneMask']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
  const was = await column()
  const record = await detail(id)
  expect(record.restoration).toMatchObject({ refusal: '该记录不含可恢复的字段', left: ['手机号'] })
  await server.admin.refused('historyNothing', dataHistory.restore, { query: { id: record.id } })
  expect(await column()).toEqual(was)
  // With both kinds of fields, the others are restored, and the preview names those that stay.
  await server.admin.call(user.update, { body: { ...(await editOf(id)), realName: '改姓', phone: phoneOf(8_100_003) } })
  const mixed = await takeBack(id)
  expect(mixed.restoration).toMatchObject({ fields: ['姓名'], left: ['手机号'] })
  const { rows } = await server.kernel.pool.query<{ phone: string }>('select phone_mask as phone from users where id = $1', [id])
  expect(rows).toEqual([{ phone: '139****0003' }])
  expect((await server.admin.call(user.reveal, { body: { id, field: 'phone', reason: '核对' } })).value).toBe(phoneOf(8_100_003))
  expect((await server.admin.call(user.byId, { query: { id } })).realName).not.toBe('改姓')
})

test('X-HISTORY-05 an edit, a status change and a deletion of a user are undone by the corresponding calls; jobs stay', async () => {
  const other = await server.given.org()
  const id = await server.given.user({ others: [other], remark: '旧', gender: 1, validEndTime: '2099-01-02 03:04:05' })
  await server.admin.call(user.update, { body: { ...(await editOf(id)), remark: '新', gender: 2, validEndTime: null } })
  await takeBack(id)
  expect(await server.admin.call(user.byId, { query: { id } })).toMatchObject({ remark: '旧', gender: 1, validEndTime: '2099-01-02 03:04:05' }) // prettier-ignore
  expect((await editOf(id)).jobs).toHaveLength(2)
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await takeBack(id)
  expect(await server.admin.call(user.byId, { query: { id } })).toMatchObject({ status: 1 })
  await server.admin.call(user.remove, { body: { ids: [id] } })
  await takeBack(id)
  expect(await server.admin.call(user.byId, { query: { id } })).toMatchObject({ id, status: 1 })
  const one = made(await server.admin.call(user.save, { body: { userName: 'historymade', realName: '误增', passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }] } })) // prettier-ignore
  await restore((await rowsOf(one.id, 'users')).at(-1)!.id)
  await server.admin.refused('userMissing', user.byId, { query: { id: one.id } })
})

test('X-HISTORY-05 a move, a status change and a deletion of an organisation are undone; for one in use the preview has the refusal', async () => {
  const [from, to] = [await server.given.org(), await server.given.org()]
  const id = await server.given.org({ parentId: from })
  await server.admin.call(org.move, { body: { ids: [id], targetParentId: to } })
  await takeBack(id)
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({ parentId: from })
  await server.admin.call(org.remove, { body: { ids: [id] } })
  await takeBack(id)
  expect(await server.admin.call(org.byId, { query: { id } })).toMatchObject({ id })
  const { id: full } = made(await server.admin.call(org.save, { body: { parentId: '1', name: '有人的机构', code: 'HASONE' } }))
  await server.given.user({ org: full })
  const record = await detail(full)
  expect(record.restoration.refusal).toBe('该机构下存在子机构或用户，无法删除')
  const { message } = await server.admin.refused('orgNotEmpty', dataHistory.restore, { query: { id: record.id } })
  expect(message).toBe(record.restoration.refusal)
  // The preview has left no entries.
  expect(await rowsOf(full)).toHaveLength(1)
})

test('X-HISTORY-05 deleted roles and menus are restored under their ids; role assignments are undone by their calls', async () => {
  const { id } = await server.admin.call(role.save, { body: { name: '史角色', code: 'history_role', remark: '备' } })
  const person = await server.given.user()
  await server.admin.call(role.addUser, { body: { id, userIds: [person] } })
  const link = async () => (await server.admin.call(dataHistory.page, { query: { tableName: 'user_role', size: 1 } })).records[0]!
  const { id: given, recordName } = await link()
  expect(recordName).toContain('史角色')
  await restore(given)
  expect((await server.admin.call(role.pageUser, { query: { id } })).total).toBe(0)
  await restore((await link()).id)
  expect((await server.admin.call(role.pageUser, { query: { id } })).total).toBe(1)
  await server.admin.call(role.removeUser, { body: { id, userIds: [person] } })
  await server.admin.call(role.remove, { body: { ids: [id] } })
  await takeBack(id)
  expect(await server.admin.call(role.byId, { query: { id } })).toMatchObject({ name: '史角色', code: 'history_role', remark: '备' })
  const node = await server.admin.call(menus.save, { body: { parentId: '0', name: '史菜单', menu_uri: '/history-x', type: 'menu', status: 1, sortNum: 7 } }) // prettier-ignore
  await server.admin.call(menus.remove, { body: { ids: [node.id] } })
  await takeBack(node.id)
  expect(await server.admin.call(menus.byId, { query: { id: node.id } })).toMatchObject({ name: '史菜单', sortNum: 7 })
  await server.admin.call(menus.remove, { body: { ids: [node.id] } })
  await server.admin.call(menus.save, { body: { parentId: '0', name: '史菜单', menu_uri: '/history-y', type: 'menu', status: 1 } })
  expect((await detail(node.id)).restoration.refusal).toBeTruthy()
})

test('X-HISTORY-05 a setting is restored with its own validation, a secret value never; labels and their members are restored', async () => {
  const { records } = await server.admin.call(config.page, { query: { configKey: 'systemName' } })
  const item = records.find(row => row.configKey === 'systemName')!
  await server.admin.call(config.update, { body: { id: item.id, configValue: '改名系统' } })
  await takeBack(item.id)
  expect(server.kernel.config.values.systemName).toBe(item.configValue)
  const secret = await server.kernel.db
    .selectFrom('config')
    .selectAll()
    .where('configKey', '=', 'defaultPassword')
    .executeTakeFirstOrThrow()
  await server.admin.call(config.update, { body: { id: secret.id, configValue: secret.configValue, remark: '新备注' } })
  await takeBack(secret.id)
  const now = await server.kernel.db.selectFrom('config').selectAll().where('id', '=', secret.id).executeTakeFirstOrThrow()
  expect([now.configValue, now.remark ?? '']).toEqual([secret.configValue, secret.remark ?? ''])
  const label = await server.admin.call(userLabel.save, { body: { name: '史标签', color: 'red' } })
  const person = await server.given.user()
  await server.admin.call(userLabel.addUser, { body: { labelId: label.id, userIds: [person] } })
  await server.admin.call(userLabel.removeUser, { body: { labelId: label.id, userIds: [person] } })
  await takeBack(`${label.id}:${person}`)
  expect((await server.admin.call(userLabel.pageUser, { query: { labelId: label.id } })).total).toBe(1)
})

test('X-HISTORY-05 a change that cannot be undone is refused with a message, and the preview says so', async () => {
  await server.admin.call(app.remove, { body: { ids: [await server.given.app()] } })
  const { records } = await server.admin.call(dataHistory.page, { query: { tableName: 'app', size: 1 } })
  const record = await server.admin.call(dataHistory.byId, { query: { id: records[0]!.id } })
  expect(record.restoration.refusal).toBe('应用的变更不能在此还原，请到对应页面修改')
  await server.admin.refused('historyUnsupported', dataHistory.restore, { query: { id: record.id } })
})

test('N-14, D-54 under separation of duties the audit administrator requests, the security administrator confirms within a day, and nobody confirms their own request', async () => {
  const officers: Record<string, string> = {}
  for (const segregatedRole of ['system', 'security', 'audit']) {
    officers[segregatedRole] = await server.given.user()
    await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [officers[segregatedRole]] } })
  }
  const id = await server.given.org({ name: '三员前' })
  await rename(id, '三员后')
  const entry = (await rowsOf(id))[0]!
  await server.admin.refused('restoreDirectly', dataHistory.askRestore, { body: { id: entry.id, reason: '误改' } })
  const [system, security, audit] = [
    await server.as(officers.system!),
    await server.as(officers.security!),
    await server.as(officers.audit!),
  ]
  await audit.call(separation.agree, { body: { wish: true } })
  await security.call(separation.agree, { body: { wish: true } })
  server.kernel.sessions.forget()
  const record = await audit.call(dataHistory.byId, { query: { id: entry.id } })
  expect(record.restoration).toMatchObject({ needsRequest: true, askedBy: null, refusal: null })
  await security.refused('forbidden', dataHistory.page)
  await system.refused('forbidden', dataHistory.page)
  await audit.refused('forbidden', dataHistory.restore, { query: { id: entry.id } })
  await security.refused('restoreNotAsked', dataHistory.restore, { query: { id: entry.id } })
  await audit.call(dataHistory.askRestore, { body: { id: entry.id, reason: '误改' } })
  const [request] = await security.call(dataHistory.requests)
  expect(request).toMatchObject({ id: entry.id, reason: '误改', diff: [{ label: '名称', beforeText: '三员前', afterText: '三员后' }] })
  await security.call(dataHistory.restore, { query: { id: entry.id } })
  const now = await server.kernel.db.selectFrom('org').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  expect(now.name).toBe('三员前')
  expect(await security.call(dataHistory.requests)).toEqual([])
})
