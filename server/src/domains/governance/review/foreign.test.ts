import { afterAll, beforeAll, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { deployed, examiner, setReview } from '../../../../test/reviews.ts'

const PAGES = ['/organiz/index', '/examine/review-user', '/examine/review-org']
const NOBODY = '019aaaaaaaaa7aaa8aaaaaaaaaaaaaaa'
const TIME = { beginTime: '2026-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A branch with an administrator, who is also an examiner, and an applicant. */
async function branch() {
  const { given } = server
  const root = await given.org()
  const [self, other] = [await given.user({ org: root, realName: `近主${given.next()}` }), await given.user({ org: root })]
  for (const id of [self, other]) await given.gradeAdmin(id, root, 1, ...PAGES)
  return { root, self, other, as: await server.as(self), applicant: await server.as(other) }
}
const draft = (org: string) => ({ userName: `fr${server.given.next()}`, realName: '新人', passwordType: 2, jobs: [{ orgId: org, jobType: 1 }] }) // prettier-ignore
const submitted = async (as: Subject, org: string) => ((await as.call(user.save, { body: draft(org) })) as { examineId: string }).examineId

test('D-75 a deputy must be a user the caller can list; others are answered like unknown ones', async () => {
  const [here, there, plain] = [await branch(), await branch(), await server.as(await server.given.user())]
  for (const as of [here.as, plain])
    expect((await as.refused('userMissing', review.saveDeputy, { body: { deputyId: there.self, ...TIME } })).message).toBe(
      (await as.refused('userMissing', review.saveDeputy, { body: { deputyId: NOBODY, ...TIME } })).message,
    )
  await here.as.call(review.saveDeputy, { body: { deputyId: here.other, ...TIME } })
  expect(await here.as.call(review.deputies)).toMatchObject([{ deputyId: here.other }])
})

test('D-75 a request out of scope is answered like an unknown one, when read, voted upon or withdrawn', async () => {
  const [here, there, b] = [await branch(), await branch(), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const id = await submitted(there.applicant, there.root)
  for (const examineId of [id, NOBODY]) {
    await here.as.refused('examineMissing', review.byId, { query: { id: examineId } })
    await here.as.refused('examineMissing', review.own, { query: { id: examineId } })
    await here.as.refused('examineMissing', review.pass, { body: { ids: [examineId] } })
    await here.as.refused('examineMissing', review.reject, { body: { ids: [examineId], opinion: '不合规定' } })
    await here.as.refused('examineMissing', review.withdraw, { body: { ids: [examineId] } })
    await here.as.refused('examineMissing', user.save, { body: { ...draft(here.root), review: { fromId: examineId } } })
  }
  // One request that is out of scope or unknown refuses the whole batch (D-34).
  const own = await submitted(here.as, here.root)
  for (const examineId of [id, NOBODY]) await here.as.refused('examineMissing', review.withdraw, { body: { ids: [own, examineId] } })
  expect(await here.as.call(review.own, { query: { id: own } })).toMatchObject({ status: 0 })
  expect(await here.as.call(review.withdraw, { body: { ids: [own] } })).toBe(1)
})

test('D-75 in a batch a request out of scope is not counted, like an unknown one', async () => {
  const [here, there, b] = [await branch(), await branch(), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const [over, foreign] = [await submitted(here.applicant, here.root), await submitted(there.applicant, there.root)]
  await here.applicant.call(review.withdraw, { body: { ids: [over] } })
  for (const id of [foreign, NOBODY]) {
    await here.as.refused('examineOver', review.pass, { body: { ids: [over, id] } })
    await here.as.refused('examineOver', review.reject, { body: { ids: [over, id], opinion: '不合规定' } })
  }
})

test('D-75 the outlook of a form answers for a user out of scope as for an unknown one', async () => {
  const [here, there, e] = [await branch(), await branch(), await examiner(server)]
  await setReview(server, { user: [e.id] })
  // The users a step asks depend on the subject: nobody examines a change of themselves.
  await deployed(server, 'user', [{ approverType: 'pick', approverIds: [e.id, there.other] }])
  const outlook = (objectId: string) => here.as.call(review.outlook, { query: { objectType: 'user', operateType: 'update', objectId } })
  const nobody = await outlook(NOBODY)
  expect(nobody.pick[0]!.users.map(({ id }) => id)).toEqual([e.id, there.other])
  expect(await outlook(there.other)).toEqual(nobody)
  const person = await server.given.user({ org: here.root })
  expect((await outlook(person)).pick[0]!.users.map(({ id }) => id)).toEqual([e.id])
})
