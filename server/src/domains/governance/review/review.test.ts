import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operLog } from '@hufu/contract/audit/audit'
import { review } from '@hufu/contract/governance/review'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { importPlan } from '@hufu/contract/import'
import { welcome } from '@hufu/contract/operations/welcome'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { phoneOf } from '../../../../test/given.ts'
import { clerk, examiner, setReview } from '../../../../test/reviews.ts'
import { sheet } from '../../../../test/sheets.ts'
import { recheckAll } from './change/recheck.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
/** Disables workflows of other tests. */
beforeEach(() => server.kernel.db.updateTable('workflow').set({ status: 0 }).execute())

const draft = (more: object = {}) => {
  const n = server.given.next()
  return { userName: `pending${n}`, realName: `待审${n}`, passwordType: 2, phone: phoneOf(n), jobs: [{ orgId: '1', jobType: 1 }], ...more }
}
/** The id of a request just submitted. */
async function submitted(as: Subject, call: Parameters<Subject['send']>[0], input: Parameters<Subject['send']>[1]): Promise<string> {
  const { envelope } = await as.send(call, input)
  expect(envelope).toMatchObject({ code: 'success', message: '已提交审核', data: { examineId: expect.any(String) } })
  return (envelope.data as { examineId: string }).examineId
}
const pass = (as: Subject, ...ids: string[]) => as.call(review.pass, { body: { ids } })
const statusOf = async (id: string) => (await server.admin.call(review.byId, { query: { id } })).status
/** The form of a user as the console sends it. */
async function form(id: string) {
  const { version, realName, jobs } = await server.admin.call(user.byId, { query: { id } })
  return { id, version, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })) }
}

test('D-53, X-EXAMINE-02, X-EXAMINE-03, X-EXAMINE-05 a new user waits for review, is created when approved, and not when rejected', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const body = draft()
  const id = await submitted(a.as, user.save, { body })
  const found = () => server.admin.call(user.page, { query: { userName: body.userName } })
  expect((await found()).total).toBe(0)
  expect(await a.as.call(user.userNameTaken, { query: { userName: body.userName } })).toBe(true)
  expect(await a.as.call(user.phoneTaken, { query: { phone: body.phone } })).toBe(true)
  const { records } = await b.as.call(review.pageUser, { query: { status: 0, name: body.realName } })
  expect(records).toMatchObject([
    { id, objectType: 'user', objectName: body.realName, operateType: 'insert', status: 0, mayAct: true, currentNode: '审核' },
  ])
  expect(await pass(b.as, id)).toBe(1)
  expect((await found()).records).toMatchObject([{ realName: body.realName, phone: `139****${body.phone.slice(-4)}` }])
  const detail = await b.as.call(review.byId, { query: { id } })
  expect(detail).toMatchObject({ status: 1, applyUserId: a.id, applyUser: expect.stringMatching(/^人员/), objectId: expect.any(String) })
  expect(detail.steps.map(step => step.result)).toEqual(['提交', '通过', '执行'])

  const other = await submitted(a.as, user.save, { body: draft() })
  await b.as.refused('opinionMissing', review.reject, { body: { ids: [other], opinion: ' ' } })
  expect(await b.as.call(review.reject, { body: { ids: [other], opinion: '信息不完整' } })).toBe(1)
  const list = (status: number) => b.as.call(review.pageUser, { query: { status } })
  expect((await list(1)).records.map(one => one.id)).toContain(id)
  expect((await list(2)).records).toEqual(expect.arrayContaining([expect.objectContaining({ id: other, opinion: '信息不完整' })]))
})

