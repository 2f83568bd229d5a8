import { afterAll, beforeAll, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import { newId } from '../../../platform/database/ids.ts'
import { accessOf } from '../../apps/index.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { clerk, examiner, setReview } from '../../../../test/reviews.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const db = () => server.kernel.db
async function form(id: string) {
  const { version, realName, jobs } = await server.admin.call(user.byId, { query: { id } })
  return { id, version, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
}
/** The administrator of a branch, a user in it, and a label without grants. */
async function branch() {
  const { given } = server
  const root = await given.org()
  const self = await given.user({ org: root })
  await given.gradeAdmin(self, root, 1, '/organiz/index')
  const labelId = newId()
  await db().insertInto('userLabel').values({ id: labelId, name: `标签${labelId}` }).execute() // prettier-ignore
  return { root, self, labelId, person: await given.user({ org: root }), appId: await given.app(), as: await server.as(self) }
}
const opens = async (userId: string, appId: string) => (await accessOf(db(), { userId, appId })) !== undefined
const labelled = async (at: Awaited<ReturnType<typeof branch>>) => ({ body: { ...(await form(at.person)), labelIds: [at.labelId] } })
async function submitted(as: Subject, input: { body: object }): Promise<string> {
  return ((await as.call(user.update, input as never)) as { examineId: string }).examineId
}

test('N-02 a request that gives what the applicant does not hold is refused when submitted', async () => {
  const [at, b] = [await branch(), await examiner(server)]
  await setReview(server, { user: [b.id] })
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.appId })
  await at.as.refused('givesBeyondOwn', user.update, await labelled(at))
  expect(await db().selectFrom('examine').select('id').where('objectId', '=', at.person).execute()).toEqual([])
})

test('N-02 an approved change gives nothing its applicant may not give at that moment, whoever approves it', async () => {
  const [at, b] = [await branch(), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const id = await submitted(at.as, await labelled(at))
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.appId })
  for (const as of [b.as, server.admin]) {
    await as.refused('applicantBeyond', review.pass, { body: { ids: [id] } })
    expect(await opens(at.person, at.appId)).toBe(false)
  }
  expect(await b.as.call(review.byId, { query: { id } })).toMatchObject({
    status: 0,
    fault: expect.stringMatching(/^按申请人的权限不能执行：.*未拥有的/),
  })
  // The applicant now holds it and may give it.
  await server.given.grant({ subjectType: 'user', subjectId: at.self, appId: at.appId })
  expect(await b.as.call(review.pass, { body: { ids: [id] } })).toBe(1)
  expect(await opens(at.person, at.appId)).toBe(true)
})

test('N-02 callers with an unlimited scope give themselves nothing by a request either', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const [labelId, appId] = [newId(), await server.given.app()]
  await db().insertInto('userLabel').values({ id: labelId, name: `标签${labelId}` }).execute() // prettier-ignore
  const id = await submitted(a.as, { body: { ...(await form(a.id)), labelIds: [labelId] } })
  await server.given.grant({ subjectType: 'label', subjectId: labelId, appId })
  const { message } = await server.admin.refused('applicantBeyond', review.pass, { body: { ids: [id] } })
  expect([message, await opens(a.id, appId)]).toEqual([expect.stringContaining('不能使自己得到'), false])
  expect(await db().selectFrom('rightsChange').selectAll().execute()).toEqual([])
})

test('D-53 a change is made within the present scope of its applicant: once lost, or disabled, nothing changes', async () => {
  const [at, b] = [await branch(), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const edit = { body: { ...(await form(at.person)), remark: '待审' } }
  const id = await submitted(at.as, edit)
  await db().updateTable('gradeAdmin').set({ status: 0 }).where('userId', '=', at.self).execute()
  const { message } = await b.as.refused('applicantBarred', review.pass, { body: { ids: [id] } })
  expect(message).toBe('申请人已没有该操作的权限')
  await db().updateTable('gradeAdmin').set({ status: 1 }).where('userId', '=', at.self).execute()
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [at.self] } })
  await b.as.refused('applicantBarred', review.pass, { body: { ids: [id] } })
  await server.admin.call(user.setStatus, { query: { status: '1' }, body: { ids: [at.self] } })
  expect(await b.as.call(review.pass, { body: { ids: [id] } })).toBe(1)
})

