import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { workflow } from '@hufu/contract/governance/workflow'
import { user } from '@hufu/contract/directory/user'
import { newId } from '../../../platform/database/ids.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { clerk, deployed, examiner, lineOf, setReview } from '../../../../test/reviews.ts'
import { recheckAll } from '../review/change/recheck.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(() => server.kernel.db.updateTable('workflow').set({ status: 0 }).execute())

async function fresh(bizType: 'user' | 'org' = 'user'): Promise<string> {
  const n = server.given.next()
  return (await server.admin.call(workflow.save, { body: { name: `流程${n}`, code: `F${n}`, bizType, remark: '备注' } })).id
}
async function submitted(as: Subject, more: object = {}): Promise<string> {
  const n = server.given.next()
  const body = { userName: `flow${n}`, realName: `流${n}`, passwordType: 2, jobs: [{ orgId: '1', jobType: 1 }], ...more }
  return ((await as.call(user.save, { body })) as { examineId: string }).examineId
}
const pass = (as: Subject, id: string) => as.call(review.pass, { body: { ids: [id] } })
const detail = (id: string) => server.admin.call(review.byId, { query: { id } })

test('X-WORKFLOW-01 to X-WORKFLOW-07 a workflow is added, found, changed and deleted', async () => {
  const id = await fresh()
  const { code } = await server.admin.call(workflow.byId, { query: { id } })
  expect(await server.admin.call(workflow.codeTaken, { query: { code: code.toLowerCase() } })).toBe(true)
  expect(await server.admin.call(workflow.codeTaken, { query: { code, id } })).toBe(false)
  await server.admin.refused('workflowCodeTaken', workflow.save, { body: { name: '同码', code, bizType: 'org' } })
  await server.admin.call(workflow.update, { body: { id, name: '新名称', code, bizType: 'org', rowVersion: 1 } })
  await server.admin.refused('stale', workflow.update, { body: { id, name: '后来', code, bizType: 'org', rowVersion: 1 } })
  const { records } = await server.admin.call(workflow.page, { query: { code, bizType: 'org', status: 0 } })
  expect(records).toMatchObject([{ id, name: '新名称', bizType: 'org', version: 0, status: 0, remark: '备注', running: 0 }])
  expect(await server.admin.call(workflow.remove, { body: { ids: [id] } })).toBe(1)
  await server.admin.refused('workflowMissing', workflow.byId, { query: { id } })
})

test('X-WORKFLOW-06 one workflow of a kind is enabled: enabling another replaces it, and an enabled one is not deleted', async () => {
  const b = await examiner(server)
  const one = await deployed(server, 'user', [{ approverIds: [b.id] }])
  const two = await deployed(server, 'user', [{ approverIds: [b.id] }])
  expect((await server.admin.call(workflow.byId, { query: { id: one } })).status).toBe(0)
  await server.admin.refused('workflowEnabled', workflow.remove, { body: { ids: [two] } })
  await server.admin.refused('workflowUndeployed', workflow.setStatus, { query: { status: 1 }, body: { id: await fresh() } })
  await server.admin.refused('bizTypeFixed', workflow.update, {
    body: { id: two, name: '改', code: `B${server.given.next()}`, bizType: 'org' },
  })
  const both = [one, two].map(id => server.admin.send(workflow.setStatus, { query: { status: 1 }, body: { id } }))
  for (const { envelope } of await Promise.all(both)) expect(envelope.code).toBe('success')
  const { total } = await server.admin.call(workflow.page, { query: { bizType: 'user', status: 1 } })
  expect(total).toBe(1)
})

