import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { admin } from '@hufu/contract/permission/admin'
import { apiClient } from '@hufu/contract/federation/api-client'
import { apiItem } from '@hufu/contract/federation/api-item'
import { dict } from '@hufu/contract/operations/dict'
import { file } from '@hufu/contract/operations/file'
import { keptNotice } from '@hufu/contract/operations/kept-notice'
import { quartz } from '@hufu/contract/operations/quartz'
import { appResource } from '@hufu/contract/apps/app-resource'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { allCalls } from '@hufu/contract/calls'
import { userLabel } from '@hufu/contract/directory/label'
import { orgSetting } from '@hufu/contract/directory/org-setting'
import { user } from '@hufu/contract/directory/user'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { sync } from '@hufu/contract/provisioning/sync'
import { workflow } from '@hufu/contract/governance/workflow'
import { idCardOf, phoneOf } from './given.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { rules } from './upstream.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Every noun with a call that updates the record which getById reads. */
const nouns = Object.entries(allCalls).flatMap(([noun, calls]) => {
  const update = Object.values(calls).find(({ reads }) => reads === 'byId')
  return update ? [{ noun, byId: calls.byId!, update }] : []
})

const saved = async (call: AnyCall, body: object): Promise<string> => ((await server.admin.call(call, { body })) as { id: string }).id

/** Creates a record of each noun, with as many fields filled as possible. */
const makers: Record<string, () => Promise<string>> = {
  org: () => server.given.org({ remark: '备注', phone: '010-12345678' }),
  user: async () => {
    const n = server.given.next()
    return server.given.user({ phone: phoneOf(n), idCard: idCardOf(n), email: 'a@b.cn', others: [await server.given.org()] })
  },
  role: async () => server.given.role(await server.given.user(), '/organiz/index'),
  admin: async () => {
    const [userId, holder] = [await server.given.user(), await server.given.user()]
    const roleId = await server.given.role(holder, '/organiz/index')
    await server.admin.call(admin.save, { body: { userIds: [userId], roleIds: [roleId] } })
    const { records } = await server.admin.call(admin.page, { query: { size: 500 } })
    return records.find(row => row.userId === userId)!.id
  },
  gradeAdmin: async () => server.given.gradeAdmin(await server.given.user(), await server.given.org(), 1, '/organiz/index'),
  userLabel: () => saved(userLabel.save, { name: `标签${server.given.next()}`, color: 'green' }),
  app: () => server.given.app(),
  appRole: async () => server.given.appRole(await server.given.app()),
  appResource: async () =>
    saved(appResource.save, {
      parentId: '0',
      appId: await server.given.app(),
      name: '资源',
      code: `r${server.given.next()}`,
      type: 'menu',
    }),
  authGroup: () => server.given.authGroup(),
  apiClient: () => saved(apiClient.save, { name: `客户端${server.given.next()}` }),
  dict: () => saved(dict.save, { type: 'orgType', name: `类型${server.given.next()}`, code: `T${server.given.next()}`, remark: '备注' }),
  quartz: () => saved(quartz.save, { name: `任务${server.given.next()}`, jobCode: 'cleanSession', cron: '0 0 3 * * ?', remark: '备注' }),
  apiItem: () =>
    saved(apiItem.save, {
      groupName: '外部',
      name: '接口',
      method: 'GET',
      path: `/outside/${server.given.next()}`,
      openable: 1,
      remark: '备注',
    }),
  workflow: () => saved(workflow.save, { name: '流程', code: `W${server.given.next()}`, bizType: 'user', remark: '备注' }),
  sync: () =>
    saved(sync.save, {
      name: `来源${server.given.next()}`,
      direction: 'in',
      objectType: 'user',
      url: 'http://192.168.0.9/people',
      mapping: [
        { to: 'originUserId', from: 'id' },
        { to: 'userName', from: 'login' },
        { to: 'realName', from: 'name' },
      ],
      remark: '备注',
    }),
  identityProvider: () =>
    saved(identityProvider.save, {
      kind: 'oidc',
      name: `上游${server.given.next()}`,
      code: `up${server.given.next()}`,
      options: { issuer: 'https://idp.example.com', clientId: 'hufu', scopes: 'profile' },
      secret: 'a-secret',
      forceAuthn: false,
      isShown: 1,
      rules,
      remark: '备注',
    }),
  keptNotice: async () => {
    const { envelope } = await server.admin.send(file.upload, { file: { name: '说明.pdf', bytes: Buffer.from('x') } })
    return saved(keptNotice.save, { title: '说明', fileId: (envelope.data as { fileId: string }).fileId })
  },
  menus: () => Promise.resolve('organiz_user-label'),
}
const maker = (noun: string) =>
  makers[noun] ?? (() => saved(allCalls[noun]!.save!, { name: `名${server.given.next()}`, code: `C${server.given.next()}` }))

test.for(nouns)('N-09 $noun: the update call accepts the record of getById unchanged', async ({ noun, byId, update }) => {
  const id = await maker(noun)()
  const record = (await server.admin.call(byId, { query: { id } })) as Record<string, unknown>
  await server.admin.call(update, { body: record })
  const after = (await server.admin.call(byId, { query: { id } })) as Record<string, unknown>
  const { version: _v, rowVersion: _r, updateTime: _t, ...rest } = record
  expect(after).toMatchObject(rest)
})

test.for(nouns)('N-09 $noun: a changed read-only field is refused by name, and nothing changes', async ({ noun, byId, update }) => {
  const id = await maker(noun)()
  const record = (await server.admin.call(byId, { query: { id } })) as Record<string, unknown>
  const writable = update.body && 'shape' in update.body ? Object.keys(update.body.shape as object) : []
  const others = Object.keys(record).filter(name => !writable.includes(name))
  for (const field of others) {
    const body = { ...record, [field]: 'changed' }
    const { envelope } = await server.admin.send(update, { body })
    expect(envelope, field).toMatchObject({ code: 'global_prompt', data: { field, reason: '不能由本接口修改' } })
  }
  expect(await server.admin.call(byId, { query: { id } })).toEqual(record)
})

test('N-09 an unknown field is refused as unknown, and an old version as stale before fields are compared', async () => {
  const id = await server.given.user()
  const record = await server.admin.call(user.byId, { query: { id } })
  expect((await server.admin.send(user.update, { body: { ...record, nickname: 'x' } })).envelope).toMatchObject({
    message: '参数错误：nickname 未知字段',
    data: { field: 'nickname', reason: '未知字段' },
  })
  await server.admin.call(user.update, { body: { ...record, remark: '先' } })
  await server.admin.refused('stale', user.update, { body: { ...record, remark: '后' } })
})

test('N-09 the update call of settings accepts what their read call returned', async () => {
  await server.admin.call(orgSetting.update, { body: await server.admin.call(orgSetting.get) })
  const appId = await server.given.app()
  await server.admin.call(appSetting.update, { body: await server.admin.call(appSetting.get, { query: { appId } }) })
})

test('D-10 the status of users is read from the query and from the body, as a number and as text', async () => {
  const id = await server.given.user()
  const status = async () => (await server.admin.call(user.byId, { query: { id } })).status
  await server.admin.call(user.setStatus, { body: { ids: [id], status: 0 } })
  expect(await status()).toBe(0)
  await server.admin.call(user.setStatus, { body: { ids: [id], status: '1' } })
  expect(await status()).toBe(1)
  await server.admin.call(user.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  expect(await status()).toBe(0)
  await server.admin.refused('statusProblem', user.setStatus, { body: { ids: [id], status: 2 } })
})
