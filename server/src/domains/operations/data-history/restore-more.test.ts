import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup } from '@hufu/contract/apps/app'
import { appResource } from '@hufu/contract/apps/app-resource'
import { appRole } from '@hufu/contract/apps/app-role'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { authorize } from '@hufu/contract/apps/authorize'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { saml } from '@hufu/contract/federation/saml'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { dict } from '@hufu/contract/operations/dict'
import { file } from '@hufu/contract/operations/file'
import { keptNotice } from '@hufu/contract/operations/kept-notice'
import { customSetting } from '@hufu/contract/operations/custom-setting'
import { role } from '@hufu/contract/permission/role'
import { made } from '../../../../test/made.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { metadataOf, newPair } from '../../../../test/saml.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const last = async (tableName: string) => (await server.admin.call(dataHistory.page, { query: { tableName, size: 1 } })).records[0]!
/** Undoes the newest change of the table, after checking that the preview allows it. */
async function takeBack(tableName: string) {
  const record = await server.admin.call(dataHistory.byId, { query: { id: (await last(tableName)).id } })
  expect([tableName, record.restoration.refusal]).toEqual([tableName, null])
  await server.admin.call(dataHistory.restore, { query: { id: record.id } })
  return record
}
const undo = (bulkId: string | null) => server.admin.call(dataHistory.restoreBulk, { query: { bulkId: bulkId! } })

test('X-HISTORY-05 changes of a job are undone by the edit of its user; other jobs stay', async () => {
  const [home, other] = [await server.given.org(), await server.given.org()]
  const id = await server.given.user({ org: home })
  const jobs = async () =>
    (await server.admin.call(user.byId, { query: { id } })).jobs.map(({ orgId, jobType, sortNum }) => ({ orgId, jobType, sortNum }))
  const was = await jobs()
  const { realName } = await server.admin.call(user.byId, { query: { id } })
  const edit = (more: object[]) =>
    server.admin.call(user.update, { body: { id, realName, jobs: [{ orgId: home, jobType: 1 }, ...more] as never } })
  await edit([{ orgId: other, jobType: 2, sortNum: 7 }])
  const both = await jobs()
  expect(both).toHaveLength(2)
  await takeBack('job')
  expect(await jobs()).toEqual(was)
  await takeBack('job')
  expect(await jobs()).toEqual(both)
  await edit([{ orgId: other, jobType: 2, sortNum: 9 }])
  expect((await takeBack('job')).restoration.fields).toEqual(['排序号'])
  expect(await jobs()).toEqual(both)
  // The only main job cannot be removed, because the user would be in no organisation.
  const alone = { userName: 'onlyonejob', realName: '独岗', passwordType: 2 as const, jobs: [{ orgId: home, jobType: 1 as const }] }
  const { id: lone } = made(await server.admin.call(user.save, { body: alone }))
  const record = await server.admin.call(dataHistory.byId, { query: { id: (await last('job')).id } })
  expect(record.after).toMatchObject({ user_id: lone })
  expect(record.restoration.refusal).toBe('主职必须且只能有一个')
})

test('X-HISTORY-05 the permissions of a role are restored menu by menu, and as a whole', async () => {
  const { id } = await server.admin.call(role.save, { body: { name: '回权角色', code: 'back.role' } })
  const auth = async () => {
    const { menuIds, buttonIds } = await server.admin.call(role.auth, { query: { id } })
    return [...menuIds, ...buttonIds].toSorted()
  }
  await server.admin.call(role.saveAuth, { body: { id, menuIds: ['organiz_index'], buttonIds: ['organiz_index-add-user'] } })
  const granted = await auth()
  await takeBack('role_menu')
  expect(await auth()).toHaveLength(granted.length - 1)
  await server.admin.call(role.saveAuth, { body: { id, menuIds: ['organiz_index'], buttonIds: ['organiz_index-add-user'] } })
  expect(await auth()).toEqual(granted)
  await server.admin.call(role.saveAuth, { body: { id, menuIds: [], buttonIds: [] } })
  expect(await auth()).toEqual([])
  await undo((await last('role_menu')).operationId)
  expect(await auth()).toEqual(granted)
})

