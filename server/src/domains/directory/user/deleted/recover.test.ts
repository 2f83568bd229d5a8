import { admin } from '@hufu/contract/permission/admin'
import { user } from '@hufu/contract/directory/user'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const passwordOf = async (id: string) =>
  (await server.kernel.db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow()).passwordHash
const grantsOf = async (id: string) =>
  (await server.kernel.db.selectFrom('appGrant').select('appId').where('subjectId', '=', id).execute()).map(row => row.appId)
const rolesOf = async (id: string) =>
  (await server.kernel.db.selectFrom('userRole').select('roleId').where('userId', '=', id).execute()).map(row => row.roleId)

/** A user with a label, a direct grant and a role. */
async function rich(org?: string) {
  const { given, kernel } = server
  const [id, appId] = [await given.user({ ...(org && { org }) }), await given.app()]
  await given.grant({ subjectType: 'user', subjectId: id, appId })
  const roleId = await given.role(id, '/organiz/index')
  const labelId = `label${given.next()}`
  await kernel.db.insertInto('userLabel').values({ id: labelId, name: labelId }).execute()
  await kernel.db.insertInto('userLabelMember').values({ userId: id, labelId }).execute()
  return { id, appId, roleId, labelId }
}

test('N-11, D-43 a recovered user has the status, password, jobs, labels, direct grants and roles of the time of deletion', async () => {
  const { id, appId, roleId, labelId } = await rich()
  const before = await passwordOf(id)
  await server.admin.call(user.remove, { body: { ids: [id] } })
  expect(await rolesOf(id)).toEqual([])
  const preview = await server.admin.call(user.recoverable, { query: { userId: id } })
  expect(preview).toMatchObject({ status: 1, hasPassword: true, jobs: [expect.any(String)], labels: [labelId], leftOut: [] })
  expect([preview.grants.length, preview.roles.length]).toEqual([1, 1])
  expect(await server.admin.call(user.recover, { query: { userId: id } })).toBe(true)
  const back = await server.admin.call(user.byId, { query: { id } })
  expect(back).toMatchObject({ status: 1, labelIds: [labelId], jobs: [{ jobType: 1 }] })
  expect([await passwordOf(id), await grantsOf(id), await rolesOf(id)]).toEqual([before, [appId], [roleId]])
})

test('N-11 the caller may recover a user without grants or roles, and choose the status', async () => {
  const { id } = await rich()
  await server.admin.call(user.remove, { body: { ids: [id] } })
  const body = { status: 0 as const, withGrants: false, withRoles: false }
  expect(await server.admin.call(user.recover, { query: { userId: id }, body })).toBe(true)
  expect((await server.admin.call(user.byId, { query: { id } })).status).toBe(0)
  expect([await grantsOf(id), await rolesOf(id)]).toEqual([[], []])
})

test('N-11, N-02 rights the caller may not give are left out and named', async () => {
  const { given, kernel } = server
  const org = await given.org()
  const { id, appId, roleId, labelId } = await rich(org)
  const [labelled, own] = [await given.app(), await given.app()]
  await given.grant({ subjectType: 'label', subjectId: labelId, appId: labelled })
  await given.grant({ subjectType: 'user', subjectId: id, appId: own })
  const chief = await given.user({ org })
  await given.gradeAdmin(chief, org, 1, '/organiz/index', '/organiz/org-list')
  await given.grant({ subjectType: 'user', subjectId: chief, appId: own })
  await kernel.db.deleteFrom('userRole').where('userId', '=', chief).execute()
  await server.admin.call(user.remove, { body: { ids: [id] } })
  const me = await server.as(chief)
  const preview = await me.call(user.recoverable, { query: { userId: id } })
  expect(preview.leftOut.map(one => one.kind).sort()).toEqual(['app', 'label', 'role'])
  const answer = await me.call(user.recover, { query: { userId: id } })
  expect(answer).toEqual({ recovered: true, leftOut: expect.arrayContaining(preview.leftOut) })
  expect([await grantsOf(id), await rolesOf(id)]).toEqual([[own], []])
  expect((await server.admin.call(user.byId, { query: { id } })).labelIds).toEqual([])
  expect([appId, roleId]).toHaveLength(2)
})

test('N-11 roles deleted or disabled since are not recovered', async () => {
  const { id, roleId } = await rich()
  await server.admin.call(user.remove, { body: { ids: [id] } })
  await server.kernel.db.updateTable('role').set({ status: 0 }).where('id', '=', roleId).execute()
  expect(await server.admin.call(user.recover, { query: { userId: id } })).toMatchObject({ leftOut: [{ kind: 'role' }] })
  expect(await rolesOf(id)).toEqual([])
  await server.admin.refused('adminMissing', admin.byId, { query: { id } })
})

