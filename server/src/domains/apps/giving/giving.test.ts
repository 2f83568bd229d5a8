import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appUser } from '@hufu/contract/apps/app-user'
import { authorize } from '@hufu/contract/apps/authorize'
import type { AnyCall } from '@hufu/contract/call'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import type { GrantSubject } from '../../../../test/given.ts'
import { finished, startTestServer, type TestServer, type Subject } from '../../../../test/harness.ts'
import { downloaded, sheet } from '../../../../test/sheets.ts'
import { newId } from '../../../platform/database/ids.ts'
import { lockMembers } from '../../directory/rule/keep.sql.ts'
import { accessOf } from '../access/access.ts'
import { appUserId } from '../app-user/app-user-id.ts'

/** N-02 by every road: what one puts people under gives them no right which one does not hold (docs/decisions/0039). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const PAGES = ['/organiz/index', '/organiz/org-list', '/organiz/user-label', '/organiz/work-group', '/organiz/stripe-org', '/authorize/index', '/app/user'] // prettier-ignore

/** A branch, its administrator, two people in it, and one of each kind of subject; `held` and `unheld` are applications. */
async function branch() {
  const { given } = server
  await given.forDelegations(...PAGES)
  const root = await given.org()
  const [office, other] = [
    await given.org({ parentId: root, code: `IN${given.next()}` }),
    await given.org({ parentId: root, code: `TO${given.next()}` }),
  ]
  const self = await given.user({ org: office })
  await given.gradeAdmin(self, root, 1, ...PAGES)
  const person = await given.user({ org: office })
  const [held, unheld] = [await given.app(), await given.app({ name: `财务${given.next()}` })]
  const heldRole = await given.appRole(held, { name: '经理' })
  await given.grant({ subjectType: 'user', subjectId: self, appId: held })
  const [labelId, postId, groupId, stripeId] = [newId(), newId(), newId(), newId()]
  await db().insertInto('userLabel').values({ id: labelId, name: `标签${labelId}` }).execute() // prettier-ignore
  await db().insertInto('standing').values({ id: postId, kind: 'post', name: `岗位${postId}`, code: postId }).execute() // prettier-ignore
  await db().insertInto('workGroup').values({ id: groupId, name: groupId, code: groupId, orgId: root }).execute() // prettier-ignore
  await db().insertInto('stripe').values({ id: stripeId, name: stripeId, code: stripeId }).execute() // prettier-ignore
  return { root, office, other, self, person, held, unheld, heldRole, labelId, postId, groupId, stripeId, as: await server.as(self) }
}
type Branch = Awaited<ReturnType<typeof branch>>