test('D-53, X-AUDIT-02 submissions, approvals, rejections and withdrawals are recorded with the name of the subject', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const existing = await server.given.user({ realName: '早已在的人' })
  const named = async (operateType: string) => {
    const { records } = await server.admin.call(operLog.page, { query: { module: 'review', operateType, size: 1 } })
    return [records[0]?.targetName, records[0]?.targetCount]
  }
  const change = async () => submitted(a.as, user.update, { body: { ...(await form(existing)), realName: `新名${server.given.next()}` } })
  await b.as.call(review.reject, { body: { ids: [await change()], opinion: '不需要' } })
  expect(await named('reject')).toEqual(['早已在的人', 1])
  await a.as.call(review.withdraw, { body: { ids: [await change()] } })
  expect(await named('withdraw')).toEqual(['早已在的人', 1])
  expect((await server.admin.call(operLog.page, { query: { target: existing, module: 'review' } })).total).toBe(2)

  const [rejected, withdrawn, passed] = [draft(), draft(), draft()]
  await b.as.call(review.reject, { body: { ids: [await submitted(a.as, user.save, { body: rejected })], opinion: '信息不完整' } })
  expect(await named('reject')).toEqual([rejected.realName, 1])
  await a.as.call(review.withdraw, { body: { ids: [await submitted(a.as, user.save, { body: withdrawn })] } })
  expect(await named('withdraw')).toEqual([withdrawn.realName, 1])
  await pass(b.as, await submitted(a.as, user.save, { body: passed }))
  // The approval is recorded like the change itself, with the organisation the user joins.
  expect(await named('pass')).toEqual([`${passed.realName}、组织机构`, 2])
  const { records } = await server.admin.call(operLog.page, { query: { module: 'user', operateType: 'save', size: 1 } })
  expect(records[0]).toMatchObject({ targetName: passed.realName, targetCount: 1 })
})

test('D-53, X-EXAMINE-01 organisations are submitted, approved and rejected alike', async () => {
  const [a, b] = [await clerk(server), await examiner(server, 'org')]
  await setReview(server, { org: [b.id] })
  const n = server.given.next()
  const id = await submitted(a.as, org.save, { body: { parentId: '1', name: `新部门${n}`, code: `NEW${n}` } })
  const other = await submitted(a.as, org.save, { body: { parentId: '1', name: `另一部门${n}`, code: `OTH${n}` } })
  await a.as.refused('valueHeld', org.save, { body: { parentId: '1', name: `新部门${n}`, code: `ELSE${n}` } })
  expect(await a.as.call(org.codeTaken, { query: { code: `new${n}` } })).toBe(true)
  expect(await pass(b.as, id)).toBe(1)
  await b.as.call(review.reject, { body: { ids: [other], opinion: '不需要' } })
  expect((await b.as.call(review.pageOrg, { query: { status: 1 } })).records.map(one => one.id)).toContain(id)
  expect((await b.as.call(review.pageOrg, { query: { status: 2 } })).records.map(one => one.id)).toContain(other)
  const made = (await b.as.call(review.byId, { query: { id } })).objectId!
  expect(await server.admin.call(org.byId, { query: { id: made } })).toMatchObject({ name: `新部门${n}`, code: `NEW${n}` })

  const edit = await submitted(a.as, org.update, { body: { id: made, name: `改名${n}`, code: `NEW${n}` } })
  expect((await b.as.call(review.byId, { query: { id: edit } })).diff).toMatchObject([
    { field: 'name', before: `新部门${n}`, after: `改名${n}` },
  ])
  await pass(b.as, edit)
  expect((await server.admin.call(org.byId, { query: { id: made } })).name).toBe(`改名${n}`)
})

test('D-53 a super administrator saves directly; batches and sheets of others are refused', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  expect(await server.admin.call(user.save, { body: draft() })).toMatchObject({ id: expect.any(String) })
  const [x, y] = [await server.given.user(), await server.given.user()]
  await a.as.refused('reviewOneByOne', user.remove, { body: { ids: [x, y] } })
  await a.as.refused('reviewOneByOne', user.remove, { body: { ids: [], query: { realName: '人' }, expected: 2 } })
  await a.as.refused('reviewOneByOne', user.saveMany, { body: { orgId: '1', list: [draft()] } })
  const file = { name: 'a.xlsx', bytes: Buffer.from('x') }
  await a.as.refused('reviewOneByOne', user.importInsert, { file })
  await a.as.refused('reviewOneByOne', user.importCheck, { file })
  const one = await submitted(a.as, user.remove, { body: { ids: [x] } })
  await pass(b.as, one)
  await server.admin.refused('userMissing', user.byId, { query: { id: x } })
})

test('D-53 a sheet checked before reviews were switched on is not carried out afterwards', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, {})
  const file = await sheet(['用户名', '姓名', '机构编码'], [[`sheet${server.given.next()}`, '新人', 'ROOT']])
  const { planId } = await a.as.call(user.importCheck, { file })
  await setReview(server, { user: [b.id] })
  await a.as.refused('reviewOneByOne', importPlan.commit, { body: { planId } })
})