test('X-HISTORY-05 changes of a business line with its organisations, and of a work group with its members, are undone', async () => {
  const org = await server.given.org()
  const { id: line } = await server.admin.call(businessLine.save, { body: { name: '回条线', code: 'BACK' } })
  await server.admin.call(businessLine.addOrg, { body: { stripeId: line, orgIds: [org] } })
  const orgs = async () => (await server.admin.call(businessLine.pageOrg, { query: { stripeId: line } })).total
  await takeBack('stripe_org')
  expect(await orgs()).toBe(0)
  await takeBack('stripe_org')
  expect(await orgs()).toBe(1)
  await server.admin.call(businessLine.update, { body: { id: line, name: '改条线', code: 'BACK' } })
  await takeBack('stripe')
  await server.admin.call(businessLine.remove, { body: { ids: [line] } })
  // One call removed the business line with its organisations, and one call restores them.
  expect(await undo((await last('stripe')).operationId)).toEqual({ restored: 2, stays: [], remaining: 0, refusal: null })
  expect(await server.admin.call(businessLine.byId, { query: { id: line } })).toMatchObject({ name: '回条线', code: 'BACK' })
  expect(await orgs()).toBe(1)
  const members = [await server.given.user(), await server.given.user()]
  const { id: group } = await server.admin.call(workGroup.save, { body: { name: '回组', code: 'BACKGROUP', leaderId: members[0] } })
  await server.admin.call(workGroup.saveMembers, { query: { id: group }, body: members })
  const ids = async () => (await server.admin.call(workGroup.members, { query: { workGroupId: group } })).map(one => one.id).toSorted()
  await server.admin.call(workGroup.removeUser, { body: { id: group, userIds: [members[1]!] } })
  await takeBack('work_group_member')
  expect(await ids()).toEqual(members.toSorted())
  await server.admin.call(workGroup.remove, { body: { ids: [group] } })
  expect((await undo((await last('work_group')).operationId)).stays).toEqual([])
  expect(await ids()).toEqual(members.toSorted())
})

test('X-HISTORY-05 changes of applications, groups, roles and resources are undone; a deleted application is reported as not restorable', async () => {
  const { id: appGroupId } = await server.admin.call(appGroup.save, { body: { name: '回分组' } })
  const draft = {
    appGroupId,
    name: '回应用',
    code: 'back',
    protocol: 'oauth2' as const,
    redirectUris: ['https://a.example/cb'],
    homeUrl: 'https://a.example/',
  }
  const { id } = await server.admin.call(app.save, { body: draft })
  await server.admin.call(app.update, { body: { ...draft, id, name: '改应用', redirectUris: ['https://b.example/cb'], homeUrl: '' } })
  expect((await takeBack('app')).restoration.fields.toSorted()).toEqual(['名称', '首页地址', '回调地址'].toSorted())
  expect(await server.admin.call(app.byId, { query: { id } })).toMatchObject({
    name: '回应用',
    redirectUris: ['https://a.example/cb'],
    homeUrl: 'https://a.example/',
  })
  await server.admin.call(app.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await takeBack('app')
  const { id: roleId } = await server.admin.call(appRole.save, { body: { appId: id, code: 'clerk', name: '经办' } })
  const { id: resource } = await server.admin.call(appResource.save, {
    body: { appId: id, parentId: '0', code: 'desk', name: '工作台', type: 'menu' },
  })
  await server.admin.call(appRole.saveResource, { body: { roleId, resourceIds: [resource] } })
  await takeBack('app_role_resource')
  expect((await server.admin.call(appRole.byId, { query: { id: roleId } })).resourceIds).toEqual([])
  await takeBack('app_role_resource')
  await server.admin.call(appRole.remove, { body: { ids: [roleId] } })
  expect((await undo((await last('app_role')).operationId)).stays).toEqual([])
  expect(await server.admin.call(appRole.byId, { query: { id: roleId } })).toMatchObject({ code: 'clerk', resourceIds: [resource] })
  await server.admin.call(app.remove, { body: { ids: [id] } })
  const gone = await server.admin.call(dataHistory.byId, { query: { id: (await last('app')).id } })
  expect(gone.restoration.refusal).toBe('应用的变更不能在此还原，请到对应页面修改')
  await server.admin.call(appGroup.remove, { body: { ids: [appGroupId] } })
  await takeBack('app_group')
  expect((await server.admin.call(appGroup.list)).find(one => one.id === appGroupId)).toMatchObject({ name: '回分组' })
})

test('X-HISTORY-05 grants and revocations are undone by the calls of granting, direct and through a permission group', async () => {
  const appId = await server.given.app()
  const [roleId, targetId] = [await server.given.appRole(appId), await server.given.user()]
  const target = { targetType: 'user' as const, targetId }
  const grantsOf = async () => server.admin.call(authorize.byTarget, { query: target })
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: [targetId], apps: [{ appId, roleIds: [roleId] }], endTime: '2099-01-02 03:04:05' } }) // prettier-ignore
  const was = await grantsOf()
  expect(was).toMatchObject([{ appId, roleIds: [roleId], endTime: '2099-01-02 03:04:05' }])
  const { operationId } = await last('app_grant')
  expect((await undo(operationId)).stays).toEqual([])
  expect(await grantsOf()).toEqual([])
  expect((await undo((await last('app_grant')).operationId)).stays).toEqual([])
  expect(await grantsOf()).toEqual(was)
  const { id } = await server.admin.call(authGroup.save, { body: { name: '回权限组', code: 'back' } })
  await server.admin.call(authGroup.saveAuth, { body: { id, apps: [{ appId, roleIds: [roleId] }] } })
  await server.admin.call(authGroup.addTarget, { body: { id, targetType: 'user', targetIds: [targetId] } })
  await takeBack('app_grant')
  const targets = async () => (await server.admin.call(authGroup.pageTarget, { query: { id, targetType: 'user' } })).total
  expect(await targets()).toBe(0)
  await takeBack('app_grant')
  expect(await targets()).toBe(1)
  await server.admin.call(authGroup.remove, { body: { ids: [id] } })
  expect((await undo((await last('auth_group')).operationId)).stays).toEqual([])
  expect([await targets(), (await server.admin.call(authGroup.auth, { query: { id } }))[0]?.roleIds]).toEqual([1, [roleId]])
})

