import { afterAll, beforeAll, expect, test } from 'vitest'
import { app } from '@hufu/contract/apps/app'
import { authorize } from '@hufu/contract/apps/authorize'
import { timeline } from '@hufu/contract/audit/timeline'
import { dataHistory } from '@hufu/contract/operations/data-history'
import { role } from '@hufu/contract/permission/role'
import { separation } from '@hufu/contract/permission/separation'
import { org } from '@hufu/contract/directory/org'
import { workGroup } from '@hufu/contract/directory/work-group'
import { user } from '@hufu/contract/directory/user'
import { review } from '@hufu/contract/governance/review'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { made } from '../../../../test/made.ts'
import { lastRecord } from '../../../../test/records.ts'
import { clerk, examiner, setReview } from '../../../../test/reviews.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PAGE = '/organiz/index'
const newest = async (call: (typeof timeline)[keyof typeof timeline], id: string) =>
  (await server.admin.call(call, { query: { id } })).entries[0]!
/** The query that takes back the newest entry of the object's timeline. */
const entryOf = async (call: (typeof timeline)[keyof typeof timeline], id: string) => ({
  query: { id, changeId: (await newest(call, id)).restoreId! },
})
const personOf = (id: string) => server.admin.call(user.byId, { query: { id } })
async function edit(who: Subject, id: string, patch: Record<string, unknown>) {
  const { userName, realName, jobs } = await personOf(id)
  await who.call(user.update, { body: { id, userName, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType })), ...patch } })
}
/** An administrator of a branch with these pages, and a user in it and one outside. */
async function branchOf(...pages: string[]) {
  const branch = await server.given.org()
  const [boss, inside, outside] = [
    await server.given.user({ org: branch }),
    await server.given.user({ org: branch }),
    await server.given.user(),
  ]
  await server.given.gradeAdmin(boss, branch, 1, ...pages)
  return { branch, boss, inside, outside, they: await server.as(boss) }
}

test('X-HISTORY-05 whoever may change a user takes back an entry of the timeline, which says what it would do before', async () => {
  const { id: clerkId, as: they } = await clerk(server)
  const id = await server.given.user({ realName: '甲', remark: '旧' })
  await edit(server.admin, id, { realName: '乙', remark: '新' })
  const entry = await entryOf(timeline.ofUser, id)
  expect(await they.call(dataHistory.previewOfUser, entry)).toEqual({
    parts: [
      { id: entry.query.changeId, fields: expect.toSatisfy(names => names.toSorted().join() === '备注,姓名'), left: [], refusal: null },
    ],
    refusal: null,
    isReviewed: false,
  })
  expect(await personOf(id)).toMatchObject({ realName: '乙', remark: '新' })
  await they.call(dataHistory.restoreOfUser, entry)
  expect(await personOf(id)).toMatchObject({ realName: '甲', remark: '旧' })
  expect(await lastRecord(server)).toMatchObject({ module: 'dataHistory', operateType: 'restoreOfUser', target: id, userId: clerkId })
  const { entries } = await server.admin.call(timeline.ofUser, { query: { id } })
  expect(entries.slice(0, 2)).toMatchObject([
    { module: 'dataHistory', operateType: 'restoreOfUser', kind: 'change', isUndone: false },
    { module: 'user', operateType: 'update', restoreId: null, isUndone: true },
  ])
  await they.refused('historySame', dataHistory.restoreOfUser, entry)
  expect((await they.call(dataHistory.previewOfUser, entry)).refusal).toBe('没有可恢复的差异')
})

test('X-HISTORY-05 a move to another organisation is taken back as a whole, also one that replaced the job', async () => {
  const [from, to] = [await server.given.org(), await server.given.org()]
  const moved = await server.given.user({ org: from, others: [to] })
  const { as: they } = await clerk(server)
  await they.call(user.transferMainJob, { body: { userIds: [moved], newOrgId: to } })
  await they.call(dataHistory.restoreOfUser, await entryOf(timeline.ofUser, moved))
  const [, move] = (await server.admin.call(timeline.ofUser, { query: { id: moved } })).entries
  expect(move).toMatchObject({ operateType: 'transferMainJob', isUndone: true, restoreId: null })
  const jobsOf = async (id: string) => (await personOf(id)).jobs.map(({ orgId, jobType }) => ({ orgId, jobType }))
  expect(await jobsOf(moved)).toEqual([{ orgId: from, jobType: 1 }, { orgId: to, jobType: 2 }]) // prettier-ignore
  const edited = await server.given.user({ org: from })
  await edit(they, edited, { jobs: [{ orgId: to, jobType: 1 }] })
  await they.call(dataHistory.restoreOfUser, await entryOf(timeline.ofUser, edited))
  expect(await jobsOf(edited)).toEqual([{ orgId: from, jobType: 1 }])
})

