import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApps } from '@hufu/contract/apps/account-apps'
import { self } from '@hufu/contract/sign-in/sign-in'
import { userApp } from '@hufu/contract/apps/user-app'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { newId } from '../../../platform/database/ids.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const listOf = async (userId: string) => (await server.as(userId)).call(accountApps.list)
const idsOf = async (userId: string) => (await listOf(userId)).apps.map(row => row.id)

test('我的应用 lists the applications a user may open by any path, and nothing disabled, expired or hidden', async () => {
  const { given } = server
  const orgId = await given.org()
  const [they, other] = [await given.user({ org: orgId }), await given.user()]
  const [direct, byOrg, off, over, hidden] = [await given.app(), await given.app(), await given.app({ status: 0 }), await given.app(), await given.app({ isListed: 0 })] // prettier-ignore
  for (const appId of [direct, off, hidden]) await given.grant({ subjectType: 'user', subjectId: they, appId })
  await given.grant({ subjectType: 'org', subjectId: orgId, appId: byOrg })
  await given.grant({ subjectType: 'user', subjectId: they, appId: over, endTime: new Date(0).toISOString() })
  expect((await idsOf(they)).toSorted()).toEqual([direct, byOrg].toSorted())
  expect(await idsOf(other)).toEqual([])
  expect((await (await server.as(they)).call(self.current)).landsAtApps).toBe(true)
  expect((await (await server.as(other)).call(self.current)).landsAtApps).toBe(false)
  await given.role(they, '/audit/sms')
  expect((await (await server.as(they)).call(self.current)).landsAtApps).toBe(false)
  await server.nobody.refused('signInAgain', accountApps.list)
})

test('an account whose only application is hidden does not land on an empty list', async () => {
  const { given } = server
  const they = await given.user()
  await given.grant({ subjectType: 'user', subjectId: they, appId: await given.app({ isListed: 0 }) })
  expect((await (await server.as(they)).call(self.current)).landsAtApps).toBe(false)
})

test('users land on their list of applications exactly if an access path opens one, whatever the path or what blocks it', async () => {
  const { given, kernel } = server
  const { db } = kernel
  const above = await given.org()
  const orgId = await given.org({ parentId: above })
  const shut = async (appId: string, userId: string) => db.insertInto('appAccount').values({ appId, userId, status: 0 }).execute() // prettier-ignore
  const ends = new Date(0).toISOString()
  const cases: [string, (appId: string, userId: string) => Promise<unknown>, boolean][] = [
    ['to them', (appId, userId) => given.grant({ subjectType: 'user', subjectId: userId, appId }), true],
    ['to their organisation', appId => given.grant({ subjectType: 'org', subjectId: orgId, appId, below: false }), true],
    ['to one above with all below', appId => given.grant({ subjectType: 'org', subjectId: above, appId, below: true }), true],
    ['to one above alone', appId => given.grant({ subjectType: 'org', subjectId: above, appId, below: false }), false],
    ['ended', (appId, userId) => given.grant({ subjectType: 'user', subjectId: userId, appId, endTime: ends }), false],
    ['not begun', (appId, userId) => given.grant({ subjectType: 'user', subjectId: userId, appId, beginTime: '2999-01-01' }), false],
    [
      'shut out there',
      async (appId, userId) => {
        await given.grant({ subjectType: 'user', subjectId: userId, appId })
        await shut(appId, userId)
      },
      false,
    ],
    [
      'a role of it, disabled',
      async (appId, userId) => {
        const roleId = await given.appRole(appId, { status: 0 })
        await given.grant({ subjectType: 'user', subjectId: userId, appId, roleId })
      },
      false,
    ],
    [
      'by a permission group',
      async (appId, userId) => {
        const groupId = await given.authGroup()
        await given.grant({ subjectType: 'user', subjectId: userId, groupId })
        await given.grant({ subjectType: 'authGroup', subjectId: groupId, appId })
      },
      true,
    ],
  ]
  for (const [what, grant, opens] of cases) {
    const userId = await given.user({ org: orgId })
    const appId = await given.app()
    await grant(appId, userId)
    const lands = async () => (await (await server.as(userId)).call(self.current)).landsAtApps
    expect([what, await lands(), (await idsOf(userId)).length > 0]).toEqual([what, opens, opens])
    await db.updateTable('app').set({ status: 0 }).where('id', '=', appId).execute()
    expect([what, await lands()]).toEqual([what, false])
    await db.deleteFrom('appGrant').where('appId', '=', appId).execute()
  }
  const userId = await given.user({ org: orgId })
  await given.grant({ subjectType: 'org', subjectId: above, appId: await given.app(), below: true })
  await db.updateTable('org').set({ status: 0 }).where('id', '=', above).execute()
  expect((await (await server.as(userId)).call(self.current)).landsAtApps).toBe(false)
})