test('D-53, X-EXAMINE-07 nobody examines their own request, and it is not counted for them', async () => {
  const [a, b] = [await examiner(server), await examiner(server)]
  await server.given.role(a.id, '/organiz/index#*', '/wel/index')
  await setReview(server, { user: [a.id, b.id] })
  const before = await a.as.call(review.count)
  const of = (await b.as.call(review.count)).user
  const id = await submitted(a.as, user.save, { body: draft() })
  await a.as.refused('examineOwn', review.pass, { body: { ids: [id] } })
  expect(await a.as.call(review.count)).toEqual({ ...before, allUser: before.allUser + 1 })
  expect((await b.as.call(review.count)).user).toBe(of + 1)
  expect((await server.admin.call(welcome.overview)).pendingUser).toBeGreaterThan(0)
  expect(await a.as.call(welcome.overview)).toMatchObject({ pendingUser: before.user, pendingOrg: null })
})

test('D-53 an examiner who is the subject of a change cannot examine it', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await server.given.role(a.id, '/examine/review-user#*')
  await setReview(server, { user: [b.id] })
  const id = await submitted(a.as, user.update, { body: { ...(await form(b.id)), remark: '改备注' } })
  await b.as.refused('examineNotAsked', review.pass, { body: { ids: [id] } })
  // No examiner is left, so the super administrators are asked.
  expect((await server.admin.call(review.byId, { query: { id } })).plan[0]!.users).toMatchObject([{ id: '1', state: 'open' }])
})

test('X-EXAMINE-04 an update applies the requested changes and keeps what others changed meanwhile', async () => {
  const [a, b, target] = [await clerk(server), await examiner(server), await server.given.user()]
  await setReview(server, { user: [b.id] })
  const phone = phoneOf(server.given.next())
  const id = await submitted(a.as, user.update, { body: { ...(await form(target)), phone } })
  await server.admin.call(user.update, { body: { ...(await form(target)), email: 'kept@example.cn' } })
  expect(await pass(b.as, id)).toBe(1)
  expect(await server.admin.call(user.byId, { query: { id: target } })).toMatchObject({
    phone: `139****${phone.slice(-4)}`,
    email: 'kept@example.cn',
  })
})

test('X-EXAMINE-04 if a field was changed meanwhile, the request stays pending and shows the reason', async () => {
  const [a, b, target] = [await clerk(server), await examiner(server), await server.given.user({ remark: '原来' })]
  await setReview(server, { user: [b.id] })
  const id = await submitted(a.as, user.update, { body: { ...(await form(target)), remark: '申请的' } })
  await server.admin.call(user.update, { body: { ...(await form(target)), remark: '别人的' } })
  const { message } = await b.as.refused('changedSince', review.pass, { body: { ids: [id] } })
  expect(message).toBe('「备注」在申请后已被修改：申请前为“原来”，现在为“别人的”')
  const detail = await b.as.call(review.byId, { query: { id } })
  expect(detail).toMatchObject({
    status: 0,
    fault: message,
    diff: [{ field: 'remark', conflict: true, before: '原来', after: '申请的', now: '别人的' }],
  })
  expect((await server.admin.call(user.byId, { query: { id: target } })).remark).toBe('别人的')
  // In a batch it is skipped, which the returned number shows.
  const good = await submitted(a.as, user.save, { body: draft() })
  expect(await pass(b.as, id, good)).toBe(1)
})

test('D-53 jobs are merged by organisation: two requests do not undo each other', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  const [one, two, target] = [await server.given.org(), await server.given.org(), await server.given.user()]
  await setReview(server, { user: [b.id] })
  const jobs = (...others: string[]) => [{ orgId: '1', jobType: 1 }, ...others.map(orgId => ({ orgId, jobType: 2 }))]
  const id = await submitted(a.as, user.update, { body: { ...(await form(target)), jobs: jobs(one) } })
  await server.admin.call(user.update, { body: { ...(await form(target)), jobs: jobs(two) } })
  await pass(b.as, id)
  const after = await server.admin.call(user.byId, { query: { id: target } })
  expect(after.jobs.map(job => job.orgId).sort()).toEqual(['1', one, two].sort())
})

