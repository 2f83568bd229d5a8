import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnyCall } from '@hufu/contract/call'
import { factor } from '@hufu/contract/credentials/factor'
import { identityLink } from '@hufu/contract/credentials/identity-link'
import { incorrectLogin } from '@hufu/contract/sign-in/incorrect-login'
import { online } from '@hufu/contract/audit/online'
import { user } from '@hufu/contract/directory/user'
import { finished, startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { sheet } from '../../../../../test/sheets.ts'
import { newId } from '../../../../platform/database/ids.ts'

/** N-02: an administrator of a second job changes what belongs to that job, not the account. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const PAGES = ['/organiz/index', '/organiz/org-list', '/organiz/deleted-user', '/audit/getPage', '/system/incorrectLoginIndex']

/** A user with the main job elsewhere and a second job here. */
async function secondJob() {
  const { given } = server
  const [here, elsewhere] = [await given.org({ code: `HERE${given.next()}` }), await given.org()]
  const boss = await given.user({ org: here })
  await given.forDelegations(...PAGES)
  await given.gradeAdmin(boss, here, 1, ...PAGES)
  const id = await given.user({ org: elsewhere, others: [here], phone: `138${String(given.next()).padStart(8, '0')}`, realName: '兼职人' })
  return { id, here, elsewhere, as: await server.as(boss) }
}
const whole = async (id: string) => JSON.stringify(await server.kernel.db.selectFrom('users').selectAll().where('id', '=', id).execute())
const jobsOf = (id: string) => server.kernel.db.selectFrom('job').select(['orgId', 'jobType', 'rankId', 'sortNum']).where('userId', '=', id).orderBy('orgId').execute() // prettier-ignore

test('N-02 an administrator of a second job cannot act on the account, alone, in a batch or by filter', async () => {
  const { id, here, elsewhere, as } = await secondJob()
  const plain = await server.given.user({ org: here })
  await server.as(id)
  const session = await server.kernel.db.selectFrom('session').select('id').where('userId', '=', id).executeTakeFirstOrThrow()
  await server.kernel.db.insertInto('loginFailure').values({ id: newId(), nameKey: id, loginName: 'x', userId: id, failCount: 5, firstTime: new Date().toISOString(), lastTime: new Date().toISOString(), lastIp: '' }).execute() // prettier-ignore
  const failure = await server.kernel.db.selectFrom('loginFailure').select('id').where('userId', '=', id).executeTakeFirstOrThrow()
  const link = await server.given.identity(id)
  const before = [await whole(id), await whole(plain)]
  const jobs = [{ orgId: elsewhere, jobType: 1 }, { orgId: here, jobType: 2 }] // prettier-ignore
  const change = (more: object) => ({ body: { id, realName: '兼职人', jobs, ...more } })
  const acts: [AnyCall, Record<string, unknown>][] = [
    ...[{ ids: [id] }, { ids: [plain, id] }, { ids: [], query: { orgId: here }, expected: 3 }].flatMap(
      (body): [AnyCall, Record<string, unknown>][] => [
        [user.setStatus, { query: { status: '0' }, body }],
        [user.remove, { body }],
        [user.resetPassword, { body: { ...body, passwordType: 2, hasSendSms: false } }],
      ],
    ),
    [user.authenticate, { body: { userId: id, realName: '兼职人', idCard: '110101199003070070' } }],
    [user.reveal, { body: { id, field: 'phone', reason: '核对' } }],
    ...[{ realName: '改名' }, { phone: '13900000001' }, { phone: '' }, { idCard: '110101199003070070' }, { email: 'mine@example.org' }, { employeeNumber: 'E1' }, { originUserId: 'O1' }, { gender: 1 }, { validEndTime: '2030-01-01 00:00:00' }, { remark: '改' }].map(
      (more): [AnyCall, Record<string, unknown>] => [user.update, change(more)],
    ), // prettier-ignore
    [factor.reset, { body: { id } }],
    [identityLink.remove, { body: { id: link } }],
    [online.kick, { body: { ids: [session.id] } }],
    [online.kickAndLock, { body: { userIds: [id], reason: '巡查' } }],
    [incorrectLogin.unlock, { body: { ids: [failure.id] } }],
  ]
  for (const [call, input] of acts) {
    const { envelope } = await as.send(call, input)
    expect([call.path, envelope.code, envelope.message]).toEqual([call.path, '4403', expect.stringContaining('主职机构不在您的管理范围内')])
  }
  expect([await whole(id), await whole(plain)]).toEqual(before)
  expect(await as.call(identityLink.ofUser, { query: { userId: id } })).toHaveLength(1)
  // The action is not offered either.
  const { records } = await as.call(online.page)
  expect(records.find(one => one.userId === id)).toMatchObject({ isAbove: true })
})

test('N-02 phone and ID card of users with only a second job here are not revealed', async () => {
  const { id, as } = await secondJob()
  expect((await as.call(user.byId, { query: { id } })).phone).toContain('*')
})

test('N-02 an administrator of a second job changes its rank and number and removes it; the account stays as it was', async () => {
  const { id, here, elsewhere, as } = await secondJob()
  const rankId = newId()
  await server.kernel.db.insertInto('standing').values({ id: rankId, kind: 'rank', name: rankId, code: rankId }).execute()
  const { realName, gender, email, remark } = await as.call(user.byId, { query: { id } })
  await as.call(user.update, {
    body: { id, realName, gender, email, remark, jobs: [{ orgId: elsewhere, jobType: 1 }, { orgId: here, jobType: 2, rankId, sortNum: 7 }] },
  }) // prettier-ignore
  expect((await jobsOf(id)).find(job => job.orgId === here)).toMatchObject({ rankId, sortNum: 7 })
  expect(await as.call(user.removeJob, { body: { userIds: [id], jobType: 2, orgId: here } })).toBe(1)
  expect(await jobsOf(id)).toMatchObject([{ orgId: elsewhere, jobType: 1 }])
})

test('N-02 a sheet of an administrator of a second job changes no account, in a dry run or carried out', async () => {
  const { id, as } = await secondJob()
  const { userName } = await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()
  const before = await whole(id)
  for (const [title, value] of [
    ['姓名', '改名'],
    ['手机号', '13900000002'],
    ['工号', `E${server.given.next()}`],
  ] as const) {
    const file = await sheet(['用户名', title], [[userName, value]])
    const check = await as.call(user.importCheck, { query: { type: 'update' }, body: { orgId: '' }, file })
    expect([title, check.fail, check.errors[0]?.message]).toEqual([title, 1, expect.stringContaining('主职机构')])
    expect(await finished(as, await as.call(user.importUpdate, { file }))).toMatchObject({ message: '成功0条，失败1条' })
  }
  expect(await whole(id)).toBe(before)
})

test('N-02 a deleted user is recovered by the administrators of the former main organisation only', async () => {
  const { id, as } = await secondJob()
  await server.admin.call(user.remove, { body: { ids: [id] } })
  await as.refused('userMissing', user.recover, { query: { userId: id } })
})
