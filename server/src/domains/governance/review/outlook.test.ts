import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { review } from '@hufu/contract/governance/review'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { phoneOf } from '../../../../test/given.ts'
import { clerk, deployed, examiner, setReview } from '../../../../test/reviews.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
/** Disables workflows of other tests. */
beforeEach(() => server.kernel.db.updateTable('workflow').set({ status: 0 }).execute())

const draft = () => {
  const n = server.given.next()
  const jobs = [{ orgId: '1', jobType: 1 }]
  return { userName: `asked${n}`, realName: `待审${n}`, passwordType: 2, phone: phoneOf(n), employeeNumber: `E${n}`, jobs }
}
async function submitted(as: Subject, call: Parameters<Subject['send']>[0], body: object): Promise<string> {
  const { envelope } = await as.send(call, { body })
  expect(envelope).toMatchObject({ code: 'success', message: '已提交审核' })
  return (envelope.data as { examineId: string }).examineId
}

test('D-53 a form shows whether saving submits a review, and whether the record has a pending request', async () => {
  const [a, b, target] = [await clerk(server), await examiner(server), await server.given.user({ realName: '待审人' })]
  await setReview(server, { user: [b.id] })
  const question = { query: { objectType: 'user', operateType: 'update', objectId: target } }
  const { realName } = await server.admin.call(user.byId, { query: { id: b.id } })
  const step = { node: '审核', mode: 'or', users: [{ id: b.id, name: realName }], count: 1, isPicked: false, isConditional: false }
  expect(await a.as.call(review.outlook, question)).toEqual({ isReviewed: true, pick: [], steps: [step], pending: null })
  const { version } = await server.admin.call(user.byId, { query: { id: target } })
  const id = await submitted(a.as, user.update, {
    id: target,
    version,
    realName: '待审人',
    jobs: [{ orgId: '1', jobType: 1 }],
    remark: '待审',
  })
  expect(await a.as.call(review.outlook, question)).toMatchObject({ pending: { id, operateType: 'update', fields: ['备注'], isOwn: true } })
  expect((await server.admin.call(review.outlook, question)).isReviewed).toBe(false)
  const among = { query: { objectType: 'user', ids: `${target},${b.id}` } }
  expect(await a.as.call(review.pendingAmong, among)).toMatchObject([{ objectId: target, id, operateType: 'update', isOwn: true }])
  expect(await (await server.as(target)).call(review.pendingAmong, among)).toEqual([])
})

test('D-53 the form shows the coming steps and their examiners, as far as they are known', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  const [north, south] = [await server.given.org(), await server.given.org()]
  await setReview(server, { user: [b.id] })
  await deployed(server, 'user', [
    { name: '初审', approverIds: [b.id] },
    { name: '自选', approverType: 'pick', approverIds: [b.id] },
    { name: '北区', approverIds: [b.id], when: { orgIds: [north] } },
    { name: '改号', approverIds: [b.id], when: { fields: ['phone'] } },
    { name: '删除', approverIds: [b.id], when: { operateTypes: ['delete'] } },
  ])
  const outlookOf = async (query: object) =>
    (await a.as.call(review.outlook, { query: { objectType: 'user', operateType: 'insert', ...query } })).steps
  expect((await outlookOf({ orgId: south })).map(({ node, isPicked, isConditional }) => [node, isPicked, isConditional])).toEqual([
    ['初审', false, false],
    ['自选', true, false],
    ['改号', false, true],
  ])
  expect((await outlookOf({ orgId: north }))[2]).toMatchObject({ node: '北区', count: 1, users: [{ id: b.id }], isConditional: false })
  // While the organisation is unknown, no approvers are named.
  expect((await outlookOf({}))[0]).toMatchObject({ node: '初审', users: [], count: 0 })
})

test('D-53 a value held by a pending request is reported apart from one in use', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id], org: [(await examiner(server, 'org')).id] })
  const body = draft()
  const isHeld = (kind: 'userName' | 'phone' | 'employeeNumber' | 'orgName', value: string, parentId?: string) =>
    a.as.call(review.valueHeld, { query: { kind, value, ...(parentId && { parentId }) } })
  const id = await submitted(a.as, user.save, body)
  expect(await isHeld('userName', body.userName.toUpperCase())).toBe(true)
  expect(await isHeld('phone', body.phone)).toBe(true)
  expect(await isHeld('employeeNumber', body.employeeNumber)).toBe(true)
  const name = `待审科${server.given.next()}`
  await submitted(a.as, org.save, { parentId: '1', name, code: `H${server.given.next()}` })
  expect(await isHeld('orgName', name, '1')).toBe(true)
  expect(await isHeld('orgName', name, 'elsewhere')).toBe(false)
  await a.as.call(review.withdraw, { body: { ids: [id] } })
  expect(await isHeld('phone', body.phone)).toBe(false)
})

test('D-75, X-ORG-12 a delegated administrator learns of a name that a request holds only below organisations in scope', async () => {
  const [a, examinerOfOrgs] = [await clerk(server), await examiner(server, 'org')]
  const [branch, foreign] = [await server.given.org(), await server.given.org()]
  const boss = await server.given.user({ org: branch })
  await server.given.gradeAdmin(boss, branch, 1, '/organiz/index', '/organiz/org-list')
  const they = await server.as(boss)
  await setReview(server, { org: [examinerOfOrgs.id] })
  const name = `待审处${server.given.next()}`
  for (const parentId of [branch, foreign]) await submitted(a.as, org.save, { parentId, name, code: `H${server.given.next()}` })
  const learns = async (parentId: string) => [
    await they.call(org.nameTaken, { query: { name, parentId } }),
    await they.call(review.valueHeld, { query: { kind: 'orgName', value: name, parentId } }),
  ]
  expect(await learns(branch)).toEqual([true, true])
  expect(await learns(foreign)).toEqual([false, false])
})

test('D-75 a delegated administrator sees open requests on records in scope only', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  const [branch, foreign] = [await server.given.org(), await server.given.org()]
  const boss = await server.given.user({ org: branch })
  await server.given.gradeAdmin(boss, branch, 1, '/organiz/index')
  await setReview(server, { user: [b.id] })
  const ids: string[] = []
  for (const orgId of [branch, foreign]) {
    const id = await server.given.user({ org: orgId, realName: '待审人' })
    const { version } = await server.admin.call(user.byId, { query: { id } })
    await submitted(a.as, user.update, { id, version, realName: '待审人', jobs: [{ orgId, jobType: 1 }], remark: '待审' })
    ids.push(id)
  }
  const listed = await server.admin.call(review.pageUser, { query: { orgId: foreign } })
  expect(listed.records.map(({ objectId }) => objectId)).toEqual([ids[1]])
  const query = { objectType: 'user' as const, ids: ids.join(',') }
  const found = await (await server.as(boss)).call(review.pendingAmong, { query: query as never })
  expect(found.map(({ objectId }) => objectId)).toEqual([ids[0]])
})
