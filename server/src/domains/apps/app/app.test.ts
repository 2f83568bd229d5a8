import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app, appGroup, type AppDraft } from '@hufu/contract/apps/app'
import { file } from '@hufu/contract/operations/file'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { newId } from '../../../platform/database/ids.ts'
import { hashToken } from '../../../platform/access/sessions.ts'

let server: TestServer
let groupId: string
beforeAll(async () => {
  server = await startTestServer()
  groupId = await group('办公')
})
afterAll(() => server.close())

let serial = 0
const group = async (name = `分组${++serial}`) => (await server.admin.call(appGroup.save, { body: { name } })).id
const draft = (parts: Partial<AppDraft> = {}): AppDraft => {
  const n = ++serial
  return { appGroupId: groupId, name: `应用${n}`, code: `APP${n}`, protocol: 'oauth2', ...parts }
}
const add = async (parts: Partial<AppDraft> = {}) => (await server.admin.call(app.save, { body: draft(parts) })).id
const find = (id: string) => server.admin.call(app.byId, { query: { id } })
const db = () => server.kernel.db

test('X-APP-01, X-APP-03 to X-APP-05, ENT-04 an application is added, found, changed and listed', async () => {
  const made = await server.admin.call(app.save, {
    body: draft({ name: '公文系统', code: 'OA', homeUrl: 'http://oa.example/', redirectUris: ['https://oa.example/cb'], remark: '一期' }),
  })
  const shown = await find(made.id)
  expect(shown).toMatchObject({
    name: '公文系统', code: 'OA', appGroupId: groupId, appGroupName: '办公', protocol: 'oauth2', homeUrl: 'http://oa.example/', remark: '一期',
    redirectUris: ['https://oa.example/cb'], postLogoutUris: [], logoutUri: null, clientId: made.clientId, clientSecret: '******',
    accountFrom: 'userName', claims: [], isListed: 1, status: 1, sortNum: 1, grantCount: 0, version: 1, secrets: [{ endTime: null }],
  }) // prettier-ignore
  await server.admin.call(app.update, {
    body: {
      ...draft({ name: '公文', code: 'OA' }), id: made.id, homeUrl: '', redirectUris: ['https://oa.example/new'], accountFrom: 'employeeNumber',
      postLogoutUris: ['https://oa.example/bye'], logoutUri: 'https://oa.example/out', isListed: 0, claims: [{ claim: 'dept', from: 'orgName' }],
    },
  }) // prettier-ignore
  expect(await find(made.id)).toMatchObject({
    name: '公文', homeUrl: null, remark: '一期', redirectUris: ['https://oa.example/new'], postLogoutUris: ['https://oa.example/bye'],
    logoutUri: 'https://oa.example/out', accountFrom: 'employeeNumber', isListed: 0, claims: [{ claim: 'dept', from: 'orgName' }], version: 2,
    clientId: made.clientId,
  }) // prettier-ignore
  for (const query of [{ name: '公文' }, { code: 'oa' }, { name: '公文', appGroupId: groupId, status: 1 }])
    expect(await server.admin.call(app.page, { query })).toMatchObject({ total: 1, records: [{ id: made.id, clientSecret: '******' }] })
  expect((await server.admin.call(app.page, { query: { name: '公文', status: 0 } })).total).toBe(0)
})

test('X-APP-02 pickers list every application, or those of a group, or only enabled ones', async () => {
  const appGroupId = await group()
  const [on, off] = [await add({ appGroupId, sortNum: 2 }), await add({ appGroupId, sortNum: 1, status: 0 })]
  const ids = async (query: Record<string, unknown>) => (await server.admin.call(app.list, { query })).map(row => row.id)
  expect(await ids({ appGroupId })).toEqual([off, on])
  expect(await ids({ appGroupId, hasOnlyEnable: true })).toEqual([on])
  expect(await ids({})).toEqual(expect.arrayContaining([on, off]))
  const [cas, resource] = [
    await add({ appGroupId, protocol: 'cas', sortNum: 3 }),
    await add({ appGroupId, protocol: 'resource', sortNum: 4 }),
  ]
  expect(await ids({ appGroupId, hasOnlyOidc: true })).toEqual([off, on, resource])
  expect(await ids({ appGroupId })).toContain(cas)
  const reader = await server.given.user()
  await (await server.as(reader)).refused('forbidden', app.list)
  await server.given.role(reader, '/app/user')
  expect((await (await server.as(reader)).call(app.list, { query: { appGroupId } })).length).toBe(4)
})