test('X-HISTORY-05 a field that was changed again since is not taken back, and the sentence names it', async () => {
  const id = await server.given.user({ realName: '一' })
  await edit(server.admin, id, { realName: '二' })
  const entry = await entryOf(timeline.ofUser, id)
  await edit(server.admin, id, { realName: '三' })
  expect((await server.admin.call(dataHistory.previewOfUser, entry)).refusal).toBe('以下字段之后又有修改，不能还原：姓名')
  await server.admin.refused('historyChangedSince', dataHistory.restoreOfUser, entry)
})

test('X-HISTORY-05 entries of an organisation, an application and a role are taken back by whoever may change them', async () => {
  const { as: they } = await clerk(server)
  const orgId = await server.given.org({ name: '原机构' })
  const { code } = await server.admin.call(org.byId, { query: { id: orgId } })
  await server.admin.call(org.update, { body: { id: orgId, name: '新机构', code } })
  await they.call(dataHistory.restoreOfOrg, await entryOf(timeline.ofOrg, orgId))
  expect((await server.admin.call(org.byId, { query: { id: orgId } })).name).toBe('原机构')
  const manager = await server.given.user()
  await server.given.role(manager, '/app/list#*', '/system/systemRoleIndex#*')
  const asManager = await server.as(manager)
  const appId = await server.given.app()
  await server.admin.call(app.setStatus, { query: { status: '0' }, body: { ids: [appId] } })
  await asManager.call(dataHistory.restoreOfApp, await entryOf(timeline.ofApp, appId))
  expect((await server.admin.call(app.byId, { query: { id: appId } })).status).toBe(1)
  const { id: roleId } = await server.admin.call(role.save, { body: { name: '原角色', code: 'line_role' } })
  const { version } = await server.admin.call(role.byId, { query: { id: roleId } })
  await server.admin.call(role.update, { body: { id: roleId, name: '新角色', code: 'line_role', version } })
  await asManager.call(dataHistory.restoreOfRole, await entryOf(timeline.ofRole, roleId))
  expect((await server.admin.call(role.byId, { query: { id: roleId } })).name).toBe('原角色')
})

test('D-34 a delegated administrator takes back entries of users of their branch, not of others', async () => {
  const { they, inside, outside, branch } = await branchOf(PAGE)
  for (const id of [inside, outside]) await edit(server.admin, id, { realName: '改名' })
  await they.call(dataHistory.restoreOfUser, await entryOf(timeline.ofUser, inside))
  expect((await personOf(inside)).realName).not.toBe('改名')
  const foreign = await entryOf(timeline.ofUser, outside)
  for (const call of [dataHistory.previewOfUser, dataHistory.restoreOfUser]) await they.refused('userMissing', call, foreign)
  // A second job in the branch shows the user to them, but the account is administered elsewhere (N-02).
  const visiting = await server.given.user({ others: [branch] })
  await edit(server.admin, visiting, { realName: '改名' })
  await they.refused('accountElsewhere', dataHistory.restoreOfUser, await entryOf(timeline.ofUser, visiting))
  expect((await personOf(visiting)).realName).toBe('改名')
  // A change of another object is not reached by the id of one's own.
  const { changeId } = foreign.query
  for (const call of [dataHistory.previewOfUser, dataHistory.restoreOfUser])
    await they.refused('historyMissing', call, { query: { id: inside, changeId } })
  expect((await personOf(outside)).realName).toBe('改名')
})