const nameOf = async (id: string) => (await db().selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName // prettier-ignore
const codeOf = async (id: string) => (await db().selectFrom('org').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code
const opens = async (userId: string, appId: string) => (await accessOf(db(), { userId, appId })) !== undefined

/** The form of a person as it stands. */
async function form(id: string) {
  const { realName, jobs } = await server.admin.call(user.byId, { query: { id } })
  return { id, realName, jobs: jobs.map(({ orgId, jobType }) => ({ orgId, jobType, stationId: null as string | null })) }
}

interface Road {
  name: string
  /** What the rights hang on. */
  subject: (at: Branch) => GrantSubject
  /** Puts the person under it; answers what was said. */
  go: (at: Branch, as: Subject, id: string) => Promise<string>
}
const send = async <C extends AnyCall>(as: Subject, call: C, input: Parameters<Subject['send']>[1]) => {
  const { envelope } = await as.send(call as AnyCall, input)
  return envelope.code === 'success' ? '' : `${envelope.code} ${envelope.message}`
}
/** A sheet: what its result says of the one row, '' where it was carried out. */
async function carried(as: Subject, call: AnyCall, titles: string[], row: (string | null)[]) {
  const end = await finished(as, (await as.call(call as typeof user.importUpdate, { file: await sheet(titles, [row]) })) as string)
  return end.fileId === null ? '' : JSON.stringify((await downloaded(as, end.fileId)).rows)
}
const label = ({ labelId }: Branch): GrantSubject => ({ subjectType: 'label', subjectId: labelId })
const post = ({ postId }: Branch): GrantSubject => ({ subjectType: 'post', subjectId: postId })
const place = ({ other }: Branch): GrantSubject => ({ subjectType: 'org', subjectId: other })
const roads: Road[] = [
  { name: 'a label', subject: label, go: ({ labelId }, as, id) => send(as, userLabel.addUser, { body: { labelId, userIds: [id] } }) },
  { name: 'the labels of the form', subject: label, go: async ({ labelId }, as, id) => send(as, user.update, { body: { ...(await form(id)), labelIds: [labelId] } }) }, // prettier-ignore
  { name: 'the column of a sheet', subject: label, go: async ({ labelId }, as, id) => carried(as, user.importUpdate, ['用户名', '标签'], [await nameOf(id), `标签${labelId}`]) }, // prettier-ignore
  {
    name: 'labels merged',
    subject: label,
    go: async ({ labelId }, as, id) => {
      const plain = (await as.call(userLabel.save, { body: { name: `合并${newId()}` } })).id
      await as.call(userLabel.addUser, { body: { labelId: plain, userIds: [id] } })
      return send(as, userLabel.merge, { body: { ids: [plain], targetId: labelId } })
    },
  },
  {
    name: 'a post in the form',
    subject: post,
    go: async ({ postId }, as, id) => {
      const sent = await form(id)
      return send(as, user.update, { body: { ...sent, jobs: sent.jobs.map(job => ({ ...job, stationId: postId })) } })
    },
  },
  { name: 'a post in a sheet', subject: post, go: async ({ postId }, as, id) => carried(as, user.importUpdate, ['用户名', '岗位'], [await nameOf(id), `岗位${postId}`]) }, // prettier-ignore
  { name: 'a work group', subject: ({ groupId }) => ({ subjectType: 'workGroup', subjectId: groupId }), go: ({ groupId }, as, id) => send(as, workGroup.saveMembers, { query: { id: groupId }, body: [id] }) }, // prettier-ignore
  {
    name: 'a second job in the form',
    subject: place,
    go: async ({ other }, as, id) => {
      const sent = await form(id)
      return send(as, user.update, { body: { ...sent, jobs: [...sent.jobs, { orgId: other, jobType: 2 }] } })
    },
  },
  { name: 'a second job in a sheet', subject: place, go: async ({ other }, as, id) => carried(as, user.importInsertUserOrg, ['用户名', '机构编码', '任职类型'], [await nameOf(id), await codeOf(other), '兼职']) }, // prettier-ignore
  { name: 'a move of the main job', subject: place, go: ({ office, other }, as, id) => send(as, user.transferMainJob, { body: { userIds: [id], oldOrgId: office, newOrgId: other } }) }, // prettier-ignore
  { name: 'a move of the main job in a sheet', subject: place, go: async ({ other }, as, id) => carried(as, user.importUpdate, ['用户名', '机构编码'], [await nameOf(id), await codeOf(other)]) }, // prettier-ignore
  { name: 'a line', subject: ({ stripeId }) => ({ subjectType: 'stripe', subjectId: stripeId }), go: ({ stripeId, office }, as) => send(as, businessLine.addOrg, { body: { stripeId, orgIds: [office] } }) }, // prettier-ignore
  { name: 'a move of the organisation', subject: place, go: ({ other, office }, as) => send(as, org.move, { body: { ids: [office], targetParentId: other } }) }, // prettier-ignore
  { name: 'a move of the organisation in a sheet', subject: place, go: async ({ other, office }, as) => carried(as, org.importUpdate, ['机构编码', '上级机构编码'], [await codeOf(office), await codeOf(other)]) }, // prettier-ignore
  {
    name: 'a rank that a rule asks for',
    subject: label,
    go: async ({ labelId }, as, id) => {
      const rankId = newId()
      await db().insertInto('standing').values({ id: rankId, kind: 'rank', name: rankId, code: rankId }).execute()
      await db().deleteFrom('userLabelMember').where('labelId', '=', labelId).execute()
      const grants = await db().selectFrom('appGrant').selectAll().where('subjectId', '=', labelId).execute()
      await db().deleteFrom('userLabel').where('id', '=', labelId).execute()
      await db().insertInto('userLabel').values({ id: labelId, name: `标签${labelId}`, rule: JSON.stringify({ match: 'all', conditions: [{ field: 'rank', ids: [rankId] }] }) }).execute() // prettier-ignore
      await db().insertInto('appGrant').values(grants).execute()
      const sent = await form(id)
      return send(as, user.update, { body: { ...sent, jobs: sent.jobs.map(job => ({ ...job, rankId })) } })
    },
  },
]

describe.each(roads)('$name', ({ subject, go }) => {
  test('N-02 gives nobody an application which the delegated administrator does not hold', async () => {
    const at = await branch()
    await server.given.grant({ ...subject(at), appId: at.unheld })
    const said = await go(at, at.as, at.person)
    expect(said).toContain('您自己未拥有的')
    expect(said).toContain('财务')
    expect([await opens(at.person, at.unheld), await opens(at.self, at.unheld)]).toEqual([false, false])
  })

  test('N-02 gives nobody a role of an application, nor what a permission group holds, which the delegated administrator does not hold', async () => {
    const at = await branch()
    const groupId = await server.given.authGroup()
    await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, appId: at.held, roleId: at.heldRole })
    await server.given.grant({ ...subject(at), groupId })
    expect(await go(at, at.as, at.person)).toContain('经理')
    expect((await accessOf(db(), { userId: at.person, appId: at.held }))?.roles ?? []).toEqual([])
  })

  test('N-02 gives what the delegated administrator holds', async () => {
    const at = await branch()
    await server.given.grant({ ...subject(at), appId: at.held })
    expect(await go(at, at.as, at.person)).toBe('')
  })
})