test('before a role, post or group is deleted, the enabled workflows that ask its holders are named', async () => {
  const [b, postId] = [await examiner(server), newId()]
  const roleId = await server.given.role(b.id, '/audit/operation')
  await server.kernel.db.insertInto('standing').values({ id: postId, kind: 'post', name: `岗位${postId}`, code: postId }).execute() // prettier-ignore
  const uses = async (approverType: 'role' | 'post' | 'group', ...ids: string[]) =>
    (await server.admin.call(workflow.uses, { query: { approverType, ids: ids.join(',') } })).map(({ id }) => id)
  const id = await deployed(server, 'user', [
    { approverType: 'role', approverIds: ['auditor', roleId] },
    { approverType: 'post', approverIds: [postId] },
    { approverIds: [b.id] },
  ])
  expect(await uses('role', newId(), roleId)).toEqual([id])
  expect(await uses('post', postId)).toEqual([id])
  expect([await uses('post', roleId), await uses('group', b.id), await uses('role')]).toEqual([[], [], []])
  await deployed(server, 'user', [{ approverIds: [b.id] }])
  expect(await uses('role', roleId)).toEqual([])
})

test('X-WORKFLOW-08, X-WORKFLOW-09 anything but a single line from start over approvals to the end is refused', async () => {
  const [id, b] = [await fresh(), await examiner(server)]
  const good = lineOf([{ approverIds: [b.id] }, { approverIds: [b.id] }])
  const { nodes, edges } = good
  const bad = {
    'two starts': { nodes: [...nodes, { id: 'start2', type: 'start' }], edges },
    'no end': { nodes: nodes.slice(0, -1), edges: edges.slice(0, -1) },
    'a loop': { nodes, edges: [edges[0]!, edges[1]!, { from: 's1', to: 's0' }] },
    'a branch': { nodes, edges: [...edges, { from: 's0', to: 'end' }] },
    unreachable: { nodes: [...nodes, { id: 'lost', type: 'approve', name: '孤立', approverType: 'user', approverIds: [b.id] }], edges },
    'nobody to approve': lineOf([{ approverIds: [] }]),
    'no approval': lineOf([]),
    'no name': lineOf([{ name: '', approverIds: [b.id] }]),
    'an approver who does not exist': lineOf([{ approverIds: ['nobody'] }]),
    'an edge to nowhere': { nodes, edges: [...edges, { from: 's0', to: 'nowhere' }] },
  }
  for (const [what, flow] of Object.entries(bad)) {
    const { envelope } = await server.admin.send(workflow.saveDesign, { body: { id, ...flow } })
    expect(envelope, what).toMatchObject({ code: 'global_prompt', message: '流程图不完整', data: { reason: expect.any(String) } })
  }
  await server.admin.refused('flowIncomplete', workflow.deploy, { query: { id } })
  await server.admin.call(workflow.saveDesign, { body: { id, ...good } })
  expect(await server.admin.call(workflow.design, { query: { id } })).toMatchObject({
    id,
    version: 0,
    nodes: nodes.map(node => ({ id: node.id })),
    users: [{ id: b.id, userName: expect.any(String), realName: expect.any(String) }],
  })
})

