import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { workflow } from '@hufu/contract/governance/workflow'
import { user } from '@hufu/contract/directory/user'
import { newId } from '../../../../platform/database/ids.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../../test/harness.ts'
import { clerk, deployed, examiner, setReview } from '../../../../../test/reviews.ts'
import { recheckAll } from '../change/recheck.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.kernel.db.updateTable('workflow').set({ status: 0 }).execute())

const db = () => server.kernel.db
async function submitted(as: Subject, more: object = {}): Promise<string> {
  const n = server.given.next()
  const body = { userName: `step${n}`, realName: `步${n}`, passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }], ...more }
  return ((await as.call(user.save, { body })) as { examineId: string }).examineId
}
const inOrg = (orgId: string) => ({ jobs: [{ orgId, jobType: 1 }] })
const pass = (as: Subject, id: string) => as.call(review.pass, { body: { ids: [id] } })
const reject = (as: Subject, id: string) => as.call(review.reject, { body: { ids: [id], opinion: '不同意' } })
const detail = (id: string) => server.admin.call(review.byId, { query: { id } })
const openExaminers = async (id: string) => {
  const { plan, status } = await detail(id)
  return { status, open: plan.flatMap(step => (step.state === 'current' ? step.users : [])).filter(one => one.state === 'open').map(one => one.id) } // prettier-ignore
}
/** Three examiners, of whom the first is configured, and an applicant. */
async function three() {
  const [a, b, c, d] = [await clerk(server), await examiner(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  return { a, b, c, d }
}

test('D-53 in a sequential step each examiner acts only after the one before has approved', async () => {
  const { a, b, c, d } = await three()
  await deployed(server, 'user', [{ mode: 'sequence', approverIds: [c.id, b.id, d.id] }])
  const id = await submitted(a.as)
  for (const [one, next] of [
    [c, b],
    [b, d],
  ] as const) {
    // prettier-ignore
    expect(await openExaminers(id)).toEqual({ status: 0, open: [one.id] })
    await next.as.refused('examineNotAsked', review.pass, { body: { ids: [id] } })
    expect(await pass(one.as, id)).toBe(1)
  }
  expect(await pass(d.as, id)).toBe(1)
  expect((await detail(id)).status).toBe(1)
})

test('D-53 with k of n votes the step ends as soon as the result is certain, either way', async () => {
  const { a, b, c, d } = await three()
  await deployed(server, 'user', [{ mode: 'ratio', ratio: 2, approverIds: [b.id, c.id, d.id] }])
  const good = await submitted(a.as)
  await reject(b.as, good)
  expect(await openExaminers(good)).toEqual({ status: 0, open: [c.id, d.id].sort() })
  await pass(c.as, good)
  await pass(d.as, good)
  expect((await detail(good)).status).toBe(1)
  const bad = await submitted(a.as)
  await reject(b.as, bad)
  await reject(d.as, bad)
  expect((await detail(bad)).status).toBe(2)
})

test('D-53 with all votes required, an examiner who left without voting no longer counts', async () => {
  const { a, b, c } = await three()
  await deployed(server, 'user', [{ mode: 'all', approverIds: [b.id, c.id] }])
  const id = await submitted(a.as)
  await pass(b.as, id)
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [c.id] } })
  await recheckAll(server.kernel)
  const { status, steps } = await detail(id)
  expect(status).toBe(1)
  expect(steps.map(step => step.result)).toEqual(['提交', '通过', '失效', '执行'])
})

test('D-53 a step is examined by holders of posts in the organisation, members of a work group or the nearest administrators', async () => {
  const { a, b, c, d } = await three()
  const [top, postId, groupId] = [await server.given.org(), newId(), newId()]
  const place = await server.given.org({ parentId: top })
  await db().insertInto('standing').values({ id: postId, kind: 'post', name: `岗位${postId}`, code: postId }).execute() // prettier-ignore
  await db().insertInto('job').values({ id: newId(), userId: b.id, orgId: place, jobType: 2, postId, sortNum: 1 }).execute() // prettier-ignore
  await db().insertInto('job').values({ id: newId(), userId: c.id, orgId: top, jobType: 2, postId, sortNum: 1 }).execute() // prettier-ignore
  await db().insertInto('workGroup').values({ id: groupId, name: groupId, code: groupId, orgId: top }).execute() // prettier-ignore
  await db().insertInto('workGroupMember').values({ groupId, userId: c.id }).execute()
  await server.given.gradeAdmin(d.id, top, 1, '/organiz/index')
  await deployed(server, 'user', [{ approverType: 'post', approverIds: [postId] }])
  expect((await openExaminers(await submitted(a.as, inOrg(place)))).open).toEqual([b.id])
  await deployed(server, 'user', [{ approverType: 'group', approverIds: [groupId] }])
  expect((await openExaminers(await submitted(a.as, inOrg(place)))).open).toEqual([c.id])
  await deployed(server, 'user', [{ approverType: 'orgAdmin', level: 1 }])
  expect((await openExaminers(await submitted(a.as, inOrg(place)))).open).toEqual([d.id])
  await server.given.gradeAdmin(c.id, place, 0, '/organiz/index')
  expect((await openExaminers(await submitted(a.as, inOrg(place)))).open).toEqual([c.id])
})

