import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { app } from '@hufu/contract/apps/app'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { stats } from '@hufu/contract/audit/stats'
import { user } from '@hufu/contract/directory/user'
import { userLabel } from '@hufu/contract/directory/label'
import { workGroup } from '@hufu/contract/directory/work-group'
import { apiClient } from '@hufu/contract/federation/api-client'
import { hasScreen } from '@hufu/contract/built-screens'
import { workflow } from '@hufu/contract/governance/workflow'
import { role } from '@hufu/contract/permission/role'
import { sync } from '@hufu/contract/provisioning/sync'
import { self } from '@hufu/contract/sign-in/sign-in'
import { firstNumber, seedSample } from '../../tools/seed/sample.ts'
import { startTestServer, type Subject, type TestServer } from './harness.ts'
import { calls } from './walk.ts'

let server: TestServer
let admin: Subject
let accounts: Awaited<ReturnType<typeof seedSample>>
beforeAll(async () => {
  server = await startTestServer({ jobs: true, settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'created' }).where('id', '=', '1').execute()
  const from = await firstNumber(server.kernel.db, PEOPLE, { force: false, empty: true })
  accounts = await seedSample(server, { people: PEOPLE, logins: 5000, from }, (_, work) => work())
  admin = await server.as('1')
})
afterAll(() => server.close())

/** Enough that some of them are deleted and some are locked. */
const PEOPLE = 1500

/** Lists that are empty in an unused system, and why. */
const emptyAtFirst: Readonly<Record<string, string>> = {
  'importPlan.pageRow': 'rows of an import under way',
  'identityLink.own': 'nobody of the sample has signed in at another provider',
  'identityLink.ofUser': 'nobody of the sample has signed in at another provider',
  'registration.apps': 'no application of the sample has registered itself',
  'passkey.list': 'a passkey lives in the device of its owner',
  'samlKey.apps': 'no key of the sample is being replaced',
  'saml.refusals': 'no request of the sample was refused',
  'ownConsent.list': 'the administrator who asks has consented to nothing',
  'appRequest.list': 'a request waits for ten minutes at most',
  'signingKey.list': 'keys are made when the first token is signed',
  'dataHistory.requests': 'only while duties are separated somebody asks and another confirms',
  'review.pageOwn': 'what super administrators change is changed at once',
  'workflow.uses': 'asked of the role, post or work group that is about to be deleted',
  'review.candidates': 'whom a request could be handed to: one of those who may examine',
  'user.namedIn': 'applications that would lose the account of a user whose name changes',
}

test('seeding does not take the first-sign-in steps from the administrator', async () => {
  expect(await admin.call(self.forcedChange)).toMatchObject({ hasForceChangePwd: true })
  await server.kernel.db.updateTable('users').set({ passwordFrom: 'own' }).where('id', '=', '1').execute()
  server.kernel.sessions.forget()
})

test('every list of a built screen has rows in the seeded sample', async () => {
  const ids = await idsOf()
  const lists = calls.filter(({ call }) => call.method === 'GET' && isList(call) && isOnBuiltScreen(call))
  expect(lists.length).toBeGreaterThan(40)
  const empty: string[] = []
  for (const { name, call } of lists.filter(({ name }) => !Object.hasOwn(emptyAtFirst, name))) {
    const query = { ...required(call, ids), ...ids[name] }
    const { code, message, data } = (await admin.send(call, { query })).envelope
    const rows = Array.isArray(data) ? data : (data as { records?: unknown[] } | null)?.records
    if (!rows?.length) empty.push(`${name} ${JSON.stringify(query)}: ${code} ${message}`)
  }
  expect(empty).toEqual([])
})

test('the statistics of a seeded system are not empty', async () => {
  const query = lastDays()
  const sum = (rows: readonly { count: number }[]) => rows.reduce((all, { count }) => all + count, 0)
  for (const call of [stats.loginType, stats.appVisit, stats.failReason, stats.loginHours, stats.activeUser])
    expect([call.path, sum(await admin.call(call, { query })) > 0]).toEqual([call.path, true])
})

test('a second seeding is refused, and sample accounts must change their given password', async () => {
  const again = firstNumber(server.kernel.db, 1, { force: false, empty: true })
  await expect(again).rejects.toThrow('系统中已有数据，--sample 只能用于空系统')
  await expect(firstNumber(server.kernel.db, 1, { force: false, empty: false })).rejects.toThrow('确定要加入请使用 --force')
  expect(await firstNumber(server.kernel.db, 1, { force: true, empty: false })).toBe(PEOPLE + 1)
  expect(accounts.length).toBeGreaterThan(3)
  for (const { userName } of accounts) {
    const { id } = await server.kernel.db.selectFrom('users').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()
    expect(await (await server.as(id)).call(self.forcedChange)).toMatchObject({ hasForceChangePwd: true })
  }
})

