import { newId } from '../../../../platform/database/ids.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { clerk, deployed, examiner, setReview } from '../../../../../test/reviews.ts'
import { openSmtpFake, type FakeSmtp } from '../../../../../test/fakes/smtp.ts'
import { recheckAll } from '../change/recheck.ts'

let server: TestServer
let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await openSmtpFake()
  server = await startTestServer({ jobs: true, settings: { HUFU_MOCK_PROVIDERS: '1' } })
  const mail = { 'mail.host': '127.0.0.1', 'mail.port': String(smtp.port), 'mail.security': 'none', 'mail.from': 'iam@hufu.example' }
  for (const [configKey, configValue] of Object.entries(mail))
    await server.kernel.db.updateTable('config').set({ configValue }).where('configKey', '=', configKey).execute()
  await server.kernel.config.refresh()
})
afterAll(async () => {
  await server.close()
  await smtp.close()
})
beforeEach(() => server.kernel.db.updateTable('workflow').set({ status: 0 }).execute())

async function submitted(as: Subject): Promise<string> {
  const n = server.given.next()
  const body = { userName: `hand${n}`, realName: `转${n}`, passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }] }
  return ((await as.call(user.save, { body })) as { examineId: string }).examineId
}
const pass = (as: Subject, id: string) => as.call(review.pass, { body: { ids: [id] } })
const detail = (id: string) => server.admin.call(review.byId, { query: { id } })
const open = async (id: string) =>
  (await detail(id)).plan
    .flatMap(step => (step.state === 'current' ? step.users.filter(one => one.state === 'open') : []))
    .map(one => one.id)
const results = async (id: string) => (await detail(id)).steps.map(step => step.result)
/** Two asked examiners, one not asked, and an applicant. */
async function four(mode: 'or' | 'all' | 'ratio' = 'or') {
  const [a, b, c, d] = [await clerk(server), await examiner(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  await deployed(server, 'user', [{ mode, ...(mode === 'ratio' && { ratio: 1 }), approverIds: [b.id, c.id] }])
  return { a, b, c, d }
}
const hand = (id: string, userId: string, opinion = '请帮忙看') => ({ body: { id, userId, opinion } })

test('E12 an examiner hands over with a reason to another examiner, and can no longer act', async () => {
  const { a, b, c, d } = await four('all')
  const id = await submitted(a.as)
  await b.as.refused('opinionMissing', review.reassign, hand(id, d.id, ' '))
  await d.as.refused('examineNotAsked', review.reassign, hand(id, a.id))
  await b.as.refused('handUnfit', review.reassign, hand(id, a.id))
  await b.as.refused('handAsked', review.reassign, hand(id, c.id))
  const named = async (one: string) => (await server.admin.call(user.byId, { query: { id: one } })).realName
  const found = [...(await b.as.call(review.candidates, { query: { id, search: await named(d.id) } }))]
  for (const one of [a.id, c.id]) found.push(...(await b.as.call(review.candidates, { query: { id, search: await named(one) } })))
  expect(found.map(one => one.id)).toContain(d.id)
  expect(found.map(one => one.id)).not.toContain(c.id)
  expect(found.map(one => one.id)).not.toContain(a.id)
  expect(await b.as.call(review.reassign, hand(id, d.id))).toBe(true)
  expect((await open(id)).sort()).toEqual([c.id, d.id].sort())
  await b.as.refused('examineNotAsked', review.pass, { body: { ids: [id] } })
  // The recheck neither returns the task nor takes it from the new examiner.
  await recheckAll(server.kernel)
  expect((await open(id)).sort()).toEqual([c.id, d.id].sort())
  await pass(c.as, id)
  expect((await detail(id)).status).toBe(0)
  await pass(d.as, id)
  expect((await detail(id)).status).toBe(1)
  expect(await results(id)).toEqual(['提交', '转办', '通过', '通过', '执行'])
})

test('E12 an examiner adds another one before them and waits; both have to approve', async () => {
  const { a, b, c, d } = await four('all')
  const id = await submitted(a.as)
  await b.as.call(review.addSign, hand(id, d.id))
  expect((await open(id)).sort()).toEqual([c.id, d.id].sort())
  await b.as.refused('examineNotAsked', review.pass, { body: { ids: [id] } })
  await d.as.refused('addSignNested', review.addSign, hand(id, a.id))
  await d.as.refused('addSignNested', review.reassign, hand(id, a.id))
  await pass(c.as, id)
  await recheckAll(server.kernel)
  await pass(d.as, id)
  expect({ status: (await detail(id)).status, open: await open(id) }).toEqual({ status: 0, open: [b.id] })
  await pass(b.as, id)
  expect((await detail(id)).status).toBe(1)
})

test('E12 an added examiner may reject, and where votes are counted that is the vote of the one who added them', async () => {
  const one = await four('or')
  const id = await submitted(one.a.as)
  await one.b.as.call(review.addSign, hand(id, one.d.id))
  await one.d.as.call(review.reject, { body: { ids: [id], opinion: '不同意' } })
  expect(await detail(id)).toMatchObject({ status: 2, opinion: '不同意' })

  const counted = await four('ratio')
  const other = await submitted(counted.a.as)
  await counted.b.as.call(review.addSign, hand(other, counted.d.id))
  await counted.d.as.call(review.reject, { body: { ids: [other], opinion: '不同意' } })
  expect({ status: (await detail(other)).status, open: await open(other) }).toEqual({ status: 0, open: [counted.c.id] })
  await pass(counted.c.as, other)
  expect((await detail(other)).status).toBe(1)
})

test('E4.4 an examiner who waits for an added one can act again once that one may no longer examine', async () => {
  const { a, b, d } = await four('or')
  await deployed(server, 'user', [{ approverIds: [b.id] }])
  const id = await submitted(a.as)
  await b.as.call(review.addSign, hand(id, d.id))
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [d.id] } })
  await recheckAll(server.kernel)
  expect(await open(id)).toEqual([b.id])
  await pass(b.as, id)
  expect((await detail(id)).status).toBe(1)
})

