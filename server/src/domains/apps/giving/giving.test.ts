import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '@hufu/contract/apps/authorize'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { codeOf, formOf, givingBranch, opens } from '../../../../test/giving-branch.ts'
import { finished, startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sheet } from '../../../../test/sheets.ts'
import { newId } from '../../../platform/database/ids.ts'

/** N-02: what counts as given, and what was there before (docs/decisions/rights.md, 0039). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const branch = () => givingBranch(server)
const form = (id: string) => formOf(server, id)

test('N-02 a user who already has a right may be edited, moved and given a second job where the right stays', async () => {
  const at = await branch()
  await server.given.grant({ subjectType: 'org', subjectId: at.root, appId: at.unheld })
  await db().insertInto('appAccount').values({ appId: at.unheld, userId: at.self, status: 0 }).execute() // prettier-ignore
  expect(await opens(server.kernel, at.self, at.unheld)).toBe(false)
  const sent = await form(at.person)
  await at.as.call(user.update, { body: { ...sent, jobs: [...sent.jobs, { orgId: at.other, jobType: 2 }] } })
  await at.as.call(user.transferMainJob, { body: { userIds: [at.person], oldOrgId: at.office, newOrgId: at.other } })
  await at.as.call(org.move, { body: { ids: [at.office], targetParentId: at.other } })
  // A new user may not be added.
  const { envelope } = await at.as.send(user.save, { body: { userName: `n${server.given.next()}`, realName: '新人', passwordType: 2, jobs: [{ orgId: at.other, jobType: 1 }] } }) // prettier-ignore
  expect(envelope).toMatchObject({ code: '4403', message: expect.stringContaining('财务') })
})

test('N-02 replacing one label by another keeps the rights both give', async () => {
  const at = await branch()
  const labelId = newId()
  await db().insertInto('userLabel').values({ id: labelId, name: `标签${labelId}` }).execute() // prettier-ignore
  await db().insertInto('userLabelMember').values({ userId: at.person, labelId: at.labelId }).execute()
  for (const subjectId of [labelId, at.labelId]) await server.given.grant({ subjectType: 'label', subjectId, appId: at.unheld })
  const sent = await form(at.person)
  await at.as.call(user.update, { body: { ...sent, labelIds: [labelId] } })
  expect(await opens(server.kernel, at.person, at.unheld)).toBe(true)
  // Once the label is removed, it cannot be given again.
  await at.as.call(user.update, { body: { ...sent, labelIds: [] } })
  await at.as.refused('givesBeyondOwn', user.update, { body: { ...sent, labelIds: [at.labelId] } })
})

test('N-02 suspended rights count: a disabled label, a grant not begun, a disabled role', async () => {
  const at = await branch()
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld, beginTime: '2099-01-01 00:00:00' })
  const add = () => at.as.refused('givesBeyondOwn', userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
  await add()
  await db().updateTable('userLabel').set({ status: 0 }).where('id', '=', at.labelId).execute()
  await add()
  await db().updateTable('appGrant').set({ beginTime: null, endTime: '2020-01-01 00:00:00' }).where('subjectId', '=', at.labelId).execute()
  await at.as.call(userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
})

test('N-02 nobody enables an organisation, label or work group with rights they do not hold', async () => {
  const at = await branch()
  await db().insertInto('userLabelMember').values({ userId: at.person, labelId: at.labelId }).execute()
  for (const [subjectType, subjectId, table, call] of [
    ['org', at.office, 'org', org.setStatus],
    ['label', at.labelId, 'userLabel', userLabel.setStatus],
    ['workGroup', at.groupId, 'workGroup', workGroup.setStatus],
  ] as const) {
    await server.given.grant({ subjectType, subjectId, appId: at.unheld })
    await db().updateTable(table).set({ status: 0 }).where('id', '=', subjectId).execute()
    await at.as.refused('givesBeyondOwn', call as typeof org.setStatus, { query: { status: 1 }, body: { ids: [subjectId] } })
  }
})

test('N-02, N-11 a recovered user does not get back labels with rights the caller does not hold, which are named', async () => {
  const at = await branch()
  await db().insertInto('userLabelMember').values({ userId: at.person, labelId: at.labelId }).execute()
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld })
  await at.as.call(user.remove, { body: { ids: [at.person] } })
  expect(await at.as.call(user.recover, { query: { userId: at.person } })).toMatchObject({ leftOut: [{ kind: 'label' }] })
  expect(await db().selectFrom('userLabelMember').selectAll().where('userId', '=', at.person).execute()).toEqual([])
})

test('N-02 a batch in which one user would get too much is refused whole; in a sheet only that row', async () => {
  const at = await branch()
  await server.given.grant({ subjectType: 'org', subjectId: at.other, appId: at.unheld })
  const names = [`b${server.given.next()}`, `b${server.given.next()}`]
  const file = await sheet(['用户名', '姓名', '机构编码'], [[names[0]!, '新人', await codeOf(server.kernel, at.office)], [names[1]!, '新人', await codeOf(server.kernel, at.other)]]) // prettier-ignore
  expect(await finished(at.as, await at.as.call(user.importInsert, { file }))).toMatchObject({ message: '成功1条，失败1条' })
  const [second, third] = [await server.given.user({ org: at.office }), await server.given.user({ org: at.office })]
  await server.given.grant({ subjectType: 'user', subjectId: second, appId: at.unheld })
  const move = (userIds: string[]) => ({ body: { userIds, oldOrgId: at.office, newOrgId: at.other } })
  await at.as.refused('givesBeyondOwn', user.transferMainJob, move([second, third]))
  expect(await at.as.call(user.transferMainJob, move([second]))).toBe(1)
})

test('N-02 what a permission group will grant later does not count as held', async () => {
  const at = await branch()
  const groupId = await server.given.authGroup()
  const path = { appId: at.held, roleId: at.heldRole }
  await server.given.grant({ subjectType: 'user', subjectId: at.person, groupId })
  await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, ...path, beginTime: '2099-01-01 00:00:00' })
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, ...path })
  await at.as.refused('givesBeyondOwn', userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
})

test('N-02 a plain user cannot match a rule with rights by changing their own data', async () => {
  const { given } = server
  const person = await given.user()
  const [labelId, appId] = [newId(), await given.app()]
  const rule = JSON.stringify({
    match: 'all',
    conditions: [
      { field: 'gender', value: 2 },
      { field: 'realName', how: 'equals', text: '特权' },
    ],
  })
  await db().insertInto('userLabel').values({ id: labelId, name: labelId, rule }).execute() // prettier-ignore
  await given.grant({ subjectType: 'label', subjectId: labelId, appId })
  const as = await server.as(person)
  await as.call(user.updateOwn, { body: { gender: 2 } })
  await as.refused('givesOneself', user.updateOwn, { body: { realName: '特权' } })
})

test('N-02 an administrator by role may put others under rights they do not hold, but not themselves', async () => {
  const at = await branch()
  const [clerk, person] = [await server.given.user(), await server.given.user()]
  await server.given.role(clerk, '/organiz/user-label#*')
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld })
  const as = await server.as(clerk)
  await as.call(userLabel.addUser, { body: { labelId: at.labelId, userIds: [person] } })
  await as.refused('givesOneself', userLabel.addUser, { body: { labelId: at.labelId, userIds: [clerk] } })
})

test('N-02, T14 an organisation is not moved to where its administrators would gain more than the mover has', async () => {
  const at = await branch()
  const boss = await server.given.user({ org: at.other })
  await server.given.gradeAdmin(boss, at.other, 1, '/organiz/index', '/system/gradeAdmins')
  await at.as.refused('movesBeyondOwn', org.move, { body: { ids: [at.office], targetParentId: at.other } })
  await server.admin.call(delegatedAdmin.remove, { body: { ids: (await server.admin.call(delegatedAdmin.byUser, { query: { userId: boss } })).map(({ id }) => id) } }) // prettier-ignore
  await at.as.call(org.move, { body: { ids: [at.office], targetParentId: at.other } })
})

test('N-02 nobody grants their own organisation, and so themselves, what they do not hold otherwise', async () => {
  const at = await branch()
  const order = (appId: string) => ({ body: { targetType: 'org' as const, targetIds: [at.office], apps: [{ appId, roleIds: [] }] } })
  await at.as.call(authorize.save, order(at.held))
  await at.as.refused('grantBeyondOwn', authorize.save, order(at.unheld))
})

test('N-02 the record of a transaction’s changes is deleted once checked', async () => {
  const at = await branch()
  await at.as.call(user.update, { body: { ...(await form(at.person)), realName: '改名' } })
  await at.as.call(userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
  expect(await db().selectFrom('rightsChange').select('n').execute()).toEqual([])
})