/** A pending deletion, which its applicant was allowed to request. */
async function deletion() {
  const [at, b] = [await branch(), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const { examineId } = (await at.as.call(user.remove, { body: { ids: [at.person] } })) as { examineId: string }
  return { at, b, examineId }
}
const isThere = async (id: string) => (await server.admin.send(user.byId, { query: { id } })).envelope.code === 'success'

test('N-02, D-53 a deletion is not carried out by anybody ranking below the user, even if the user rose meanwhile', async () => {
  const { at, examineId } = await deletion()
  await server.given.role(at.person, '/audit/sms')
  const { message } = await server.admin.refused('applicantBeyond', review.pass, { body: { ids: [examineId] } })
  expect([message, await isThere(at.person)]).toEqual([expect.stringContaining('权限高于'), true])
})

test('N-02, D-53 a deletion is not carried out if the main job of the user moved out of the applicant’s scope meanwhile', async () => {
  const { at, b, examineId } = await deletion()
  const away = await server.given.org()
  await db().updateTable('job').set({ orgId: away }).where('userId', '=', at.person).execute()
  await db().insertInto('job').values({ id: newId(), userId: at.person, orgId: at.root, jobType: 2, sortNum: 1 }).execute() // prettier-ignore
  const { message } = await b.as.refused('applicantBeyond', review.pass, { body: { ids: [examineId] } })
  expect([message, await isThere(at.person)]).toEqual([expect.stringContaining('主职机构'), true])
})

test('N-02, D-53 an examiner ranking below the user cannot examine the request', async () => {
  const [a, b, subject] = [await clerk(server), await examiner(server), await server.given.user()]
  await server.given.role(a.id, '/audit/sms')
  await server.given.role(subject, '/audit/sms')
  await setReview(server, { user: [b.id] })
  const id = await submitted(a.as, { body: { ...(await form(subject)), remark: '改备注' } })
  expect((await server.admin.call(review.byId, { query: { id } })).plan[0]!.users).toMatchObject([{ id: '1', state: 'open' }])
  await server.given.role(b.id, '/audit/sms')
  const request = await submitted(a.as, { body: { ...(await form(await risen())), remark: '改备注' } })
  expect(await b.as.call(review.pass, { body: { ids: [request] } })).toBe(1)
  // Nor once the user has risen above an examiner who was asked before.
  const rising = await server.given.user()
  const waiting = await submitted(a.as, { body: { ...(await form(rising)), remark: '改备注' } })
  await server.given.role(rising, '/audit/operation')
  await b.as.refused('higherUser', review.pass, { body: { ids: [waiting] } })
})

async function risen(): Promise<string> {
  const id = await server.given.user()
  await server.given.role(id, '/audit/sms')
  return id
}

test('D-72 the history names the approver of a change, and the request as operation', async () => {
  const [at, b] = [await branch(), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const id = await submitted(at.as, { body: { ...(await form(at.person)), remark: '留痕' } })
  await b.as.call(review.pass, { body: { ids: [id] } })
  const rows = db().selectFrom('dataHistory').select(['userId', 'bulkId', 'after']).where('recordId', '=', at.person)
  expect(await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).toMatchObject({ userId: b.id, bulkId: id, after: { remark: '留痕' } })
})

test('D-53 a delegated administrator examines only requests in scope', async () => {
  const [at, b, away] = [await branch(), await server.given.user(), await server.given.user()]
  await server.given.forDelegations('/examine/review-user')
  await server.given.gradeAdmin(b, at.root, 1, '/examine/review-user')
  const [a, as] = [await clerk(server), await server.as(b)]
  await setReview(server, { user: [b] })
  const near = await submitted(a.as, { body: { ...(await form(at.person)), remark: '近' } })
  const far = await submitted(a.as, { body: { ...(await form(away)), remark: '远' } })
  const { records } = await as.call(review.pageUser, { query: { size: 100 } })
  expect(records.map(one => one.id)).toEqual([near])
  await as.refused('examineMissing', review.byId, { query: { id: far } })
  await as.refused('examineMissing', review.pass, { body: { ids: [far] } })
  expect((await as.call(review.count)).user).toBe(1)
  expect(await as.call(review.pass, { body: { ids: [near] } })).toBe(1)
})