/** Whether the reply is an array or a page of records. */
function isList({ reply }: AnyCall): boolean {
  const schema = reply as unknown as { def: { type: string }; shape?: Record<string, unknown> }
  return schema.def.type === 'array' || schema.shape?.records !== undefined
}

function isOnBuiltScreen({ permit }: AnyCall): boolean {
  if (typeof permit === 'string') return permit === 'superAdmin' || permit === 'signedIn'
  return permit.pages === '*' || permit.pages.some(hasScreen)
}

type Ids = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The parameters of a query that are required. */
function required({ query }: AnyCall, ids: Ids): Record<string, unknown> {
  const { shape = {} } = (query ?? {}) as unknown as { shape?: Record<string, { safeParse: (value: unknown) => { success: boolean } }> }
  const missing = Object.keys(shape).filter(key => !shape[key]!.safeParse(undefined).success)
  return Object.fromEntries(missing.map(key => [key, ids.any![key]]))
}

const lastDays = () => {
  const day = (back: number) => `${new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)} 00:00:00`
  return { beginTime: day(20), endTime: day(0) }
}

/** The ids for queries: those of `any` call, and those of calls whose `id` or `parentId` means something else. */
async function idsOf(): Promise<Ids> {
  const { db } = server.kernel
  const first = async (table: 'org' | 'app' | 'users' | 'stripe' | 'appRole', column: 'code' | 'userName', value: string) =>
    (await db.selectFrom(table).select('id').where(column as never, '=', value as never).executeTakeFirstOrThrow()).id // prettier-ignore
  const [orgId, appId, stripeId] = [
    await first('org', 'code', 'HF-HD'),
    await first('app', 'code', 'oa'),
    await first('stripe', 'code', 'LINE-CW'),
  ]
  const userId = await first('users', 'userName', 'jianghailan')
  const named = (rows: readonly { id: string; name: string }[], name: string) => rows.find(row => row.name === name)!.id
  const roles = await admin.call(role.page, { query: { size: 100 } })
  const groups = await admin.call(authGroup.list)
  const { records: clients } = await admin.call(apiClient.page, { query: {} })
  const label = named(await admin.call(userLabel.list), '集团员工')
  const byRule = named(await admin.call(workGroup.list), '网络安全值守组')
  return {
    any: { orgId, appId, stripeId, userId, labelId: label, workGroupId: byRule, targetType: 'org', parentId: '0', ...lastDays() },
    'appRole.pageResource': { appId },
    'resourceServer.consents': { appId: await first('app', 'code', 'data-service') },
    'review.pendingAmong': { objectType: 'user', ids: [await first('users', 'userName', 'mengsiyuan')] },
    'workflow.versions': { id: (await admin.call(workflow.page, { query: { code: 'USER-CHANGE' } })).records[0]!.id },
    'push.listApp': { objectType: 'user' },
    'sync.pageRow': { runId: (await admin.call(sync.pageRun, { query: {} })).records[0]!.id },
    'sync.bySource': { userId: await first('users', 'userName', 'out.person1') },
    'dict.page': { type: 'orgType' },
    'dict.list': { type: 'orgType' },
    'dataHistory.listByRecord': { tableName: 'org', recordId: orgId },
    'role.pageUser': { id: named(roles.records, '服务台') },
    'authGroup.pageTarget': { id: named(groups, '全员基础权限') },
    'authGroup.auth': { id: named(groups, '全员基础权限') },
    'apiClient.listUse': { id: named(clients, '人力资源系统同步') },
    'apiClient.api': { id: named(clients, '人力资源系统同步') },
    'org.path': { id: orgId },
    'menus.search': { name: '机构' },
    'org.search': { name: '华东' },
    'authorize.byTarget': { targetId: await first('org', 'code', 'HF-IT-OPS') },
    'user.byOrg': { orgId: await first('org', 'code', 'HF-IT-DEV') },
  }
}

test('the sample has applications of each protocol and many users', async () => {
  const { records } = await admin.call(app.page, { query: { size: 100 } })
  expect([...new Set(records.map(({ protocol }) => protocol))].sort()).toEqual(['cas', 'form', 'oauth2', 'resource', 'saml'])
  const { total } = await admin.call(user.page, { query: { orgId: '1', hasIncludeChild: true } })
  expect(total).toBeGreaterThan(1000)
})
