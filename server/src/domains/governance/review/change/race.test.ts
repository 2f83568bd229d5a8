import { afterAll, beforeAll, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { clerk, deployed, examiner, setReview } from '../../../../../test/reviews.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function submitted(as: Subject): Promise<string> {
  const n = server.given.next()
  const body = { userName: `race${n}`, realName: `抢${n}`, passwordType: 1, jobs: [{ orgId: '1', jobType: 1 }] }
  const reply = await as.call(user.save, { body: { ...body, passwordType: 2 } })
  return (reply as { examineId: string }).examineId
}
const act = async (as: Subject, id: string) => (await as.send(review.pass, { body: { ids: [id] } })).envelope
const applied = async (id: string) => {
  const { status, steps } = await server.admin.call(review.byId, { query: { id } })
  return { status, times: steps.filter(step => step.result === '执行').length }
}

test('D-53 of two concurrent approvals of one request one succeeds, and the user is created once', async () => {
  const [a, b, c] = [await clerk(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [b.id, c.id] })
  for (let round = 0; round < 20; round++) {
    const id = await submitted(a.as)
    const answers = await Promise.all([act(b.as, id), act(c.as, id)])
    expect(answers.filter(answer => answer.data === 1)).toHaveLength(1)
    expect(answers.filter(answer => answer.message === '该申请已处理')).toHaveLength(1)
    expect(await applied(id)).toEqual({ status: 1, times: 1 })
  }
})

test('D-53 with two required votes the change is made once after both, and concurrent votes never leave it pending', async () => {
  const [a, b, c] = [await clerk(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  await deployed(server, 'user', [{ mode: 'all', approverIds: [b.id, c.id] }])
  const first = await submitted(a.as)
  expect(await b.as.call(review.pass, { body: { ids: [first] } })).toBe(1)
  expect(await applied(first)).toEqual({ status: 0, times: 0 })
  expect(await c.as.call(review.pass, { body: { ids: [first] } })).toBe(1)
  expect(await applied(first)).toEqual({ status: 1, times: 1 })
  for (let round = 0; round < 50; round++) {
    const id = await submitted(a.as)
    const answers = await Promise.all([act(b.as, id), act(c.as, id)])
    expect(answers.map(answer => answer.data)).toEqual([1, 1])
    expect(await applied(id)).toEqual({ status: 1, times: 1 })
  }
})

test('D-53 two batches that share requests do not deadlock', async () => {
  const [a, b, c] = [await clerk(server), await examiner(server), await examiner(server)]
  await server.kernel.db.updateTable('workflow').set({ status: 0 }).execute()
  await setReview(server, { user: [b.id, c.id] })
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push(await submitted(a.as))
  const answers = await Promise.all([
    b.as.call(review.pass, { body: { ids: ids.slice(0, 8) } }),
    c.as.call(review.pass, { body: { ids: ids.slice(4).toReversed() } }),
  ])
  expect(answers[0] + answers[1]).toBe(12)
  for (const id of ids) expect(await applied(id)).toEqual({ status: 1, times: 1 })
})