test('X-APP-03, X-APP-04 listing applications needs no edit-c; reading one application and its secrets does', async () => {
  const reader = await server.given.user()
  await server.given.role(reader, '/app/list')
  const plainUser = await server.as(reader)
  const id = await add()
  expect((await plainUser.call(app.page)).total).toBeGreaterThan(0)
  await plainUser.refused('forbidden', app.byId, { query: { id } })
  await plainUser.refused('forbidden', app.save, { body: draft() })
  await plainUser.refused('forbidden', app.resetSecret, { query: { id } })
  const editor = await server.given.user()
  await server.given.role(editor, '/app/list#edit-c')
  expect((await (await server.as(editor)).call(app.byId, { query: { id } })).id).toBe(id)
})

test('X-APP-04, X-APP-08, X-APP-09 names and codes are unique, codes without regard to letter case', async () => {
  const id = await add({ name: '人事', code: 'hr' })
  await server.admin.refused('appNameTaken', app.save, { body: draft({ name: '人事' }) })
  await server.admin.refused('appCodeTaken', app.save, { body: draft({ code: 'HR' }) })
  const taken = { code: (query: object) => server.admin.call(app.codeTaken, { query }), name: (query: object) => server.admin.call(app.nameTaken, { query }) } // prettier-ignore
  expect([await taken.code({ code: 'Hr' }), await taken.code({ code: 'hr', id }), await taken.code({ code: 'free' })]).toEqual([true, false, false]) // prettier-ignore
  expect([await taken.name({ name: '人事' }), await taken.name({ name: '人事', id })]).toEqual([true, false])
})

test('X-APP-04, X-APP-05 invalid applications are refused, each problem with its own message', async () => {
  const wrong: [Record<string, unknown>, string][] = [
    [{ name: ' ' }, '应用名称不能为空'],
    [{ code: '中文' }, '应用编码格式不正确'],
    [{ protocol: 'ldap' }, '协议不正确'],
    [{ homeUrl: 'javascript:alert(1)' }, '首页地址格式不正确'],
    [{ homeUrl: 'data:text/html,x' }, '首页地址格式不正确'],
    [{ redirectUris: ['http://app.example/cb'] }, '地址应以 https:// 开头；http:// 仅限本机和内网地址（http://app.example/cb）'],
    [{ redirectUris: ['javascript:alert(1)'] }, '自定义协议应为反向域名，如 com.example.app:/callback（javascript:alert(1)）'],
    [{ protocol: 'cas', redirectUris: ['com.example.app:/cb'] }, '地址应以 https:// 开头；http:// 仅限本机和内网地址（com.example.app:/cb）'],
    [{ postLogoutUris: ['https://a.example/#x'] }, '地址不能包含 #（https://a.example/#x）'],
    [{ redirectUris: Array.from({ length: 51 }, (_, n) => `https://a.example/${n}`) }, '地址不能超过50个'],
    [{ logoutUri: 'com.example.app:/out' }, '地址应以 https:// 开头；http:// 仅限本机和内网地址'],
    [{ claims: [{ claim: 'sub', from: 'id' }] }, '属性名已被协议占用'],
    [{ claims: [{ claim: 'a b', from: 'id' }] }, '属性名格式不正确'],
    [{ claims: [{ claim: 'a', from: 'passwordHash' }] }, expect.stringMatching(/^参数错误：claims\.0\.from 应为 .+ 之一$/)],
    [{ claims: [{ claim: 'a', from: 'id' }, { claim: 'a', from: 'email' }] }, '属性名重复'],
    [{ sortNum: 0 }, '排序号应为1至999999的整数'],
    [{ clientId: 'mine' }, '参数错误：clientId 未知字段'],
  ] // prettier-ignore
  for (const [parts, message] of wrong) {
    const { envelope } = await server.admin.send(app.save, { body: draft(parts as Partial<AppDraft>) })
    expect([parts, envelope.code, envelope.message]).toEqual([parts, 'global_prompt', message])
  }
  await server.admin.refused('illegalText', app.save, { body: draft({ redirectUris: ['https://a.example/<script>'] }) })
  await server.admin.refused('appGroupMissing', app.save, { body: draft({ appGroupId: newId() }) })
  await server.admin.refused('fileMissing', app.save, { body: draft({ logo: newId() }) })
  await server.admin.refused('appMissing', app.update, { body: { ...draft(), id: newId() } })
  await server.admin.refused('appMissing', app.byId, { query: { id: newId() } })
})

