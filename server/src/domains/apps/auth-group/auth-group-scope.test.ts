import { afterAll, beforeAll, expect, test } from 'vitest'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { newId } from '../../../platform/database/ids.ts'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { givingBranch, opens, type GivingBranch } from '../../../../test/giving-branch.ts'

let server: TestServer
let branch: GivingBranch
let boss: Subject
let elsewhere: { org: string; user: string }
beforeAll(async () => {
  server = await startTestServer()
  const { given } = server
  branch = await givingBranch(server, '/authorize/auth-group')
  boss = branch.as
  const org = await given.org()
  elsewhere = { org, user: await given.user({ org }) }
})
afterAll(() => server.close())

/** Creates a permission group with these applications and these targets. */
async function groupOf(apps: readonly string[], ...targets: { subjectType: 'org' | 'label' | 'user'; subjectId: string }[]) {
  const id = await server.given.authGroup()
  for (const appId of apps) await server.given.grant({ subjectType: 'authGroup', subjectId: id, appId })
  for (const target of targets) await server.given.grant({ ...target, groupId: id })
  const { name, code } = await server.admin.call(authGroup.byId, { query: { id } })
  return { id, name, code }
}

test('D-34, N-02 a permission group with targets out of scope cannot be changed, emptied, disabled or deleted by a delegated administrator', async () => {
  const { id, name, code } = await groupOf([branch.held], { subjectType: 'org', subjectId: elsewhere.org })
  await boss.refused('authGroupBeyondScope', authGroup.remove, { body: { ids: [id] } })
  await boss.refused('authGroupBeyondScope', authGroup.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  await boss.refused('authGroupBeyondScope', authGroup.saveAuth, { body: { id, apps: [] } })
  await boss.refused('authGroupBeyondScope', authGroup.update, { body: { id, name: '改名', code: 'renamed' } })
  expect(await opens(server.kernel, elsewhere.user, branch.held)).toBe(true)
  expect(await server.admin.call(authGroup.byId, { query: { id } })).toMatchObject({ name, code, status: 1 })
})

test('D-34 one permission group with targets out of scope refuses the whole batch', async () => {
  const mine = await groupOf([branch.held], { subjectType: 'org', subjectId: branch.office })
  const theirs = await groupOf([branch.held], { subjectType: 'user', subjectId: elsewhere.user })
  await boss.refused('authGroupBeyondScope', authGroup.remove, { body: { ids: [mine.id, theirs.id] } })
  expect(await opens(server.kernel, branch.person, branch.held)).toBe(true)
  expect(await boss.call(authGroup.remove, { body: { ids: [mine.id] } })).toBe(1)
  expect(await opens(server.kernel, branch.person, branch.held)).toBe(false)
})

test('D-34 a permission group granted to a label is out of scope for every delegated administrator, as labels span all organisations', async () => {
  const labelId = newId()
  await server.kernel.db.insertInto('userLabel').values({ id: labelId, name: labelId }).execute() // prettier-ignore
  const { id } = await groupOf([], { subjectType: 'label', subjectId: labelId })
  await boss.refused('authGroupBeyondScope', authGroup.remove, { body: { ids: [id] } })
  await boss.refused('subjectBeyondScope', authGroup.removeTarget, { body: { id, targetType: 'label', targetIds: [labelId] } })
})

test('D-34 deleting or disabling a group removes only what the delegated administrator holds, as revoking by target does', async () => {
  const { id } = await groupOf([branch.unheld], { subjectType: 'user', subjectId: branch.person })
  await boss.refused('grantBeyondOwn', authGroup.removeTarget, { body: { id, targetType: 'user', targetIds: [branch.person] } })
  await boss.refused('grantBeyondOwn', authGroup.setStatus, { query: { status: 0 }, body: { ids: [id] } })
  await boss.refused('grantBeyondOwn', authGroup.remove, { body: { ids: [id] } })
  expect(await opens(server.kernel, branch.person, branch.unheld)).toBe(true)
})

test('D-34 a permission group whose targets are all in scope can be changed', async () => {
  const { id } = await groupOf([branch.held], { subjectType: 'org', subjectId: branch.office })
  await boss.call(authGroup.update, { body: { id, name: `改${id}`, code: id } })
  expect(await boss.call(authGroup.setStatus, { query: { status: 0 }, body: { ids: [id] } })).toBe(1)
  expect(await boss.call(authGroup.saveAuth, { body: { id, apps: [] } })).toBe(0)
  await server.admin.call(authGroup.remove, { body: { ids: [id] } })
})
