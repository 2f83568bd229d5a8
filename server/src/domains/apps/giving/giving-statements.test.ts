import { afterAll, beforeAll, expect, test } from 'vitest'
import { userLabel } from '@hufu/contract/directory/label'
import { user } from '@hufu/contract/directory/user'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { phoneOf } from '../../../../test/given.ts'
import { statementsOf } from '../../../../test/statements.ts'
import { newId } from '../../../platform/database/ids.ts'

/** N-02: the cost of the check for a change that gives nobody anything (docs/decisions/rights.md, 0039). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const PAGES = ['/organiz/index', '/organiz/org-list', '/organiz/user-label']

/** A delegated administrator, a user in the branch, and a label with a right the administrator holds. */
async function branch() {
  const { given, kernel } = server
  await given.forDelegations(...PAGES)
  const org = await given.org()
  const [self, person] = [await given.user({ org }), await given.user({ org })]
  await given.gradeAdmin(self, org, 1, ...PAGES)
  const [labelId, appId] = [newId(), await given.app()]
  await kernel.db.insertInto('userLabel').values({ id: labelId, name: labelId }).execute()
  await given.grant({ subjectType: 'label', subjectId: labelId, appId })
  await given.grant({ subjectType: 'user', subjectId: self, appId })
  return { org, self, person, labelId, as: await server.as(self) }
}
type Branch = Awaited<ReturnType<typeof branch>>

const form = (at: Branch, change: object) => ({
  body: { id: at.person, realName: '某人', jobs: [{ orgId: at.org, jobType: 1 as const }], ...change },
})
/** How many statements of a change belong to the check alone. */
const checks = async (at: Branch, act: () => Promise<unknown>) =>
  (await statementsOf(at.self, act)).filter(text => text.includes('rights_change')).length

test.each([
  ['another name', () => ({ realName: '改名' })],
  ['another phone', () => ({ phone: phoneOf(server.given.next() % 1_000_000) })],
  ['another gender', () => ({ gender: 1 as const })],
])('N-02 %s takes the one statement that checks whether rights were given, and no other', async (_, change) => {
  const at = await branch()
  expect(await checks(at, () => at.as.call(user.update, form(at, change())))).toBe(1)
  const { realName, gender, phone } = await server.admin.call(user.byId, { query: { id: at.person } })
  expect([realName !== '某人', gender === 1, phone !== null].filter(Boolean)).toHaveLength(1)
})

test('N-02 a new user and a second job without any rights take one statement, too', async () => {
  const at = await branch()
  const body = {
    userName: `neu${server.given.next()}`,
    realName: '新人',
    passwordType: 2 as const,
    jobs: [{ orgId: at.org, jobType: 1 as const }],
  }
  expect(await checks(at, () => at.as.call(user.save, { body }))).toBe(1)
  const other = await server.given.org({ parentId: at.org })
  const jobs = [{ orgId: at.org, jobType: 1 as const }, { orgId: other, jobType: 2 as const }] // prettier-ignore
  expect(await checks(at, () => at.as.call(user.update, form(at, { jobs })))).toBe(1)
})

test('N-02 only subjects with rights are compared, which takes more than one statement', async () => {
  const at = await branch()
  expect(await checks(at, () => at.as.call(userLabel.addUser, { body: { labelId: at.labelId, userIds: [at.person] } }))).toBeGreaterThan(1)
})

test('N-02 nothing is checked for callers who may give everything', async () => {
  const at = await branch()
  const statements = await statementsOf('1', () => server.admin.call(user.update, form(at, { realName: '改名' })))
  expect(statements.length).toBeGreaterThan(1)
  expect(statements.filter(text => text.includes('rights_change'))).toEqual([])
})