test('D-76 a stale change of an application is refused', async () => {
  const id = await add()
  await server.admin.call(app.update, { body: { ...draft(), id, version: 1 } })
  await server.admin.refused('stale', app.update, { body: { ...draft(), id, version: 1 } })
})

test('X-APP-06 deleting an application with grants refuses the whole batch; roles and secrets are deleted with their application', async () => {
  const [granted, free] = [await add(), await add()]
  const roleId = await server.given.appRole(granted)
  const grantId = await server.given.grant({ subjectType: 'org', subjectId: '1', appId: granted, roleId })
  await server.admin.refused('appGranted', app.remove, { body: { ids: [granted, free] } })
  expect((await find(free)).id).toBe(free)
  await db().deleteFrom('appGrant').where('id', '=', grantId).execute()
  expect(await server.admin.call(app.remove, { body: { ids: [granted, free, free] } })).toBe(2)
  expect(await db().selectFrom('clientSecret').select('id').where('appId', '=', free).execute()).toEqual([])
  await server.admin.refused('appMissing', app.remove, { body: { ids: [free] } })
  await server.admin.refused('nothingChosen', app.remove, { body: { ids: [] } })
})

test('X-APP-07 applications are disabled and enabled; those already in that state are not counted', async () => {
  const [one, two] = [await add(), await add({ status: 0 })]
  expect(await server.admin.call(app.setStatus, { query: { status: 0 }, body: { ids: [one, two] } })).toBe(1)
  expect((await find(one)).status).toBe(0)
  await server.admin.refused('statusProblem', app.setStatus, { body: { ids: [one] } })
})

test('X-APP-10 a new secret is returned once and stored as a hash; the former one is valid for a day unless ended at once', async () => {
  const { id, clientSecret: first } = await server.admin.call(app.save, { body: draft() })
  expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const { clientSecret: second } = await server.admin.call(app.resetSecret, { query: { id } })
  const counts = async (secret: string) => {
    const { rows } = await sql`select 1 from client_secret where app_id = ${id} and secret_hash = ${hashToken(secret)}
      and (end_time is null or end_time > now())`.execute(db())
    return rows.length === 1
  }
  expect([await counts(first), await counts(second), await counts('******')]).toEqual([true, true, false])
  const { secrets } = await find(id)
  expect(secrets.map(({ endTime }) => endTime === null)).toEqual([true, false])
  const { clientSecret: third } = await server.admin.call(app.resetSecret, { query: { id }, body: { endFormer: true } })
  expect([await counts(first), await counts(second), await counts(third)]).toEqual([false, false, true])
  const stored = JSON.stringify([
    await db().selectFrom('clientSecret').selectAll().execute(),
    await db().selectFrom('operLog').selectAll().execute(),
    await db().selectFrom('dataHistory').selectAll().execute(),
  ])
  for (const secret of [first, second, third]) expect(stored).not.toContain(secret)
  await server.admin.refused('appMissing', app.resetSecret, { query: { id: newId() } })
})

