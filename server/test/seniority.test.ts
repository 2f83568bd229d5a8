import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '@hufu/contract/permission/admin'
import type { AnyCall } from '@hufu/contract/call'
import { identityLink } from '@hufu/contract/credentials/identity-link'
import { importPlan } from '@hufu/contract/import'
import { role } from '@hufu/contract/permission/role'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { finished, startTestServer, type TestServer, type Subject } from './harness.ts'
import { downloaded, sheet } from './sheets.ts'

/** Nobody may change a user who ranks above them, and the last super administrator cannot be removed (docs/decisions/rights.md, 0012). */
let server: TestServer
let org: string
let elsewhere: string
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
  org = await server.given.org({ code: 'HERE' })
  elsewhere = await server.given.org({ code: 'THERE' })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const EVERYTHING = ['/organiz/index#*']
const giveRole = (userId: string, roleId: string) => db().insertInto('userRole').values({ userId, roleId }).execute()
const whole = async (id: string) =>
  JSON.stringify([
    await db().selectFrom('users').selectAll().where('id', '=', id).execute(),
    await db().selectFrom('job').selectAll().where('userId', '=', id).execute(),
  ])
const named = async (id: string) =>
  (await db().selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName

/** A user with every button of the user pages, and one who ranks above them. */
async function pair(above: (id: string) => Promise<unknown>, others: string[] = []) {
  const officer = await server.given.user()
  await server.given.role(officer, ...EVERYTHING)
  const [target, plain] = [await server.given.user({ org, others }), await server.given.user({ org })]
  await above(target)
  return { they: await server.as(officer), target, plain }
}

const attempts: [string, (id: string) => Promise<unknown>][] = [
  ['a super administrator', id => giveRole(id, 'super_admin')],
  ['a super administrator who is disabled as one', id => db().insertInto('userRole').values({ userId: id, roleId: 'super_admin', status: 0 }).execute()], // prettier-ignore
  ['someone with a page more', id => server.given.role(id, '/audit/sms')],
  ['someone with a button more', id => server.given.role(id, '/organiz/org-list#view-org')],
  ['a grade administrator with a page more', id => server.given.gradeAdmin(id, org, 1, '/audit/sms')],
]

describe.each(attempts)('%s', (_name, above) => {
  test('T12, T14 cannot be changed by a lower-ranking caller, alone or in a batch; a batch is refused as a whole', async () => {
    const { they, target, plain } = await pair(above, [elsewhere])
    const link = await server.given.identity(target)
    const before = [await whole(target), await whole(plain)]
    const person = await server.admin.call(user.byId, { query: { id: target } })
    const edit = {
      id: target,
      realName: '改名',
      phone: '',
      email: 'mine@example.org',
      jobs: person.jobs.map(({ orgId, jobType }) => ({ orgId, jobType })),
    }
    const acts: [AnyCall, Record<string, unknown>][] = [
      [user.update, { body: edit }],
      [user.authenticate, { body: { userId: target, realName: '人', idCard: '110101199003070070' } }],
      [user.setSortNum, { query: { userId: target, sortNum: 9 } }],
      ...[{ ids: [target] }, { ids: [plain, target] }, { ids: [], query: { orgId: org } }].flatMap(
        (body): [AnyCall, Record<string, unknown>][] => [
          [user.setStatus, { query: { status: '0' }, body }],
          [user.remove, { body }],
          [user.resetPassword, { body: { ...body, passwordType: 2, hasSendSms: false } }],
        ],
      ),
      [user.transferMainJob, { body: { userIds: [plain, target], oldOrgId: org, newOrgId: elsewhere } }],
      [user.removeJob, { body: { userIds: [plain, target], jobType: 2, orgId: elsewhere } }],
      [identityLink.remove, { body: { id: link } }],
    ]
    for (const [call, input] of acts) {
      const { envelope } = await they.send(call, input)
      expect([call.path, envelope.code, envelope.message]).toEqual([call.path, '4403', '所选用户的权限高于您，不能进行此操作'])
    }
    expect([await whole(target), await whole(plain)]).toEqual(before)
    expect(await they.call(identityLink.ofUser, { query: { userId: target } })).toHaveLength(1)
  })

  test('T12, T14 is refused as a row of every sheet of a lower-ranking caller, also in the dry run; other rows are carried out', async () => {
    const { they, target, plain } = await pair(above)
    const before = await whole(target)
    const [theirs, other] = [await named(target), await named(plain)]
    const sheets: [typeof user.importUpdate, string, string[], (string | null)[][]][] = [
      [user.importUpdate, 'update', ['用户名', '姓名'], [[theirs, '改名'], [other, '新名']]],
      [user.importInsertUserOrg, 'insertUserOrg', ['用户名', '机构编码', '任职类型'], [[theirs, 'THERE', '兼职'], [other, 'THERE', '兼职']]],
      [user.importUpdateUserOrg, 'updateUserOrg', ['用户名', '机构编码', '任职类型', '排序号'], [[theirs, 'HERE', '主职', '77'], [other, 'HERE', '主职', '77']]],
    ] // prettier-ignore
    for (const [call, type, titles, rows] of sheets) {
      const dry = await they.call(user.importCheck, { query: { type }, file: await sheet(titles, rows) })
      expect(dry).toMatchObject({ total: 2, fail: 1, errors: [{ row: 2, message: expect.stringContaining('权限高于您') }] })
      const end = await finished(they, await they.call(call, { file: await sheet(titles, rows) }))
      expect(end).toMatchObject({ status: 'FINISH', message: '成功1条，失败1条' })
      expect(JSON.stringify((await downloaded(they, end.fileId)).rows)).toContain('权限高于您')
    }
    expect(await whole(target)).toBe(before)
  })
})

test('T14 a user promoted after the dry run of a sheet is not changed when it is carried out', async () => {
  for (const [type, titles, cells] of [
    ['update', ['用户名', '姓名'], ['改名']],
    ['insertUserOrg', ['用户名', '机构编码', '任职类型'], ['THERE', '兼职']],
    ['updateUserOrg', ['用户名', '机构编码', '任职类型', '排序号'], ['HERE', '主职', '88']],
  ] as const) {
    const { they, target, plain } = await pair(async () => undefined)
    const { id: roleId } = await server.admin.call(role.save, { body: { name: `升${type}`, code: `rise.${type}` } })
    await server.admin.call(role.addUser, { body: { id: roleId, userIds: [target] } })
    const rows = [await named(target), await named(plain)].map(name => [name, ...cells])
    const plan = await they.call(user.importCheck, { query: { type }, file: await sheet(titles, rows) })
    expect(plan).toMatchObject({ total: 2, fail: 0 })
    await server.admin.call(role.saveAuth, { body: { id: roleId, menuIds: ['audit_sms'], buttonIds: [] } })
    const before = await whole(target)
    const end = await finished(they, await they.call(importPlan.commit, { body: { planId: plan.planId } }))
    expect([type, end.message]).toEqual([type, '成功1条，失败1条'])
    expect(await whole(target)).toBe(before)
  }
})

test('T14 callers may change users who hold no more than they do, and themselves', async () => {
  const officer = await server.given.user()
  await server.given.role(officer, ...EVERYTHING)
  const equal = await server.given.user({ org })
  await server.given.role(equal, '/organiz/index#edit-user')
  await server.given.gradeAdmin(equal, org, 1, '/organiz/index')
  await db().deleteFrom('gradeAdminMenu').where('menuId', 'not in', ['organiz_index', 'organiz_index-add-user']).execute()
  const they = await server.as(officer)
  expect(await they.call(user.resetPassword, { body: { ids: [equal], passwordType: 2, hasSendSms: false } })).toMatchObject({ count: 1 })
  expect(await they.call(user.setStatus, { query: { status: '0' }, body: { ids: [equal] } })).toBe(1)
  await they.refused('ownStatus', user.setStatus, { query: { status: '0' }, body: { ids: [officer] } })
  const { jobs, version } = await they.call(user.byId, { query: { id: officer } })
  const own = { id: officer, realName: '自己', jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })), version }
  await they.call(user.update, { body: own as never })
})

