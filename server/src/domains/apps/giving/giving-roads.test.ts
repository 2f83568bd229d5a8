import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AnyCall } from '@hufu/contract/call'
import { userLabel } from '@hufu/contract/directory/label'
import { org } from '@hufu/contract/directory/org'
import { businessLine } from '@hufu/contract/directory/business-line'
import { user } from '@hufu/contract/directory/user'
import { workGroup } from '@hufu/contract/directory/work-group'
import { type GrantSubject } from '../../../../test/given.ts'
import { codeOf, formOf, givingBranch, nameOf, opens, type GivingBranch } from '../../../../test/giving-branch.ts'
import { finished, startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { downloaded, sheet } from '../../../../test/sheets.ts'
import { newId } from '../../../platform/database/ids.ts'
import { accessOf } from '../access/paths.sql.ts'

/** N-02: no call that makes people members of something gives rights the caller does not hold (docs/decisions/rights.md, 0039). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const branch = () => givingBranch(server)
const form = (id: string) => formOf(server, id)

interface Road {
  name: string
  /** The subject that has the rights. */
  subject: (at: GivingBranch) => GrantSubject
  /** Makes the user a member of it; returns the outcome. */
  go: (at: GivingBranch, as: Subject, id: string) => Promise<string>
}
const send = async <C extends AnyCall>(as: Subject, call: C, input: Parameters<Subject['send']>[1]) => {
  const { envelope } = await as.send(call as AnyCall, input)
  return envelope.code === 'success' ? '' : `${envelope.code} ${envelope.message}`
}
/** Imports a sheet of one row; returns the result of the row, '' if it was carried out. */
async function carried(as: Subject, call: AnyCall, titles: string[], row: (string | null)[]) {
  const end = await finished(as, (await as.call(call as typeof user.importUpdate, { file: await sheet(titles, [row]) })) as string)
  return end.fileId === null ? '' : JSON.stringify((await downloaded(as, end.fileId)).rows)
}
const label = ({ labelId }: GivingBranch): GrantSubject => ({ subjectType: 'label', subjectId: labelId })
const post = ({ postId }: GivingBranch): GrantSubject => ({ subjectType: 'post', subjectId: postId })
const place = ({ other }: GivingBranch): GrantSubject => ({ subjectType: 'org', subjectId: other })
const roads: Road[] = [
  { name: 'a label', subject: label, go: ({ labelId }, as, id) => send(as, userLabel.addUser, { body: { labelId, userIds: [id] } }) },
  { name: 'the labels of the form', subject: label, go: async ({ labelId }, as, id) => send(as, user.update, { body: { ...(await form(id)), labelIds: [labelId] } }) }, // prettier-ignore
  { name: 'the column of a sheet', subject: label, go: async ({ labelId }, as, id) => carried(as, user.importUpdate, ['用户名', '标签'], [await nameOf(server.kernel, id), `标签${labelId}`]) }, // prettier-ignore
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
  { name: 'a post in a sheet', subject: post, go: async ({ postId }, as, id) => carried(as, user.importUpdate, ['用户名', '岗位'], [await nameOf(server.kernel, id), `岗位${postId}`]) }, // prettier-ignore
  { name: 'a work group', subject: ({ groupId }) => ({ subjectType: 'workGroup', subjectId: groupId }), go: ({ groupId }, as, id) => send(as, workGroup.saveMembers, { query: { id: groupId }, body: [id] }) }, // prettier-ignore
  {
    name: 'a second job in the form',
    subject: place,
    go: async ({ other }, as, id) => {
      const sent = await form(id)
      return send(as, user.update, { body: { ...sent, jobs: [...sent.jobs, { orgId: other, jobType: 2 }] } })
    },
  },
  { name: 'a second job in a sheet', subject: place, go: async ({ other }, as, id) => carried(as, user.importInsertUserOrg, ['用户名', '机构编码', '任职类型'], [await nameOf(server.kernel, id), await codeOf(server.kernel, other), '兼职']) }, // prettier-ignore
  { name: 'a move of the main job', subject: place, go: ({ office, other }, as, id) => send(as, user.transferMainJob, { body: { userIds: [id], oldOrgId: office, newOrgId: other } }) }, // prettier-ignore
  { name: 'a move of the main job in a sheet', subject: place, go: async ({ other }, as, id) => carried(as, user.importUpdate, ['用户名', '机构编码'], [await nameOf(server.kernel, id), await codeOf(server.kernel, other)]) }, // prettier-ignore
  { name: 'a line', subject: ({ stripeId }) => ({ subjectType: 'stripe', subjectId: stripeId }), go: ({ stripeId, office }, as) => send(as, businessLine.addOrg, { body: { stripeId, orgIds: [office] } }) }, // prettier-ignore
  { name: 'a move of the organisation', subject: place, go: ({ other, office }, as) => send(as, org.move, { body: { ids: [office], targetParentId: other } }) }, // prettier-ignore
  { name: 'a move of the organisation in a sheet', subject: place, go: async ({ other, office }, as) => carried(as, org.importUpdate, ['机构编码', '上级机构编码'], [await codeOf(server.kernel, office), await codeOf(server.kernel, other)]) }, // prettier-ignore
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
    const answer = await go(at, at.as, at.person)
    expect(answer).toContain('您自己未拥有的')
    expect(answer).toContain('财务')
    expect([await opens(server.kernel, at.person, at.unheld), await opens(server.kernel, at.self, at.unheld)]).toEqual([false, false])
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
  test('N-02 no call puts an administrator of a branch under a subject with rights, even ones the caller holds', async () => {
    const at = await branch()
    await server.given.grant({ ...subject(at), appId: at.held })
    expect(await go(at, at.as, at.self)).toContain('不能使自己得到')
  })
})
