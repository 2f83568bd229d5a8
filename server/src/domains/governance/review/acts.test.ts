import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { review, type UserAct } from '@hufu/contract/governance/review'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { client } from '../../../../test/api-clients.ts'
import { openHttpFake } from '../../../../test/fakes/sms-http.ts'
import type { FakeSms } from '../../../../test/fakes/sms-fake.ts'
import { PASSWORD, phoneOf } from '../../../../test/given.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { clerk, examiner, setReview } from '../../../../test/reviews.ts'
import { sealed } from '../../../../test/secrets.ts'

let server: TestServer
let gateway: FakeSms
let a: Awaited<ReturnType<typeof clerk>>
let b: Awaited<ReturnType<typeof examiner>>
beforeAll(async () => {
  gateway = await openHttpFake()
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  const secret = server.kernel.keys.encrypt('config', gateway.account.secret)
  for (const [configKey, configValue] of Object.entries({
    captchaMode: '0',
    'sms.gateway': 'http',
    'sms.address': gateway.address,
    'sms.accessKeySecret': secret,
  }))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
  a = await clerk(server)
  b = await examiner(server)
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})
beforeEach(() => setReview(server, { user: [b.id], acts: ['disable', 'move', 'reset'] }))

const off = { query: { status: '0' } }
const acts: Record<UserAct, (ids: string[], newOrgId: string) => [call: Parameters<Subject['send']>[0], input: object]> = {
  disable: ids => [user.setStatus, { ...off, body: { ids } }],
  move: (userIds, newOrgId) => [user.transferMainJob, { body: { userIds, newOrgId } }],
  reset: ids => [user.resetPassword, { body: { ids, passwordType: 2, hasSendSms: false } }],
}
async function submitted(as: Subject, [call, input]: ReturnType<(typeof acts)[UserAct]>) {
  const { envelope } = await as.send(call, input as never)
  expect(envelope).toMatchObject({ code: 'success', message: '已提交审核', data: { examineId: expect.any(String) } })
  return envelope.data as { examineId: string; list?: { userName: string; password: string }[] }
}
const pass = (id: string) => b.as.call(review.pass, { body: { ids: [id] } })
const detail = (id: string) => b.as.call(review.byId, { query: { id } })
const read = (id: string) => server.admin.call(user.byId, { query: { id } })
const login = async (loginName: string, password: string) =>
  (await server.nobody.send(signIn.login, { body: { loginName, pwd: await sealed(server, password) } })).envelope.code

test('D-53, 0133 disabling waits for its review and takes effect when approved', async () => {
  const target = await server.given.user({ realName: '将停用者' })
  const they = await server.as(target)
  const { examineId } = await submitted(a.as, acts.disable([target], ''))
  expect((await read(target)).status).toBe(1)
  await they.call(self.isAdmin)
  expect(await detail(examineId)).toMatchObject({
    objectName: '将停用者',
    operateType: 'update',
    act: 'disable',
    diff: [{ field: 'status', before: '启用', after: '停用', conflict: false }],
  })
  expect(await pass(examineId)).toBe(1)
  expect((await read(target)).status).toBe(0)
  await they.refused('forcedOut', self.isAdmin)
  await a.as.refused('nothingChanged', user.setStatus, { ...off, body: { ids: [target] } })
  expect(await a.as.call(user.setStatus, { query: { status: '1' }, body: { ids: [target] } })).toBe(1)
})

test('D-42, D-53, 0133 a move of a main job waits for its review, and the job stays where it is until then', async () => {
  const [from, to] = [await server.given.org(), await server.given.org()]
  const target = await server.given.user({ org: from })
  const mainOrg = async () => (await read(target)).jobs.find(job => job.jobType === 1)?.orgId
  const { examineId } = await submitted(a.as, acts.move([target], to))
  expect(await mainOrg()).toBe(from)
  const shown = await detail(examineId)
  expect(shown).toMatchObject({ operateType: 'update', act: 'move', diff: [{ field: 'jobs', conflict: false }] })
  expect(shown.diff[0]!.before).not.toBe(shown.diff[0]!.after)
  expect(await pass(examineId)).toBe(1)
  expect(await mainOrg()).toBe(to)
})

test('0133 removing a main job, which moves the user to another one, waits like a move; another job is removed directly', async () => {
  const [main, second, third] = [await server.given.org(), await server.given.org(), await server.given.org()]
  const target = await server.given.user({ org: main })
  const { version, realName } = await read(target)
  const jobs = [main, second, third].map((orgId, n) => ({ orgId, jobType: n === 0 ? 1 : 2, sortNum: n + 1 }))
  await server.admin.call(user.update, { body: { id: target, version, realName, jobs } as never })
  expect(await a.as.call(user.removeJob, { body: { userIds: [target], jobType: 2, orgId: third } })).toBe(1)
  const { examineId } = await submitted(a.as, [user.removeJob, { body: { userIds: [target], jobType: 1, orgId: main } }])
  expect((await read(target)).jobs).toHaveLength(2)
  await pass(examineId)
  expect((await read(target)).jobs).toMatchObject([{ orgId: second, jobType: 1 }])
})