test('D-53 a change that cannot be made at present is refused when submitted', async () => {
  const [a, b, target] = [await clerk(server), await examiner(server), await server.given.user()]
  await setReview(server, { user: [b.id] })
  const { userName } = await server.admin.call(user.byId, { query: { id: target } })
  await a.as.refused('userNameTaken', user.save, { body: draft({ userName }) })
  await a.as.refused('orgMissing', user.save, { body: draft({ jobs: [{ orgId: 'none', jobType: 1 }] }) })
  await a.as.refused('nothingChanged', user.update, { body: await form(target) })
  await submitted(a.as, user.update, { body: { ...(await form(target)), remark: '一次' } })
  await a.as.refused('reviewPending', user.update, { body: { ...(await form(target)), remark: '两次' } })
  expect((await a.as.call(review.pageOwn)).total).toBe(1)
})

test('D-53 trying a change out leaves nothing behind: no user, no history, no ended session', async () => {
  const [a, b, target] = [await clerk(server), await examiner(server), await server.given.user()]
  const they = await server.as(target)
  await setReview(server, { user: [b.id] })
  const { db } = server.kernel
  const rows = async () => [
    await db.selectFrom('users').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow(),
    await db
      .selectFrom('dataHistory')
      .select(db.fn.countAll().as('n'))
      .where('tableName', 'in', ['users', 'job'])
      .executeTakeFirstOrThrow(),
    await db.selectFrom('rightsChange').select(db.fn.countAll().as('n')).executeTakeFirstOrThrow(),
  ]
  const before = await rows()
  await submitted(a.as, user.save, { body: draft() })
  await submitted(a.as, user.remove, { body: { ids: [target] } })
  expect(await rows()).toEqual(before)
  await they.call(user.profile, { body: {} })
})

test('D-53 a phone in a pending request counts as taken until the request ends', async () => {
  const [a, b, target] = [await clerk(server), await examiner(server), await server.given.user()]
  await setReview(server, { user: [b.id] })
  const body = draft()
  const id = await submitted(a.as, user.save, { body })
  const { message } = await a.as.refused('valueHeld', user.save, { body: draft({ phone: body.phone }) })
  expect(message).toBe('该手机号已在待审核的申请中')
  await server.admin.refused('valueHeld', user.update, { body: { ...(await form(target)), phone: body.phone } })
  expect(await a.as.call(review.withdraw, { body: { ids: [id] } })).toBe(1)
  await server.admin.call(user.update, { body: { ...(await form(target)), phone: body.phone } })
})

test('D-53 neither password nor phone of a request is stored in clear anywhere', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const body = draft()
  const { envelope } = await a.as.send(user.save, { body })
  const { examineId, password } = envelope.data as { examineId: string; password: string }
  expect(password).toMatch(/^.{12}$/)
  const disclosed = JSON.stringify([
    await b.as.call(review.byId, { query: { id: examineId } }),
    await a.as.call(review.own, { query: { id: examineId } }),
  ])
  expect(disclosed).not.toContain(body.phone)
  expect(disclosed).not.toMatch(/password(?!Type)/i)
  // Everything a dump of the database would contain.
  const { rows: tables } = await server.kernel.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  expect(tables.length).toBeGreaterThan(100)
  for (const { name: table } of tables) {
    const { rows } = await server.kernel.pool.query<{ entry: string }>(`select t::text as entry from ${table} t`)
    const all = rows.map(row => row.entry).join('\n')
    expect(all, table).not.toContain(body.phone)
    expect(all, table).not.toContain(password)
  }
  await pass(b.as, examineId)
  expect(await server.kernel.db.selectFrom('examinePayload').selectAll().where('examineId', '=', examineId).execute()).toEqual([])
})

test('X-EXAMINE-06 a request is withdrawn only by its applicant, and only while pending', async () => {
  const [a, b, c] = [await clerk(server), await examiner(server), await clerk(server)]
  await setReview(server, { user: [b.id] })
  const id = await submitted(a.as, user.save, { body: draft() })
  await b.as.refused('withdrawForeign', review.withdraw, { body: { ids: [id] } })
  // Users who see no requests get the answer for unknown ones (D-75).
  await c.as.refused('examineMissing', review.withdraw, { body: { ids: [id] } })
  await pass(b.as, id)
  await a.as.refused('examineOver', review.withdraw, { body: { ids: [id] } })
  await b.as.refused('examineOver', review.pass, { body: { ids: [id] } })
})