test('T14 a delegation within the caller’s own ranks below it, one with a wider scope above', async () => {
  const top = await server.given.org()
  const sub = await server.given.org({ parentId: top })
  const boss = await server.given.user({ org: top })
  await server.given.gradeAdmin(boss, top, 1, '/organiz/index')
  const [below, wider] = [await server.given.user({ org: sub }), await server.given.user({ org: sub })]
  await server.given.gradeAdmin(below, sub, 1, '/organiz/index')
  await server.given.gradeAdmin(wider, org, 1, '/organiz/index')
  const they = await server.as(boss)
  const reset = (id: string) => ({ body: { ids: [id], passwordType: 2 as const, hasSendSms: false } })
  expect(await they.call(user.resetPassword, reset(below))).toMatchObject({ count: 1 })
  await they.refused('higherUser', user.resetPassword, reset(wider))
  await giveRole(below, 'org_admin')
  await they.refused('higherUser', user.resetPassword, reset(below))
})

describe('the last super administrator', () => {
  /** Two super administrators, and no others. */
  async function two(): Promise<[string, Subject, string, Subject]> {
    const [a, b] = [await server.given.user(), await server.given.user()]
    await db().updateTable('userRole').set({ status: 1 }).where('userId', '=', '1').execute()
    await db().deleteFrom('userRole').where('roleId', '=', 'super_admin').where('userId', '!=', '1').execute()
    await db().insertInto('userRole').values([a, b].map(userId => ({ userId, roleId: 'super_admin' }))).execute() // prettier-ignore
    await db().updateTable('userRole').set({ status: 0 }).where('userId', '=', '1').execute()
    return [a, await server.as(a), b, await server.as(b)]
  }
  const effective = async () =>
    (
      await server.kernel.pool.query<{ n: number }>(`select count(*)::int as n from user_role h join users u on u.id = h.user_id
        where h.role_id = 'super_admin' and h.status = 1 and u.status = 1 and u.deleted_at is null and u.valid_end_time is null`)
    ).rows[0]!.n
  const ending: [string, (they: Subject, id: string) => ReturnType<Subject['send']>][] = [
    ['disabled', (they, id) => they.send(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })],
    ['deleted', (they, id) => they.send(user.remove, { body: { ids: [id] } })],
    ['taken from the role', (they, id) => they.send(role.removeUser, { body: { id: 'super_admin', userIds: [id] } })],
    ['removed as an administrator', (they, id) => they.send(admin.remove, { body: { ids: [id] } })],
    ['disabled as an administrator', (they, id) => they.send(admin.setStatus, { query: { status: 0 }, body: { ids: [id] } })],
    ['given an end', async (they, id) => they.send(user.update, { body: { id, realName: '某', jobs: [{ orgId: '1', jobType: 1 }], validEndTime: '2099-01-01 00:00:00' } })],
  ] // prettier-ignore

  test.each(ending)('R18 of two who are %s by each other at once one stays, by a rule of the database', async (_how, act) => {
    for (let round = 0; round < 6; round++) {
      const [a, one, b, other] = await two()
      const [first, second] = await Promise.all([act(one, b), act(other, a)])
      // The second one may instead find that they are signed out or no longer permitted.
      const codes = [first, second].map(({ envelope }) => (envelope.code === 'success' ? 'success' : 'refused')).sort()
      expect([codes, await effective()]).toEqual([['refused', 'success'], 1])
    }
  })

  test('bad input 31 cannot remove, disable or expire themselves, and plain SQL cannot do it either', async () => {
    const [a, one, b] = await two()
    await one.call(admin.remove, { body: { ids: [b] } })
    const last = { constraint: 'last_super_admin' }
    const { jobs } = await one.call(user.byId, { query: { id: a } })
    const end = { id: a, realName: '某', jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })), validEndTime: '2099-01-01 00:00:00' }
    await one.refused('lastSuperAdmin', user.update, { body: end as never })
    await one.refused('ownStatus', user.setStatus, { query: { status: '0' }, body: { ids: [a] } })
    await one.refused('ownAccount', user.remove, { body: { ids: [a] } })
    await one.refused('ownAdmin', admin.remove, { body: { ids: [a] } })
    await expect(db().deleteFrom('userRole').where('userId', '=', a).execute()).rejects.toMatchObject(last)
    await expect(db().updateTable('userRole').set({ status: 0 }).where('userId', '=', a).execute()).rejects.toMatchObject(last)
    await expect(db().updateTable('users').set({ status: 0 }).where('id', '=', a).execute()).rejects.toMatchObject(last)
    await expect(db().updateTable('users').set({ deletedAt: '2026-01-01 00:00:00' }).where('id', '=', a).execute()).rejects.toMatchObject(
      last,
    )
    expect(await effective()).toBe(1)
    await one.call(signIn.logout)
  })

  test('D-38 the built-in account cannot get an end time', async () => {
    await db().updateTable('userRole').set({ status: 1 }).where('userId', '=', '1').execute()
    const boss = await server.given.user()
    await giveRole(boss, 'super_admin')
    const { jobs, realName } = await server.admin.call(user.byId, { query: { id: '1' } })
    const end = { id: '1', realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })), validEndTime: '2099-01-01 00:00:00' }
    await (await server.as(boss)).refused('builtInAccount', user.update, { body: end as never })
  })
})