test('X-HISTORY-05, D-57 deleted dictionary items and custom settings are restored under their id, but no secret', async () => {
  await server.admin.call(dict.saveType, { body: { type: 'backType', name: '回类别' } })
  const { id } = await server.admin.call(dict.save, { body: { type: 'backType', code: 'one', name: '一', sortNum: 4 } })
  await server.admin.call(dict.update, { body: { id, code: 'one', name: '壹' } })
  await takeBack('dict_item')
  await server.admin.call(dict.remove, { body: { ids: [id] } })
  await takeBack('dict_item')
  expect(await server.admin.call(dict.byId, { query: { id } })).toMatchObject({ code: 'one', name: '一', sortNum: 4 })
  const setting = { groupName: '自有', application: 'iam', configName: '回配置', valueType: 'json' as const }
  const { id: own } = await server.admin.call(customSetting.save, { body: { ...setting, configKey: 'back.json', configValue: '{"a":1}' } })
  await server.admin.call(customSetting.remove, { body: { ids: [own] } })
  await takeBack('config')
  expect(await server.admin.call(customSetting.byId, { query: { id: own } })).toMatchObject({
    configKey: 'back.json',
    configValue: '{"a":1}',
  })
  await server.kernel.db.updateTable('config').set({ valueType: 'password' }).where('id', '=', own).execute()
  await server.admin.call(customSetting.remove, { body: { ids: [own] } })
  const gone = await server.admin.call(dataHistory.byId, { query: { id: (await last('config')).id } })
  expect(gone.restoration.refusal).toBe('该记录不含可恢复的字段')
})