describe.each(roads.filter(({ name }) => !/^(a line|a move of the organisation)/.test(name)))('$name', ({ subject, go }) => {
  test('N-02 puts nobody who administers a branch under what carries a right, though they hold it', async () => {
    const at = await branch()
    await server.given.grant({ ...subject(at), appId: at.held })
    expect(await go(at, at.as, at.self)).toContain('不能使自己得到')
  })
})

test('N-02 whoever stood under it already may be edited, moved within it and given a second job within it', async () => {
  const at = await branch()
  await server.given.grant({ subjectType: 'org', subjectId: at.root, appId: at.unheld })
  await db().insertInto('appAccount').values({ appId: at.unheld, userId: at.self, status: 0 }).execute() // prettier-ignore
  expect(await opens(at.self, at.unheld)).toBe(false)
  const sent = await form(at.person)
  await at.as.call(user.update, { body: { ...sent, jobs: [...sent.jobs, { orgId: at.other, jobType: 2 }] } })
  await at.as.call(user.transferMainJob, { body: { userIds: [at.person], oldOrgId: at.office, newOrgId: at.other } })
  await at.as.call(org.move, { body: { ids: [at.office], targetParentId: at.other } })
  // Nobody new comes in.
  const { envelope } = await at.as.send(user.save, { body: { userName: `n${server.given.next()}`, realName: '新人', passwordType: 2, jobs: [{ orgId: at.other, jobType: 1 }] } }) // prettier-ignore
  expect(envelope).toMatchObject({ code: '4403', message: expect.stringContaining('财务') })
})

test('N-02 what rests counts: a disabled label, a grant that has not begun, a disabled role', async () => {
  const at = await branch()
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld, beginTime: '2099-01-01 00:00:00' })
  const add = () => at.as.refused('givesBeyondOwn', userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
  await add()
  await db().updateTable('userLabel').set({ status: 0 }).where('id', '=', at.labelId).execute()
  await add()
  await db().updateTable('appGrant').set({ beginTime: null, endTime: '2020-01-01 00:00:00' }).where('subjectId', '=', at.labelId).execute()
  await at.as.call(userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
})

test('N-02 nobody wakes what carries a right they do not hold: an organisation, a label, a work group', async () => {
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

test('N-02, N-11 a recovered person does not bring back, by whoever does not hold it, what hung on their labels, which is named', async () => {
  const at = await branch()
  await db().insertInto('userLabelMember').values({ userId: at.person, labelId: at.labelId }).execute()
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld })
  await at.as.call(user.remove, { body: { ids: [at.person] } })
  expect(await at.as.call(user.recover, { query: { userId: at.person } })).toMatchObject({ leftOut: [{ kind: 'label' }] })
  expect(await db().selectFrom('userLabelMember').selectAll().where('userId', '=', at.person).execute()).toEqual([])
})

test('N-02 a batch in which one person would get more is refused whole; in a sheet it is that row alone', async () => {
  const at = await branch()
  await server.given.grant({ subjectType: 'org', subjectId: at.other, appId: at.unheld })
  const names = [`b${server.given.next()}`, `b${server.given.next()}`]
  const file = await sheet(['用户名', '姓名', '机构编码'], [[names[0]!, '新人', await codeOf(at.office)], [names[1]!, '新人', await codeOf(at.other)]]) // prettier-ignore
  expect(await finished(at.as, await at.as.call(user.importInsert, { file }))).toMatchObject({ message: '成功1条，失败1条' })
  const [second, third] = [await server.given.user({ org: at.office }), await server.given.user({ org: at.office })]
  await server.given.grant({ subjectType: 'user', subjectId: second, appId: at.unheld })
  const move = (userIds: string[]) => ({ body: { userIds, oldOrgId: at.office, newOrgId: at.other } })
  await at.as.refused('givesBeyondOwn', user.transferMainJob, move([second, third]))
  expect(await at.as.call(user.transferMainJob, move([second]))).toBe(1)
})

/** The person is shut out of the application the caller holds; answers how the caller lets them in again. */
async function shutOut({ as, person, held }: Branch) {
  await db().insertInto('appAccount').values({ appId: held, userId: person, status: 0 }).execute()
  const { seq } = await db().selectFrom('app').select('seq').where('id', '=', held).executeTakeFirstOrThrow()
  const order = { query: { status: 1 }, body: { ids: [appUserId(seq!, person)] } }
  return {
    letIn: () => as.call(appUser.setStatus, order),
    refused: () => as.refused('givesBeyondOwn', appUser.setStatus, order),
  }
}