test('D-53 the applicant chooses among the approvers of the step, and nobody else', async () => {
  const { a, b, c, d } = await three()
  await deployed(server, 'user', [{ approverType: 'pick', approverIds: [b.id, c.id] }])
  const { pick } = await a.as.call(review.outlook, { query: { objectType: 'user', operateType: 'insert' } })
  expect(pick).toMatchObject([{ nodeId: 's0', node: '第1步', users: [{ id: b.id }, { id: c.id }] }])
  const body = { userName: `pick${server.given.next()}`, realName: '挑选', passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }] }
  await a.as.refused('pickMissing', user.save, { body })
  await a.as.refused('pickUnfit', user.save, { body: { ...body, review: { pick: { s0: [d.id] } } } })
  expect((await openExaminers(await submitted(a.as, { review: { pick: { s0: [c.id] } } }))).open).toEqual([c.id])
})

test('D-53 a conditional step applies only where its condition holds: operation, organisation, field, rule', async () => {
  const { a, b, c } = await three()
  const [place, target] = [await server.given.org(), await server.given.user()]
  const woman = { match: 'all' as const, conditions: [{ field: 'gender' as const, value: 2 as const }] }
  await deployed(server, 'user', [
    { name: '删除', approverIds: [b.id], when: { operateTypes: ['delete'] } },
    { name: '某机构', approverIds: [b.id], when: { orgIds: [place] } },
    { name: '手机', approverIds: [b.id], when: { fields: ['phone'] } },
    { name: '女', approverIds: [b.id], when: { rule: woman } },
    { name: '总是', approverIds: [c.id] },
  ])
  const names = async (id: string) => (await detail(id)).plan.map(step => step.node)
  expect(await names(await submitted(a.as))).toEqual(['总是'])
  expect(await names(await submitted(a.as, inOrg(place)))).toEqual(['某机构', '总是'])
  expect(await names(await submitted(a.as, { phone: `139${server.given.next()}0`, gender: 2 }))).toEqual(['手机', '女', '总是'])
  const gone = (await a.as.call(user.remove, { body: { ids: [target] } })) as { examineId: string }
  expect(await names(gone.examineId)).toEqual(['删除', '总是'])
})

test('X-WORKFLOW-09 where no step’s condition holds, the configured examiners act: nothing is approved automatically', async () => {
  const { a, b, c } = await three()
  await deployed(server, 'user', [{ approverIds: [c.id], when: { operateTypes: ['delete'] } }])
  const id = await submitted(a.as)
  expect(await openExaminers(id)).toEqual({ status: 0, open: [b.id] })
})

test('D-53 an approver of an earlier step need not approve again where the workflow says so', async () => {
  const { a, b, c } = await three()
  await deployed(server, 'user', [{ approverIds: [b.id] }, { approverIds: [b.id], sameAsBefore: 'skip' }, { approverIds: [c.id] }])
  const id = await submitted(a.as)
  await pass(b.as, id)
  expect(await openExaminers(id)).toEqual({ status: 0, open: [c.id] })
})