test('D-47, 0133 a reset waits for its review: its password is shown once, and counts from the approval', async () => {
  const target = await server.given.user()
  const { userName } = await read(target)
  const { examineId, list } = await submitted(a.as, acts.reset([target], ''))
  const { password } = list![0]!
  expect([await login(userName, password), await login(userName, PASSWORD)]).toEqual(['4', '0'])
  const shown = await detail(examineId)
  expect(shown).toMatchObject({ act: 'reset', diff: [{ field: 'password', label: '密码', before: '******', after: '随机密码' }] })
  expect(JSON.stringify([shown, await a.as.call(review.own, { query: { id: examineId } })])).not.toContain(password)
  expect(await pass(examineId)).toBe(1)
  expect([await login(userName, password), await login(userName, PASSWORD)]).toEqual(['0', '4'])
})

test('D-47, 0133 a password that goes by SMS is sent at the approval, and is shown to nobody', async () => {
  gateway.forget()
  const telephone = phoneOf(server.given.next() + 8_000_000)
  const target = await server.given.user({ phone: telephone })
  const { userName } = await read(target)
  const body = { ids: [target], passwordType: 2, hasSendSms: true }
  const answer = await submitted(a.as, [user.resetPassword, { body }])
  expect(answer).toEqual({ examineId: expect.any(String) })
  expect(gateway.sent).toEqual([])
  expect((await detail(answer.examineId)).diff).toMatchObject([{ after: '随机密码，短信通知本人' }])
  await pass(answer.examineId)
  await expect.poll(() => gateway.sent.length).toBe(1)
  expect(await login(userName, gateway.sent[0]!.values[1]!)).toBe('0')
})

test.each(['disable', 'move', 'reset'] as const)(
  '0133 %s: several users and filters are refused, and super administrators, clients and a switch that is off pass directly',
  async act => {
    const to = await server.given.org()
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => server.given.user()))
    const direct = async (as: Subject, id: string, headers?: Record<string, string>) => {
      const [call, input] = acts[act]([id], to)
      const { envelope } = await as.send(call, { ...input, ...(headers && { headers }) } as never)
      expect(envelope).toMatchObject({ code: 'success' })
      expect(envelope.data).not.toHaveProperty('examineId')
    }
    const [call, several] = acts[act](people.slice(0, 2), to)
    await a.as.refused('reviewOneByOne', call as typeof user.setStatus, several as never)
    const { body } = several as { body: { ids?: string[]; userIds?: string[] } }
    const { ids: _ids, userIds: _users, ...rest } = body
    const byFilter = { ...several, body: { ...rest, query: { realName: '人员' }, expected: 1 } }
    await a.as.refused('reviewOneByOne', call as typeof user.setStatus, byFilter as never)
    await direct(server.admin, people[2]!)
    // Of the three, only disabling may be granted to clients.
    if (act === 'disable') await direct(server.nobody, people[3]!, (await client(server, [call as typeof user.setStatus])).headers)
    await setReview(server, { user: [b.id], acts: (['disable', 'move', 'reset'] as const).filter(other => other !== act) })
    await direct(a.as, people[4]!)
  },
)

test('X-EXAMINE-08, X-EXAMINE-09, 0133 disabling and moving are reviewed unless switched off, resetting if switched on', async () => {
  const other = await startTestServer()
  try {
    const shipped = { openDisableExamine: 1, openMoveExamine: 1, openResetExamine: 0 }
    expect(await other.admin.call(review.setting)).toMatchObject(shipped)
    const c = await examiner(other)
    // As a caller that does not know the switches sends it.
    await setReview(other, { user: [c.id] })
    expect(await other.admin.call(review.setting)).toMatchObject({ openUserExamine: 1, ...shipped })
    await setReview(other, { user: [c.id], acts: ['reset'] })
    await setReview(other, { user: [c.id] })
    const { user: area, ...setting } = await other.admin.call(review.setting)
    expect(setting).toMatchObject({ openDisableExamine: 0, openMoveExamine: 0, openResetExamine: 1 })
    expect(area.notReviewed).toEqual(expect.arrayContaining(['启用停用', '调整主职']))
    expect(area.notReviewed).not.toContain('重置密码')
    await setReview(other, { acts: ['disable'] })
    const d = await clerk(other)
    expect(await d.as.call(user.setStatus, { ...off, body: { ids: [await other.given.user()] } })).toBe(1)
  } finally {
    await other.close()
  }
})

test('0133 an act is checked when submitted, and made at the approval with the rights the applicant then has', async () => {
  const [target, order] = [await server.given.user(), await server.given.user()]
  await a.as.refused('ownStatus', user.setStatus, { ...off, body: { ids: [a.id] } })
  await a.as.refused('userMissing', user.setStatus, { ...off, body: { ids: ['none'] } })
  const ask = { objectType: 'user', operateType: 'update', act: 'disable', objectId: target } as const
  expect(await a.as.call(review.outlook, { query: ask })).toMatchObject({ isReviewed: true, pending: null })
  const { examineId } = await submitted(a.as, acts.disable([target], ''))
  await a.as.refused('reviewPending', user.resetPassword, { body: { ids: [target], passwordType: 2, hasSendSms: false } })
  const c = await clerk(server)
  const late = await submitted(c.as, acts.disable([order], ''))
  await server.admin.call(user.setStatus, { ...off, body: { ids: [c.id] } })
  await b.as.refused('applicantBarred', review.pass, { body: { ids: [late.examineId] } })
  await b.as.call(review.reject, { body: { ids: [examineId], opinion: '不需要' } })
  // Submitted again from the rejected request.
  const again = await submitted(a.as, [user.setStatus, { ...off, body: { ids: [target], review: { fromId: examineId } } }])
  expect(await a.as.call(review.own, { query: { id: again.examineId } })).toMatchObject({ fromId: examineId, act: 'disable' })
})