test('E12 only the applicant sends reminders, once an hour', async () => {
  const { a, b } = await four()
  const id = await submitted(a.as)
  await b.as.refused('remindForeign', review.remind, { body: { id } })
  expect(await a.as.call(review.remind, { body: { id } })).toBe(true)
  await a.as.refused('remindTooSoon', review.remind, { body: { id } })
  expect(await results(id)).toEqual(['提交', '催办'])
  await pass(b.as, id)
  await a.as.refused('examineOver', review.remind, { body: { id } })
})

test('E10 users with a copy read the request in their list, and nobody else does', async () => {
  const { a, b, d } = await four()
  const reader = await server.given.user()
  await deployed(server, 'user', [{ approverIds: [b.id] }], [reader])
  const id = await submitted(a.as)
  const as = await server.as(reader)
  expect((await as.call(review.pageOwn, { query: { cc: true } })).records).toMatchObject([{ id, mayAct: false, mayWithdraw: false }])
  expect((await as.call(review.pageOwn, { query: {} })).total).toBe(0)
  expect(await as.call(review.own, { query: { id } })).toMatchObject({ id, form: null })
  await as.refused('withdrawForeign', review.withdraw, { body: { ids: [id] } })
  await (await server.as(await server.given.user())).refused('examineMissing', review.own, { query: { id } })
  expect((await d.as.call(review.pageOwn, { query: { cc: true } })).total).toBe(0)
})

test('E10 mails notify examiners, applicants and users with a copy, after the commit and without personal data', async () => {
  const { a, b } = await four()
  const reader = await server.given.user()
  await deployed(server, 'user', [{ approverIds: [b.id] }], [reader])
  const mailOf = async (id: string) => {
    const email = `${id}@hufu.example`
    await server.kernel.db.updateTable('users').set({ email }).where('id', '=', id).execute()
    await server.kernel.db.updateTable('users').set({ emailProven: 1 }).where('id', '=', id).execute()
    return email
  }
  const [examinerMail, applied, copied] = [await mailOf(b.id), await mailOf(a.id), await mailOf(reader)]
  const next = async () => {
    const { to, text } = await smtp.next()
    return { to, text }
  }
  const id = await submitted(a.as)
  const first = await next()
  expect(first).toEqual({ to: examinerMail, text: expect.stringContaining('有 1 条用户申请待您审核') })
  expect(first.text).not.toContain('转')
  await a.as.call(review.remind, { body: { id } })
  expect(await next()).toEqual({ to: examinerMail, text: expect.stringContaining('等待您审核，请尽快处理') })
  await pass(b.as, id)
  expect(new Set([(await next()).to, (await next()).to])).toEqual(new Set([applied, copied]))

  const many = [await submitted(a.as), await submitted(a.as)]
  await next()
  await next()
  await b.as.call(review.reject, { body: { ids: many, opinion: '不同意' } })
  // Several requests at once give one mail with their number.
  expect(await next()).toMatchObject({ to: applied, text: expect.stringContaining('2 条用户申请已驳回') })
})

test('E4.12 the settings show the deputies of all users in scope, and nobody else sees them', async () => {
  const { b, d } = await four()
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  await b.as.call(review.saveDeputy, { body: { deputyId: d.id, beginTime: at(-1), endTime: at(1), objectType: 'user' } })
  await b.as.call(review.saveDeputy, { body: { deputyId: d.id, beginTime: at(5), endTime: at(9) } })
  const { realName } = await server.admin.call(user.byId, { query: { id: b.id } })
  const all = (query: object) => server.admin.call(review.pageDeputies, { query: { name: realName, ...query } })
  expect((await all({})).records.map(one => [one.userId, one.deputyId, one.isInForce])).toEqual([
    [b.id, d.id, false],
    [b.id, d.id, true],
  ])
  expect((await all({ inForce: true })).total).toBe(1)
  await b.as.refused('forbidden', review.pageDeputies, { query: {} })
  const branch = await server.given.org()
  const boss = await server.given.user({ org: branch })
  await server.given.forDelegations('/examine/examine-set')
  await server.given.gradeAdmin(boss, branch, 1, '/examine/examine-set')
  const they = await server.as(boss)
  const deputy = { id: newId(), userId: boss, deputyId: d.id, beginTime: at(-1), endTime: at(1) }
  await server.kernel.db.insertInto('examineDeputy').values(deputy).execute()
  const inBranch = (await they.call(review.pageDeputies, { query: {} })).records.map(one => [one.userId, one.deputyId])
  expect(inBranch).toEqual([[boss, d.id]])
  const { realName: search } = await server.admin.call(user.byId, { query: { id: d.id } })
  const found = await b.as.call(review.candidates, { query: { search } })
  expect(found.map(one => one.id)).toContain(d.id)
  expect(found.map(one => one.id)).not.toContain(b.id)
})

test('CONST-20 the list of possible examiners is paged, with each of them once', async () => {
  const many = `翻页${server.given.next()}`
  const ids = await Promise.all(Array.from({ length: 25 }, () => server.given.user({ realName: many })))
  for (const id of ids) await server.given.role(id, '/examine/review-user#*')
  const { b } = await four()
  const pages = await Promise.all([1, 2, 3].map(current => b.as.call(review.candidates, { query: { search: many, current } })))
  expect(pages.map(page => page.length)).toEqual([20, 5, 0])
  expect(
    pages
      .flat()
      .map(one => one.id)
      .toSorted(),
  ).toEqual(ids.toSorted())
})