test('T14 a granter ranks above those with delegations derived from theirs, at any depth, even if they hold no more', async () => {
  const [first, second, third] = [await server.given.user({ org }), await server.given.user({ org }), await server.given.user({ org })]
  const give = async (to: string, sourceId: string | null) => {
    const id = await server.given.gradeAdmin(to, org, 1, '/organiz/index')
    await db().updateTable('gradeAdmin').set({ sourceId, hasHandOn: 1 }).where('id', '=', id).execute()
    return id
  }
  const top = await give(first, null)
  const middle = await give(second, top)
  await give(third, null)
  const they = await server.as(third)
  const reset = (id: string) => ({ body: { ids: [id], passwordType: 2 as const, hasSendSms: false } })
  // Equals, as long as neither has anything from the other.
  expect(await they.call(user.resetPassword, reset(second))).toMatchObject({ count: 1 })
  // Their handed-on delegation is suspended; another delegation, granted by nobody, covers as much.
  await db().updateTable('gradeAdmin').set({ sourceId: middle, status: 0 }).where('userId', '=', third).execute()
  await server.given.gradeAdmin(third, '1', 1, '/organiz/index')
  for (const granter of [first, second]) {
    const before = await whole(granter)
    await they.refused('higherUser', user.remove, { body: { ids: [granter] } })
    await they.refused('higherUser', user.resetPassword, reset(granter))
    await they.refused('higherUser', user.setStatus, { query: { status: '0' }, body: { ids: [granter] } })
    expect(await whole(granter)).toBe(before)
  }
  // Users ranking below can be changed.
  expect(await (await server.as(first)).call(user.resetPassword, reset(second))).toMatchObject({ count: 1 })
})