test('D-34 a delegated administrator does not move a user back to an organisation out of their scope', async () => {
  const { they, branch, outside } = await branchOf(PAGE)
  await server.admin.call(user.transferMainJob, { body: { userIds: [outside], newOrgId: branch } })
  const entry = await entryOf(timeline.ofUser, outside)
  const { refusal } = await they.call(dataHistory.previewOfUser, entry)
  expect(refusal).not.toBeNull()
  const { code } = (await they.send(dataHistory.restoreOfUser, entry)).envelope
  expect(code).not.toBe('success')
  expect((await personOf(outside)).jobs).toMatchObject([{ orgId: branch, jobType: 1 }])
})

test('N-01 taking back an entry needs the permission to change the record, and that of each call it makes', async () => {
  const reader = await server.given.user()
  await server.given.role(reader, `${PAGE}#user-detail`)
  const editor = await server.given.user()
  await server.given.role(editor, `${PAGE}#edit-user`)
  const id = await server.given.user()
  await server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [id] } })
  const entry = await entryOf(timeline.ofUser, id)
  const [asReader, asEditor] = [await server.as(reader), await server.as(editor)]
  for (const call of [dataHistory.previewOfUser, dataHistory.restoreOfUser]) await asReader.refused('forbidden', call, entry)
  await asEditor.refused('forbidden', dataHistory.restoreOfUser, entry)
  expect((await asEditor.call(dataHistory.previewOfUser, entry)).refusal).not.toBeNull()
  expect((await personOf(id)).status).toBe(0)
  await asEditor.refused('forbidden', dataHistory.restore, { query: { id: entry.query.changeId } })
})

test('N-02 nobody gives back by an entry a right that they do not hold: a role beyond their own, and a grant in a branch', async () => {
  const { as: they } = await clerk(server)
  const high = await server.given.role(await server.given.user(), '/audit/operation#*')
  const id = await server.given.user()
  await server.admin.call(role.addUser, { body: { id: high, userIds: [id] } })
  await server.admin.call(role.removeUser, { body: { id: high, userIds: [id] } })
  const lost = await entryOf(timeline.ofUser, id)
  await they.refused('forbidden', dataHistory.restoreOfUser, lost)
  const roles = await server.given.user()
  await server.given.role(roles, `${PAGE}#*`, '/system/systemRoleIndex#*')
  await (await server.as(roles)).refused('beyondOwn', dataHistory.restoreOfUser, lost)
  expect((await server.admin.call(role.pageUser, { query: { id: high } })).records.map(row => row.id)).not.toContain(id)
  await server.given.forDelegations('/authorize/index')
  const { they: boss, inside } = await branchOf(PAGE, '/authorize/index')
  const appId = await server.given.app()
  await server.admin.call(authorize.save, { body: { targetType: 'user', targetIds: [inside], apps: [{ appId, roleIds: [] }] } })
  const grants = () => server.kernel.db.selectFrom('appGrant').select('id').where('subjectId', '=', inside).execute()
  await server.admin.call(authorize.remove, { body: { ids: (await grants()).map(row => row.id) } })
  const taken = await entryOf(timeline.ofUser, inside)
  await boss.refused('grantBeyondOwn', dataHistory.restoreOfUser, taken)
  expect((await boss.call(dataHistory.previewOfUser, taken)).refusal).not.toBeNull()
  expect(await grants()).toEqual([])
})

test('N-02 a role for all users does not widen what a delegation allows: membership of a group that gives an application', async () => {
  await server.given.forDelegations('/organiz/work-group')
  const { branch, boss, inside } = await branchOf('/organiz/work-group')
  await server.given.role(boss, `${PAGE}#*`)
  const { id: groupId } = made(
    await server.admin.call(workGroup.save, { body: { name: `组${branch}`, code: `G${server.given.next()}`, orgId: branch } }),
  )
  await server.admin.call(workGroup.saveMembers, { query: { id: groupId }, body: [inside] })
  await server.admin.call(workGroup.saveMembers, { query: { id: groupId }, body: [] })
  const entry = await entryOf(timeline.ofUser, inside)
  const they = await server.as(boss)
  expect((await they.call(dataHistory.previewOfUser, entry)).refusal).toBeNull()
  await server.given.grant({ subjectType: 'workGroup', subjectId: groupId, appId: await server.given.app() })
  await they.refused('givesBeyondOwn', dataHistory.restoreOfUser, entry)
  expect((await they.call(dataHistory.previewOfUser, entry)).refusal).not.toBeNull()
  expect(await server.admin.call(workGroup.members, { query: { workGroupId: groupId } })).toEqual([])
})