test('D-53 an organisation no longer empty is not deleted; the request stays, with the reason', async () => {
  const [a, b] = [await clerk(server), await examiner(server, 'org')]
  await setReview(server, { org: [b.id] })
  const empty = await server.given.org()
  const id = await submitted(a.as, org.remove, { body: { ids: [empty] } })
  await server.given.user({ org: empty })
  await b.as.refused('orgNotEmpty', review.pass, { body: { ids: [id] } })
  expect(await b.as.call(review.byId, { query: { id } })).toMatchObject({ status: 0, fault: '该机构下存在子机构或用户，无法删除' })
  await a.as.refused('orgNotEmpty', org.remove, { body: { ids: [empty] } })
  expect(await statusOf(id)).toBe(0)
})

test('D-53 a disabled examiner is replaced by the fallback within a minute, and the log says so', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const id = await submitted(a.as, user.save, { body: draft() })
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [b.id] } })
  await recheckAll(server.kernel)
  const detail = await server.admin.call(review.byId, { query: { id } })
  expect(detail.steps.map(step => step.result)).toEqual(['提交', '失效', '转交'])
  expect(detail.plan[0]!.users).toEqual(expect.arrayContaining([expect.objectContaining({ id: '1', state: 'open' })]))
  expect(await pass(server.admin, id)).toBe(1)
})

test('X-EXAMINE-08, X-EXAMINE-09 reviews can be switched on only with examiners who may act', async () => {
  const stranger = await server.given.user()
  const body = { openUserExamine: 1, openOrgExamine: 0, userExaminerIds: [] as string[], orgExaminerIds: [] as string[] }
  await server.admin.refused('examinerMissing', review.saveSetting, { body })
  const { message } = await server.admin.refused('examinerUnfit', review.saveSetting, { body: { ...body, userExaminerIds: [stranger] } })
  expect(message).toContain('没有审核页面的权限')
  const b = await examiner(server)
  await setReview(server, { user: [b.id] })
  expect(await server.admin.call(review.setting)).toMatchObject({
    openUserExamine: 1,
    openOrgExamine: 0,
    userExaminerIds: [b.id],
    user: { workflow: null, examiners: [{ id: b.id, problem: null }] },
  })
  await server.admin.call(review.saveSetting, { body: await server.admin.call(review.setting) })
})

test('D-09, X-EXAMINE-09 the switches of the review settings take true and false, and 1 and 0', async () => {
  const b = await examiner(server)
  for (const [on, off] of [
    [true, false],
    [1, 0],
  ] as const) {
    const body = { openUserExamine: on, openOrgExamine: off, userExaminerIds: [b.id], orgExaminerIds: [] }
    await server.admin.call(review.saveSetting, { body })
    expect(await server.admin.call(review.setting)).toMatchObject({ openUserExamine: 1, openOrgExamine: 0 })
    await server.admin.call(review.saveSetting, { body: { ...body, openUserExamine: off } })
    expect(await server.admin.call(review.setting)).toMatchObject({ openUserExamine: 0 })
  }
  for (const value of ['true', 2, null])
    expect((await server.admin.send(review.saveSetting, { body: { openUserExamine: value } })).envelope.code).not.toBe('success')
})

test('D-53 a rejected request is submitted again with what was sent, without secrets', async () => {
  const [a, b] = [await clerk(server), await examiner(server)]
  await setReview(server, { user: [b.id] })
  const body = draft({ remark: '第一次' })
  const id = await submitted(a.as, user.save, { body })
  await b.as.call(review.reject, { body: { ids: [id], opinion: '备注不对' } })
  const { form: sent } = await a.as.call(review.own, { query: { id } })
  expect(sent).toMatchObject({ userName: body.userName, remark: '第一次' })
  expect(sent).not.toHaveProperty('phone')
  const again = await submitted(a.as, user.save, { body: { ...sent, remark: '第二次', phone: body.phone, review: { fromId: id } } })
  expect(await a.as.call(review.own, { query: { id: again } })).toMatchObject({ fromId: id })
  await b.as.refused('examineMissing', review.own, { query: { id } })
})