test('X-APP-03 the issuer’s address is the configured one, or the one the server answers at', async () => {
  const id = await add()
  expect((await find(id)).origin).toBe(server.address)
  const set = await startTestServer({ beside: server, settings: { HUFU_PUBLIC_URL: 'https://sso.example.com' } })
  expect((await set.admin.call(app.byId, { query: { id } })).origin).toBe('https://sso.example.com')
  await set.close()
})

test('X-APP-11 an application is ordered within its group', async () => {
  const appGroupId = await group()
  const [one, two] = [await add({ appGroupId }), await add({ appGroupId })]
  await server.admin.call(app.setSortNum, { query: { id: one, sortNum: 9 } })
  expect((await server.admin.call(app.page, { query: { appGroupId } })).records.map(row => row.id)).toEqual([two, one])
})

test('X-APP-01 the picture of an application is an uploaded file', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
  const { fileId } = await server.admin.call(file.uploadPicture, { file: { name: 'logo.png', bytes: png } })
  const id = await add({ logo: fileId })
  expect((await find(id)).logo).toBe(fileId)
})

test('X-APPGROUP-01 to X-APPGROUP-03, X-APPGROUP-05, X-APPGROUP-06 groups are added, renamed, put in order and counted', async () => {
  const id = await group('财务')
  await server.admin.refused('appGroupNameTaken', appGroup.save, { body: { name: '财务' } })
  await server.admin.call(appGroup.update, { body: { id, name: '财务审计' } })
  await server.admin.call(appGroup.setSortNum, { query: { id, sortNum: 999 } })
  await add({ appGroupId: id })
  const groups = await server.admin.call(appGroup.list)
  expect(groups.at(-1)).toEqual({ id, name: '财务审计', sortNum: 999, appCount: 1 })
  const taken = (query: { name: string; id?: string }) => server.admin.call(appGroup.nameTaken, { query })
  expect([await taken({ name: '财务审计' }), await taken({ name: '财务审计', id }), await taken({ name: '财务' })]).toEqual([
    true,
    false,
    false,
  ])
  await server.admin.refused('appGroupMissing', appGroup.update, { body: { id: newId(), name: '无' } })
})

test('X-APPGROUP-04 a group with applications is not deleted, nor the rest of the batch', async () => {
  const [full, empty] = [await group(), await group()]
  await add({ appGroupId: full })
  await server.admin.refused('appGroupNotEmpty', appGroup.remove, { body: { ids: [empty, full] } })
  expect(await server.admin.call(appGroup.remove, { body: { ids: [empty] } })).toBe(1)
  await server.admin.refused('appGroupMissing', appGroup.remove, { body: { ids: [empty] } })
})

test('X-APP-06, X-APP-07 before an application is closed, the preview says how many users are affected and how many are signed in', async () => {
  const { given } = server
  const orgId = await given.org()
  const [ann, , gone] = [await given.user({ org: orgId }), await given.user({ org: orgId }), await given.user({ org: orgId })]
  await server.as(ann)
  const [open, shut] = [await add(), await add({ status: 0 })]
  for (const appId of [open, shut]) await given.grant({ subjectType: 'org', subjectId: orgId, appId })
  await given.grant({ subjectType: 'user', subjectId: ann, appId: open, roleId: await given.appRole(open) })
  await db().updateTable('users').set({ status: 0 }).where('id', '=', gone).execute()
  expect(await server.admin.call(app.impact, { body: { ids: [open, shut] } })).toEqual([
    { id: open, name: expect.any(String), grantCount: 2, userCount: 2, onlineCount: 1 },
    { id: shut, name: expect.any(String), grantCount: 1, userCount: 0, onlineCount: 0 },
  ])
  await server.admin.refused('appMissing', app.impact, { body: { ids: [open, newId()] } })
})