test('X-HISTORY-05 the title, status and order of a home page file are restored; a deleted file is not, which the preview says', async () => {
  const upload = async (name: string) =>
    ((await server.admin.send(file.upload, { file: { name, bytes: Buffer.from(name) } })).envelope.data as { fileId: string }).fileId
  const [first, second] = [await upload('一.pdf'), await upload('二.pdf')]
  const { id } = await server.admin.call(keptNotice.save, { body: { title: '原标题', fileId: first, sortNum: 3 } })
  const now = async () => (await server.admin.call(keptNotice.page, { query: { size: 100 } })).records.find(row => row.id === id)
  await server.admin.call(keptNotice.save, { body: { id, title: '新标题', fileId: first } })
  await takeBack('notice')
  expect(await now()).toMatchObject({ title: '原标题', fileId: first })
  await server.admin.call(keptNotice.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  await takeBack('notice')
  expect(await now()).toMatchObject({ status: 1 })
  await server.admin.call(keptNotice.save, { body: { id, title: '换文件', fileId: second } })
  const changed = await last('notice')
  const record = await server.admin.call(dataHistory.byId, { query: { id: changed.id } })
  expect(record.restoration.refusal).toBe('文件不存在')
  await server.admin.refused('fileMissing', dataHistory.restore, { query: { id: changed.id } })
  expect(await now()).toMatchObject({ title: '换文件', fileId: second })
  await server.admin.call(keptNotice.remove, { query: { id } })
  const gone = await server.admin.call(dataHistory.byId, { query: { id: (await last('notice')).id } })
  expect(gone.restoration.refusal).toBeTruthy()
  await server.admin.call(keptNotice.save, { body: { title: '误加', fileId: await upload('三.pdf') } })
  await takeBack('notice')
  expect((await server.admin.call(keptNotice.page, { query: { title: '误加' } })).total).toBe(0)
})

test('X-HISTORY-05 a whole operation is undone once, except what was changed since, as the preview lists; the preview stores nothing', async () => {
  const ids = [await server.given.user({ remark: '旧' }), await server.given.user(), await server.given.user()]
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids } })
  const { operationId } = await last('users')
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [ids[1]!] } })
  await server.admin.call(user.remove, { body: { ids: [ids[2]!] } })
  const rows = () =>
    server.kernel.db
      .selectFrom('dataHistory')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await rows()
  const record = await server.admin.call(dataHistory.previewBulk, { query: { bulkId: operationId! } })
  expect(record).toMatchObject({
    restored: 1,
    refusal: null,
    stays: [{ operateType: 'update', refusal: expect.stringContaining('不存在') as string }],
  })
  expect(await rows()).toEqual(before)
  expect(await undo(operationId)).toEqual(record)
  const status = async (id: string) =>
    (await server.kernel.db.selectFrom('users').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  expect([await status(ids[0]!), await status(ids[1]!)]).toEqual([1, 1])
  await server.admin.refused('historyUndone', dataHistory.restoreBulk, { query: { bulkId: operationId! } })
  expect((await server.admin.call(dataHistory.previewBulk, { query: { bulkId: operationId! } })).refusal).toBe('该操作已撤销')
  await server.admin.refused('historyMissing', dataHistory.restoreBulk, { query: { bulkId: 'nothing' } })
  // Restoring is an operation itself, and can be undone.
  const { operationId: again, call } = await last('users')
  expect(call).toBe('dataHistory.restoreBulk')
  await undo(again)
  expect(await status(ids[0]!)).toBe(0)
})

test('X-HISTORY-05 of two concurrent calls to undo one operation one succeeds', async () => {
  const id = await server.given.user()
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  const { operationId } = await last('users')
  const answers = await Promise.all([1, 2].map(() => server.admin.send(dataHistory.restoreBulk, { query: { bulkId: operationId! } })))
  expect(answers.map(({ envelope }) => envelope.message).filter(message => message === '该操作已撤销')).toHaveLength(1)
})

test('X-HISTORY-05 metadata and trust settings of a SAML application are restored column by column and as a whole', async () => {
  const [former, latter] = [newPair().certificate, newPair().certificate]
  const appId = await server.given.app({ protocol: 'saml' })
  const sharedSecrets = async () => {
    const { peer, settings, version } = await server.admin.call(saml.get, { query: { appId } })
    const { redirectUris } = await server.admin.call(app.byId, { query: { id: appId } })
    return {
      acs: peer!.acs.map(({ url }) => url),
      keys: peer!.signing.map(({ fingerprint }) => fingerprint),
      redirectUris,
      settings: settings!,
      version,
    }
  }
  const apply = (certificate: string, at: string, version: number) => {
    const metadata = metadataOf('https://sp.example.com', certificate).replace('/acs', at)
    return server.admin.call(saml.applyMetadata, { body: { appId, metadata, version } })
  }
  await apply(former, '/acs', 0)
  const { version: _first, ...first } = await sharedSecrets()
  await apply(latter, '/new', 1)
  expect((await sharedSecrets()).redirectUris).toEqual(['https://sp.example.com/new'])
  const record = await takeBack('saml_sp')
  expect(record.diff.map(({ label }) => label).toSorted()).toEqual(['加密证书', '登录返回地址', '签名证书'].toSorted())
  expect(await sharedSecrets()).toMatchObject(first)
  const { settings, version } = await sharedSecrets()
  await server.admin.call(saml.update, { body: { appId, ...settings, skewSeconds: 120, allowUnsolicited: 1, version } })
  await takeBack('saml_sp')
  expect((await sharedSecrets()).settings).toEqual(settings)
  await apply(latter, '/new', (await sharedSecrets()).version)
  expect((await undo((await last('saml_sp')).operationId)).stays).toEqual([])
  expect(await sharedSecrets()).toMatchObject(first)
})
