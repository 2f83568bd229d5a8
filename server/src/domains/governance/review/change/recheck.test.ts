import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { clerk, deployed, examiner, setReview } from '../../../../../test/reviews.ts'
import { statementsOf } from '../../../../../test/statements.ts'
import { SYSTEM } from '../../../../platform/database/db.ts'
import { recheckAll } from './recheck.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.kernel.db.updateTable('workflow').set({ status: 0 }).execute())

async function submitted(as: Subject, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = server.given.next(); ids.length < count; n = server.given.next()) {
    const body = { userName: `again${n}`, realName: `再看${n}`, passwordType: 2, jobs: [{ orgId: '1', jobType: 1 as const }] }
    ids.push(((await as.call(user.save, { body })) as { examineId: string }).examineId)
  }
  return ids
}
const detail = (id: string) => server.admin.call(review.byId, { query: { id } })
const askedFor = async (id: string) =>
  (await detail(id)).plan.flatMap(step => step.users).filter(one => one.state === 'open').map(one => one.id) // prettier-ignore
const setStatus = (id: string, status: '0' | '1') => server.admin.call(user.setStatus, { query: { status }, body: { ids: [id] } })

test.for(['or', 'all', 'ratio'] as const)(
  'D-53 (%s) in many requests at once, examiners who may no longer act are removed, and those who may again are added',
  async mode => {
    const [a, b, c] = [await clerk(server), await examiner(server), await examiner(server)]
    await setReview(server, { user: [b.id] })
    await deployed(server, 'user', [{ mode, ratio: 2, approverIds: [b.id, c.id] }])
    const ids = await submitted(a.as, 3)
    await setStatus(c.id, '0')
    await recheckAll(server.kernel)
    for (const id of ids) {
      expect(await askedFor(id)).toEqual([b.id])
      expect((await detail(id)).steps.map(step => step.result)).toEqual(['提交', '失效'])
    }
    await setStatus(c.id, '1')
    await recheckAll(server.kernel)
    for (const id of ids) expect((await askedFor(id)).toSorted()).toEqual([b.id, c.id].toSorted())
    await b.as.call(review.pass, { body: { ids } })
    if (mode !== 'or') await (await server.as(c.id)).call(review.pass, { body: { ids } })
    for (const id of ids) expect((await detail(id)).status).toBe(1)
  },
)

test('ten requests that lose an examiner cost no more statements than two', async () => {
  const [a, b, c, d] = [await clerk(server), await examiner(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  await deployed(server, 'user', [{ approverIds: [b.id, c.id, d.id] }])
  await submitted(a.as, 2)
  await setStatus(c.id, '0')
  const two = await statementsOf(SYSTEM.userId!, () => recheckAll(server.kernel))
  await submitted(a.as, 8)
  await setStatus(d.id, '0')
  const ten = await statementsOf(SYSTEM.userId!, () => recheckAll(server.kernel))
  expect(ten.length).toBeLessThanOrEqual(two.length)
})