test('N-05 taking back an entry asks for a recent proof of identity', async () => {
  const { id: clerkId, as: they } = await clerk(server)
  const id = await server.given.user()
  await edit(server.admin, id, { realName: '改名' })
  const entry = await entryOf(timeline.ofUser, id)
  await server.kernel.db.updateTable('session').set({ provenAt: '2001-01-01 00:00:00' }).where('userId', '=', clerkId).execute()
  await they.refused('stepUpNeeded', dataHistory.restoreOfUser, entry)
  await they.call(dataHistory.previewOfUser, entry)
})

test('X-EXAMINE-04 where changes of users are reviewed, taking back an entry is submitted and done once it is approved', async () => {
  const { as: they } = await clerk(server)
  const decider = await examiner(server)
  const id = await server.given.user({ realName: '原名' })
  await edit(server.admin, id, { realName: '错名' })
  await setReview(server, { user: [decider.id] })
  const entry = await entryOf(timeline.ofUser, id)
  expect(await they.call(dataHistory.previewOfUser, entry)).toMatchObject({ refusal: null, isReviewed: true })
  expect(await they.call(dataHistory.restoreOfUser, entry)).toMatchObject({ examineId: expect.any(String) })
  expect((await personOf(id)).realName).toBe('错名')
  const { records } = await decider.as.call(review.pageUser, { query: {} })
  await decider.as.call(review.pass, { body: { ids: records.map(row => row.id) } })
  expect((await personOf(id)).realName).toBe('原名')
  // An edit of a field and of the organisation goes back by one request.
  const [from, to] = [await server.given.org(), await server.given.org()]
  const both = await server.given.user({ realName: '旧', org: from })
  await edit(server.admin, both, { realName: '新', jobs: [{ orgId: to, jobType: 1 }] })
  await they.call(dataHistory.restoreOfUser, await entryOf(timeline.ofUser, both))
  const pending = await decider.as.call(review.pageUser, { query: {} })
  const mine = pending.records.filter(row => row.objectId === both)
  expect(mine).toHaveLength(1)
  await decider.as.call(review.pass, { body: { ids: mine.map(row => row.id) } })
  expect(await personOf(both)).toMatchObject({ realName: '旧', jobs: [{ orgId: from, jobType: 1 }] })
  await setReview(server, {})
})

test('N-14 while duties are separated nobody takes back an entry alone: the audit administrator asks, the security administrator confirms', async () => {
  await setReview(server, {})
  const officers: Record<string, string> = {}
  for (const segregatedRole of ['system', 'security', 'audit']) {
    officers[segregatedRole] = await server.given.user()
    await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [officers[segregatedRole]] } })
  }
  const id = await server.given.user({ realName: '三员前' })
  await edit(server.admin, id, { realName: '三员后' })
  const entry = await entryOf(timeline.ofUser, id)
  const [system, security, audit] = [
    await server.as(officers.system!),
    await server.as(officers.security!),
    await server.as(officers.audit!),
  ]
  for (const one of [audit, security]) await one.call(separation.agree, { body: { wish: true } })
  server.kernel.sessions.forget()
  await system.refused('restoreNotAsked', dataHistory.restoreOfUser, entry)
  expect((await system.call(dataHistory.previewOfUser, entry)).refusal).toMatch('三员分立模式下')
  for (const one of [security, audit]) await one.refused('forbidden', dataHistory.restoreOfUser, entry)
  await audit.call(dataHistory.askRestore, { body: { id: entry.query.changeId, reason: '误改' } })
  await system.refused('restoreNotAsked', dataHistory.restoreOfUser, entry)
  await security.call(dataHistory.restore, { query: { id: entry.query.changeId } })
  const now = await server.kernel.db.selectFrom('users').select('realName').where('id', '=', id).executeTakeFirstOrThrow()
  expect(now.realName).toBe('三员前')
})