test('N-02 nobody lets a user into an application where a rule is about to give them a role the caller does not hold', async () => {
  const at = await branch()
  const { letIn, refused } = await shutOut(at)
  const [rankId, labelId] = [newId(), newId()]
  await db().insertInto('standing').values({ id: rankId, kind: 'rank', name: rankId, code: rankId }).execute()
  const rule = JSON.stringify({ match: 'all', conditions: [{ field: 'rank', ids: [rankId] }] })
  await db().insertInto('userLabel').values({ id: labelId, name: labelId, rule }).execute()
  await server.given.grant({ subjectType: 'label', subjectId: labelId, appId: at.held, roleId: at.heldRole })
  // Whoever keeps the members by rule waits: they are still to come.
  await db()
    .transaction()
    .execute(async holding => {
      await lockMembers(holding)
      const sent = await form(at.person)
      await server.admin.call(user.update, { body: { ...sent, jobs: sent.jobs.map(job => ({ ...job, rankId })) } })
      expect((await refused()).message).toContain('经理')
    })
  await server.given.grant({ subjectType: 'user', subjectId: at.self, appId: at.held, roleId: at.heldRole })
  expect(await letIn()).toBe(1)
})

test('N-02 whoever lets a user into an application must hold what rests there for them: a grant not begun, a disabled label', async () => {
  const at = await branch()
  const { letIn, refused } = await shutOut(at)
  const way = { appId: at.held, roleId: at.heldRole }
  const later = await server.given.grant({ subjectType: 'user', subjectId: at.person, ...way, beginTime: '2099-01-01 00:00:00' })
  await refused()
  await db().deleteFrom('appGrant').where('id', '=', later).execute()
  await db().insertInto('userLabelMember').values({ userId: at.person, labelId: at.labelId }).execute()
  await db().updateTable('userLabel').set({ status: 0 }).where('id', '=', at.labelId).execute()
  const ofLabel = await server.given.grant({ subjectType: 'label', subjectId: at.labelId, ...way })
  await refused()
  await db().updateTable('appGrant').set({ endTime: '2020-01-01 00:00:00' }).where('id', '=', ofLabel).execute()
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld })
  expect(await letIn()).toBe(1)
})

test('N-02 what a permission group will only give later is not yet had', async () => {
  const at = await branch()
  const groupId = await server.given.authGroup()
  const way = { appId: at.held, roleId: at.heldRole }
  await server.given.grant({ subjectType: 'user', subjectId: at.person, groupId })
  await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, ...way, beginTime: '2099-01-01 00:00:00' })
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, ...way })
  await at.as.refused('givesBeyondOwn', userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
})

test('N-02 no plain user comes under a rule that carries a right by changing what they may change about themselves', async () => {
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

test('N-02 whoever has a role puts nobody but themselves under what they do not hold', async () => {
  const at = await branch()
  const [clerk, person] = [await server.given.user(), await server.given.user()]
  await server.given.role(clerk, '/organiz/user-label#*')
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld })
  const as = await server.as(clerk)
  await as.call(userLabel.addUser, { body: { labelId: at.labelId, userIds: [person] } })
  await as.refused('givesOneself', userLabel.addUser, { body: { labelId: at.labelId, userIds: [clerk] } })
})

test('N-02, T14 an organisation is not moved to where its administrators would do more with it than whoever moves it', async () => {
  const at = await branch()
  const boss = await server.given.user({ org: at.other })
  await server.given.gradeAdmin(boss, at.other, 1, '/organiz/index', '/system/gradeAdmins')
  await at.as.refused('movesBeyondOwn', org.move, { body: { ids: [at.office], targetParentId: at.other } })
  await server.admin.call(delegatedAdmin.remove, { body: { ids: (await server.admin.call(delegatedAdmin.byUser, { query: { userId: boss } })).map(({ id }) => id) } }) // prettier-ignore
  await at.as.call(org.move, { body: { ids: [at.office], targetParentId: at.other } })
})

test('N-02 nobody gives their own organisation, and so themselves, what they hold no other way', async () => {
  const at = await branch()
  const order = (appId: string) => ({ body: { targetType: 'org' as const, targetIds: [at.office], apps: [{ appId, roleIds: [] }] } })
  await at.as.call(authorize.save, order(at.held))
  const { envelope } = await at.as.send(authorize.save, order(at.unheld))
  expect(envelope.code).toBe('4403')
})

test('N-02 what a transaction has put people under is forgotten once it has been checked', async () => {
  const at = await branch()
  await at.as.call(user.update, { body: { ...(await form(at.person)), realName: '改名' } })
  await at.as.call(userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } })
  expect(await db().selectFrom('rightsChange').select('n').execute()).toEqual([])
})