test('an application opens at its home page, else where its protocol lets a sign-in begin', async () => {
  const { given } = server
  const they = await given.user()
  const starts = [
    [{ homeUrl: 'https://oa.example/start', redirectUris: ['https://oa.example/cb'] }, 'https://oa.example/start'],
    [{ redirectUris: ['com.example.app:/cb', 'https://oa.example:8443/cb?x=1'] }, 'https://oa.example:8443/'],
    [{ redirectUris: ['com.example.app:/cb'] }, null],
    [{}, null],
    [
      { protocol: 'cas', redirectUris: ['https://cas.example/a/?b=1'] },
      '/protocols/cas/login?service=https%3A%2F%2Fcas.example%2Fa%2F%3Fb%3D1',
    ],
    [{ protocol: 'cas' }, null],
    [{ protocol: 'form', homeUrl: 'http://10.0.0.1/' }, 'http://10.0.0.1/'],
  ] as const
  for (const [parts, startUrl] of starts) {
    const appId = await given.app(parts as object)
    await given.grant({ subjectType: 'user', subjectId: they, appId })
    expect((await listOf(they)).apps.find(row => row.id === appId)?.startUrl).toBe(startUrl)
  }
})

test('the list shows the user’s last successful visit within the recent days', async () => {
  const { given, kernel } = server
  const [they, other] = [await given.user(), await given.user()]
  const [used, refused, long, unused] = [await given.app(), await given.app(), await given.app(), await given.app()]
  const visit = (userId: string, appId: string, visitTime: string, fault = '') =>
    kernel.db
      .insertInto('appVisit')
      .values({ id: newId(), appId, userId, sessionId: 's', protocol: 'cas', fault, ip: '::1', browser: '', os: '', visitTime })
      .execute()
  for (const appId of [used, refused, long, unused]) await given.grant({ subjectType: 'user', subjectId: they, appId })
  const now = new Date()
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  await visit(they, used, ago(2))
  await visit(they, used, ago(1))
  await visit(other, unused, ago(1))
  await visit(they, refused, ago(1), 'noAccess')
  await visit(they, long, ago(200))
  const { apps } = await listOf(they)
  const last = new Map(apps.map(row => [row.id, row.lastTime]))
  const shown = new Date(now.getTime() - 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  expect(last.get(used)?.slice(0, 16)).toBe(shown)
  expect([last.get(refused), last.get(long), last.get(unused)]).toEqual([null, null, null])
})

test('the list has the user’s jobs; a user chooses only their own, for an application that asks for one and that they may open', async () => {
  const { given } = server
  const [main, side] = [await given.org(), await given.org()]
  const [they, other] = [await given.user({ org: main, others: [side] }), await given.user()]
  const [asks, silent, foreign] = [await given.app({ asksJob: 1 }), await given.app(), await given.app({ asksJob: 1 })]
  for (const appId of [asks, silent]) await given.grant({ subjectType: 'user', subjectId: they, appId })
  const own = await server.as(they)
  const { jobs } = await own.call(accountApps.list)
  expect(jobs.map(job => job.isMain)).toEqual([true, false])
  const [first, second] = jobs.map(job => job.id) as [string, string]
  const choice = async () =>
    Object.fromEntries((await own.call(accountApps.list)).apps.map(row => [row.id, [row.asksJob, row.actingJobId]]))
  await own.call(accountApps.chooseJob, { body: { appId: asks, jobId: second } })
  await own.call(accountApps.chooseJob, { body: { appId: asks, jobId: first } })
  expect(await choice()).toEqual({ [asks]: [1, first], [silent]: [0, null] })
  const otherJob = (await listOf(other)).jobs[0]!.id
  await own.refused('jobMissing', accountApps.chooseJob, { body: { appId: asks, jobId: otherJob } })
  await own.refused('jobMissing', accountApps.chooseJob, { body: { appId: silent, jobId: first } })
  await own.refused('appMissing', accountApps.chooseJob, { body: { appId: foreign, jobId: first } })
  // The choice is per session.
  expect((await listOf(they)).apps.find(row => row.id === asks)?.actingJobId).toBeNull()
})

test('USER-41 getAppByUserId lists the applications a user may open, with roles and access paths, to callers who have the user in scope', async () => {
  const { given } = server
  const [orgId, elsewhere] = [await given.org({ name: '北区' }), await given.org()]
  const they = await given.user({ org: orgId })
  const [open, off, unlisted] = [await given.app(), await given.app({ status: 0 }), await given.app({ isListed: 0 })]
  await given.app()
  const roleId = await given.appRole(open, { name: '审核员' })
  await given.grant({ subjectType: 'org', subjectId: orgId, appId: open, roleId })
  for (const appId of [open, off, unlisted]) await given.grant({ subjectType: 'user', subjectId: they, appId })
  const apps = await server.admin.call(userApp.list, { query: { userId: they } })
  expect(apps.map(row => row.id).toSorted()).toEqual([open, unlisted].toSorted())
  expect(apps.find(row => row.id === open)).toMatchObject({
    protocol: 'oauth2',
    clientSecret: '******',
    roles: ['审核员'],
    source: '直接授权；机构：北区',
  })
  // The page without the button code is not enough, nor is the code if the user is out of the caller's scope.
  const [page, near, far] = [await given.user(), await given.user(), await given.user()]
  await given.role(page, '/organiz/index')
  await given.gradeAdmin(near, orgId, 1, '/organiz/index')
  await given.gradeAdmin(far, elsewhere, 1, '/organiz/index')
  await (await server.as(page)).refused('forbidden', userApp.list, { query: { userId: they } })
  expect(await (await server.as(near)).call(userApp.list, { query: { userId: they } })).toHaveLength(2)
  await (await server.as(far)).refused('userMissing', userApp.list, { query: { userId: they } })
})