test('D-53 a deadline reminds, escalates or rejects by the clock of the database, and never approves', async () => {
  const { a, b, c } = await three()
  const overdue = async (onDeadline: 'remind' | 'escalate' | 'reject') => {
    await deployed(server, 'user', [{ approverIds: [c.id], deadlineHours: 1, onDeadline }])
    const id = await submitted(a.as)
    expect((await detail(id)).isOverdue).toBe(false)
    await server.kernel.pool.query(`update examine set deadline = now() - interval '1 minute' where id = $1`, [id])
    await recheckAll(server.kernel)
    await recheckAll(server.kernel)
    return id
  }
  const reminded = await detail(await overdue('remind'))
  expect(reminded).toMatchObject({ status: 0, isOverdue: true })
  expect(reminded.steps.map(step => step.result)).toEqual(['提交', '超时提醒'])
  const escalated = await overdue('escalate')
  expect((await openExaminers(escalated)).open.sort()).toEqual([b.id, c.id].sort())
  expect(await detail(await overdue('reject'))).toMatchObject({ status: 2, opinion: '超时自动驳回' })
})

test('X-WORKFLOW-01 a simulation shows today’s examiners, and stores nothing', async () => {
  const { a, b, c } = await three()
  const gone = await server.given.user()
  const id = await deployed(server, 'user', [
    { name: '两人', mode: 'all', approverIds: [b.id, c.id, a.id] },
    { name: '没有人', approverIds: [gone] },
    { name: '跳过', approverIds: [gone], ifNobody: 'skip' },
    { name: '只删除', approverIds: [b.id], when: { operateTypes: ['delete'] } },
  ])
  const steps = await server.admin.call(workflow.simulate, { body: { id, applyUserId: a.id, operateType: 'insert' } })
  expect(steps).toMatchObject([
    { node: '两人', mode: 'all', count: 2, users: [{ id: b.id }, { id: c.id }], ifNobody: null, isLeftOut: false },
    { node: '没有人', count: 1, users: [{ id: b.id }], ifNobody: 'fallback' },
    { node: '跳过', count: 0, users: [], ifNobody: 'skip' },
    { node: '只删除', isLeftOut: true },
  ])
  const own = await server.admin.call(workflow.simulate, { body: { id, applyUserId: b.id, objectId: c.id, operateType: 'delete' } })
  expect(own.map(step => step.count)).toEqual([1, 1, 0, 1])
})

test('D-53 a deputy acts for an examiner; the two have one vote, and the deputy gains no right', async () => {
  const { a, b, c, d } = await three()
  const time = { beginTime: '2026-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }
  await c.as.refused('deputyOneself', review.saveDeputy, { body: { deputyId: c.id, ...time } })
  await c.as.refused('deputyUnfit', review.saveDeputy, { body: { deputyId: a.id, ...time } })
  const { id: chosen } = await c.as.call(review.saveDeputy, { body: { deputyId: d.id, ...time } })
  expect(await c.as.call(review.deputies)).toMatchObject([{ id: chosen, deputyId: d.id, isInForce: true, objectType: null }])
  await deployed(server, 'user', [{ mode: 'all', approverIds: [b.id, c.id] }])
  const id = await submitted(a.as)
  expect((await openExaminers(id)).open.sort()).toEqual([b.id, c.id, d.id].sort())
  await pass(d.as, id)
  expect(await openExaminers(id)).toEqual({ status: 0, open: [b.id] })
  await pass(b.as, id)
  const { status, steps } = await detail(id)
  expect(status).toBe(1)
  expect(steps[1]!.userName).toMatch(/^人员\d+（代 人员\d+ 审核）$/)
  expect(await b.as.call(review.removeDeputy, { body: { ids: [chosen] } })).toBe(0)
  expect(await c.as.call(review.removeDeputy, { body: { ids: [chosen] } })).toBe(1)
  expect((await openExaminers(await submitted(a.as))).open.sort()).toEqual([b.id, c.id].sort())
})

test('D-53 statistics show what is pending, how long each step took and who examined', async () => {
  const { a, b } = await three()
  const before = await server.admin.call(review.stats)
  await deployed(server, 'user', [{ name: `统计${b.id}`.slice(0, 30), approverIds: [b.id] }])
  const [done] = [await submitted(a.as), await submitted(a.as)]
  await pass(b.as, done)
  const after = await server.admin.call(review.stats, { query: { objectType: 'user' } })
  expect(after).toMatchObject({ passed: before.passed + 1, pending: before.pending + 1 })
  expect(after.byUser.find(one => one.userId === b.id)).toMatchObject({ count: 1, pending: 1, medianHours: expect.any(Number) })
  expect(after.byStep.find(one => one.node.startsWith('统计'))).toMatchObject({ count: 1, pending: 1, p90Hours: 0 })
  await b.as.refused('forbidden', review.stats)
})