test('X-WORKFLOW-10, X-WORKFLOW-11 versions never change, and a pending request keeps the one it began with', async () => {
  const [a, b, c] = [await clerk(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const id = await deployed(server, 'user', [{ name: '一审', approverIds: [b.id] }])
  const running = await submitted(a.as)
  expect((await server.admin.call(workflow.byId, { query: { id } })).running).toBe(1)
  await server.admin.call(workflow.saveDesign, { body: { id, ...lineOf([{ name: '二审', approverIds: [c.id] }]) } })
  expect((await server.admin.call(workflow.byId, { query: { id } })).isChanged).toBe(true)
  expect(await server.admin.call(workflow.deploy, { query: { id } })).toEqual({ version: 2 })
  expect(await server.admin.call(workflow.deploy, { query: { id } })).toEqual({ version: 2 })
  const versions = await server.admin.call(workflow.versions, { query: { id } })
  expect(versions.map(one => one.version)).toEqual([2, 1])
  expect(versions[0]).toMatchObject({ deployTime: expect.any(String), userName: '系统管理员' })
  expect(await server.admin.call(workflow.oneVersion, { query: { id, version: 1 } })).toMatchObject({
    nodes: [{ id: 'start' }, { name: '一审' }, { id: 'end' }],
  })
  const change = server.kernel.pool.query('update workflow_version set digest = digest')
  await expect(change).rejects.toThrow('never changes')
  await c.as.refused('examineNotAsked', review.pass, { body: { ids: [running] } })
  expect(await pass(b.as, running)).toBe(1)
  expect((await detail(running)).status).toBe(1)
  const later = await submitted(a.as)
  expect(await detail(later)).toMatchObject({ currentNode: '二审', workflowVersion: 2 })
})

test('D-53 steps follow one after the other; an examiner of an earlier step sees that the request has moved on', async () => {
  const [a, b, c] = [await clerk(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const role = await server.given.role(c.id, '/examine/review-user#*')
  await deployed(server, 'user', [{ approverIds: [b.id] }, { approverType: 'role', approverIds: [role] }])
  const id = await submitted(a.as)
  await c.as.refused('examineNotAsked', review.pass, { body: { ids: [id] } })
  expect(await pass(b.as, id)).toBe(1)
  expect((await detail(id)).plan.map(step => step.state)).toEqual(['done', 'current'])
  await b.as.refused('examineMoved', review.pass, { body: { ids: [id] } })
  expect(await pass(c.as, id)).toBe(1)
  expect((await detail(id)).status).toBe(1)
})

test('D-53 a step nobody can act on goes to the fallback, is rejected or is skipped, as the workflow says', async () => {
  const [a, b, gone] = [await clerk(server), await examiner(server), await server.given.user()]
  await setReview(server, { user: [b.id] })
  await deployed(server, 'user', [{ approverIds: [gone] }])
  const fallback = await submitted(a.as)
  expect((await detail(fallback)).steps.map(step => step.result)).toEqual(['提交', '转交'])
  expect(await pass(b.as, fallback)).toBe(1)
  await deployed(server, 'user', [{ approverIds: [gone], ifNobody: 'reject' }])
  expect(await detail(await submitted(a.as))).toMatchObject({ status: 2, opinion: '本步无审核人，按设置驳回' })
  await deployed(server, 'user', [{ approverIds: [gone], ifNobody: 'skip' }, { approverIds: [b.id] }])
  const skipped = await submitted(a.as)
  expect(await detail(skipped)).toMatchObject({ status: 0, waitingFor: [expect.stringMatching(/^人员/)] })
  expect((await detail(skipped)).steps.map(step => step.opinion)).toContain('本步无审核人，按设置跳过')
})

test('D-53 if the fallback examiner is disabled too, super administrators examine, and nothing is approved automatically', async () => {
  const [a, b, c] = [await clerk(server), await examiner(server), await examiner(server)]
  await setReview(server, { user: [c.id] })
  await deployed(server, 'user', [{ approverIds: [b.id] }])
  const id = await submitted(a.as)
  const disable = async (userId: string) => {
    await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [userId] } })
    await recheckAll(server.kernel)
  }
  const openExaminers = async () => (await detail(id)).plan[0]!.users.filter(({ state }) => state === 'open').map(one => one.id)
  await disable(b.id)
  expect(await openExaminers()).toEqual([c.id])
  await disable(c.id)
  expect(await openExaminers()).toContain('1')
  expect(await detail(id)).toMatchObject({ status: 0 })
  expect((await detail(id)).steps.map(step => step.result)).toEqual(['提交', '失效', '转交', '失效', '转交'])
  // An examiner disabled before the step begins is never asked.
  await deployed(server, 'user', [{ approverIds: [b.id] }])
  const later = await submitted(a.as)
  expect((await detail(later)).plan[0]!.users.map(one => one.id)).not.toContain(c.id)
  expect(await pass(server.admin, id)).toBe(1)
})

test('D-53 only super administrators manage workflows', async () => {
  const b = await examiner(server)
  for (const call of [workflow.page, workflow.save, workflow.deploy]) await b.as.refused('forbidden', call as typeof workflow.page)
})