/** A branch whose administrator holds `held` and not `unheld`; they may recover the deleted users of `plain` and of `rich`. */
async function branch() {
  const { given } = server
  const root = await given.org()
  const [plain, rich] = [await given.org({ parentId: root }), await given.org({ parentId: root })]
  const chief = await given.user({ org: root })
  await given.gradeAdmin(chief, root, 1, '/organiz/index', '/organiz/org-list')
  const [held, unheld] = [await given.app(), await given.app()]
  await given.grant({ subjectType: 'user', subjectId: chief, appId: held })
  return { root, plain, rich, held, unheld, me: await server.as(chief) }
}
async function deleted(parts: Parameters<TestServer['given']['user']>[0]) {
  const id = await server.given.user(parts)
  await server.admin.call(user.remove, { body: { ids: [id] } })
  return id
}
const jobsOf = async (id: string) => (await server.admin.call(user.byId, { query: { id } })).jobs.map(job => job.orgId)
const orgName = async (id: string) =>
  (await server.kernel.db.selectFrom('org').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

describe.each(['org', 'stripe', 'a place above'] as const)('a right follows from the main organisation by %s', by => {
  test('N-02, N-11 a caller who does not hold that right sees so in the preview, is refused, and recovers the user elsewhere', async () => {
    const { root, plain, rich, unheld, me } = await branch()
    if (by === 'stripe') await server.kernel.db.insertInto('stripe').values({ id: rich, name: rich, code: rich }).execute()
    if (by === 'stripe') await server.kernel.db.insertInto('stripeOrg').values({ stripeId: rich, orgId: rich }).execute()
    const at = by === 'a place above' ? await server.given.org({ parentId: rich }) : rich
    await server.given.grant({ subjectType: by === 'stripe' ? 'stripe' : 'org', subjectId: rich, appId: unheld, below: true })
    const id = await deleted({ org: at, others: [root] })
    const found = await me.call(user.recoverable, { query: { userId: id } })
    expect(found).toMatchObject({ jobs: [await orgName(root)], leftOut: [{ kind: 'job', name: await orgName(at) }] })
    await me.refused('givesBeyondOwn', user.recover, { query: { userId: id } })
    await me.refused('givesBeyondOwn', user.recover, { query: { userId: id }, body: { orgId: at } })
    expect(await me.call(user.recover, { query: { userId: id }, body: { orgId: plain } })).toBe(true)
    expect((await jobsOf(id)).sort()).toEqual([plain, root].sort())
  })

  test('N-02, N-11 a caller who holds that right recovers the user there', async () => {
    const { rich, held, me } = await branch()
    if (by === 'stripe') await server.kernel.db.insertInto('stripe').values({ id: rich, name: rich, code: rich }).execute()
    if (by === 'stripe') await server.kernel.db.insertInto('stripeOrg').values({ stripeId: rich, orgId: rich }).execute()
    await server.given.grant({ subjectType: by === 'stripe' ? 'stripe' : 'org', subjectId: rich, appId: held, below: true })
    const id = await deleted({ org: rich })
    expect((await me.call(user.recoverable, { query: { userId: id } })).leftOut).toEqual([])
    expect(await me.call(user.recover, { query: { userId: id } })).toBe(true)
  })
})

test('N-11, T14 a second job out of the caller’s scope is left out', async () => {
  const { plain, me } = await branch()
  const foreign = await server.given.org()
  const id = await deleted({ org: plain, others: [foreign] })
  const leftOut = [{ kind: 'job' as const, name: await orgName(foreign) }]
  expect(await me.call(user.recoverable, { query: { userId: id } })).toMatchObject({ jobs: [await orgName(plain)], leftOut })
  expect(await me.call(user.recover, { query: { userId: id } })).toEqual({ recovered: true, leftOut })
  expect(await jobsOf(id)).toEqual([plain])
})

test('N-02, N-11 a second job that carries a right the caller does not hold is left out and named', async () => {
  const { plain, rich, unheld, me } = await branch()
  await server.kernel.db.insertInto('stripe').values({ id: rich, name: rich, code: rich }).execute()
  await server.kernel.db.insertInto('stripeOrg').values({ stripeId: rich, orgId: rich }).execute()
  await server.given.grant({ subjectType: 'stripe', subjectId: rich, appId: unheld })
  const id = await deleted({ org: plain, others: [rich] })
  const leftOut = [{ kind: 'job' as const, name: await orgName(rich) }]
  expect(await me.call(user.recoverable, { query: { userId: id } })).toMatchObject({ jobs: [await orgName(plain)], leftOut })
  expect(await me.call(user.recover, { query: { userId: id } })).toEqual({ recovered: true, leftOut })
  expect(await jobsOf(id)).toEqual([plain])
})

test('N-02, N-11 a recovery is refused, and the preview says so, if a rule would give the user a right the caller does not hold', async () => {
  const { plain, unheld, me } = await branch()
  const [labelId, rankId] = [`rule${server.given.next()}`, `rank${server.given.next()}`]
  const { db } = server.kernel
  await db.insertInto('standing').values({ id: rankId, kind: 'rank', name: rankId, code: rankId }).execute()
  const rule = JSON.stringify({ match: 'all', conditions: [{ field: 'rank', ids: [rankId] }] })
  await db.insertInto('userLabel').values({ id: labelId, name: labelId, rule }).execute()
  await server.given.grant({ subjectType: 'label', subjectId: labelId, appId: unheld })
  const id = await deleted({ jobs: [{ orgId: plain, jobType: 1, rankId }] })
  expect((await me.call(user.recoverable, { query: { userId: id } })).leftOut).toEqual([{ kind: 'label', name: labelId }])
  await me.refused('givesBeyondOwn', user.recover, { query: { userId: id } })
})

test('N-02, N-11 expired grants and disabled applications do not hinder a recovery', async () => {
  const { plain, unheld, me } = await branch()
  const id = await server.given.user({ org: plain })
  const labelId = `label${server.given.next()}`
  await server.kernel.db.insertInto('userLabel').values({ id: labelId, name: labelId }).execute()
  await server.kernel.db.insertInto('userLabelMember').values({ userId: id, labelId }).execute()
  await server.given.grant({ subjectType: 'label', subjectId: labelId, appId: unheld, endTime: '2020-01-01 00:00:00' })
  const disabled = await server.given.app({ status: 0 })
  await server.given.grant({ subjectType: 'user', subjectId: id, appId: disabled })
  await server.admin.call(user.remove, { body: { ids: [id] } })
  expect(await me.call(user.recoverable, { query: { userId: id } })).toMatchObject({ labels: [labelId], leftOut: [] })
  expect(await me.call(user.recover, { query: { userId: id } })).toBe(true)
  expect(await grantsOf(id)).toEqual([disabled])
})

test('N-02, N-11 permission groups and application roles the caller does not hold are left out one by one', async () => {
  const { plain, held, unheld, me } = await branch()
  const { given } = server
  const [role, mixed, own] = [await given.appRole(held), await given.authGroup(), await given.authGroup()]
  for (const appId of [held, unheld]) await given.grant({ subjectType: 'authGroup', subjectId: mixed, appId })
  await given.grant({ subjectType: 'authGroup', subjectId: own, appId: held })
  const id = await given.user({ org: plain })
  for (const groupId of [mixed, own]) await given.grant({ subjectType: 'user', subjectId: id, groupId })
  await given.grant({ subjectType: 'user', subjectId: id, appId: held })
  await given.grant({ subjectType: 'user', subjectId: id, appId: held, roleId: role })
  await server.admin.call(user.remove, { body: { ids: [id] } })
  const { grants, leftOut } = await me.call(user.recoverable, { query: { userId: id } })
  expect([grants.length, leftOut.map(one => one.kind)]).toEqual([2, ['app', 'app']])
  expect(await me.call(user.recover, { query: { userId: id } })).toEqual({ recovered: true, leftOut })
  const keptGrants = await server.kernel.db
    .selectFrom('appGrant')
    .select(['appId', 'roleId', 'groupId'])
    .where('subjectId', '=', id)
    .execute()
  expect(keptGrants).toHaveLength(2)
  expect(keptGrants).toEqual(
    expect.arrayContaining([
      { appId: held, roleId: null, groupId: null },
      { appId: null, roleId: null, groupId: own },
    ]),
  )
})

test('N-11 the preview of a recovery writes nothing', async () => {
  const { rich, unheld, me } = await branch()
  await server.given.grant({ subjectType: 'org', subjectId: rich, appId: unheld })
  const id = await deleted({ org: rich })
  const rowOf = () => server.kernel.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const before = await rowOf()
  await me.call(user.recoverable, { query: { userId: id } })
  expect(await rowOf()).toEqual(before)
  expect(await server.kernel.db.selectFrom('job').selectAll().where('userId', '=', id).execute()).toEqual([])
})
