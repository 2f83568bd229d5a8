import { afterAll, beforeAll, expect, test } from 'vitest'
import { authGroup } from '@hufu/contract/apps/auth-group'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import { userLabel } from '@hufu/contract/directory/label'
import { businessLine } from '@hufu/contract/directory/business-line'
import { org } from '@hufu/contract/directory/org'
import { user } from '@hufu/contract/directory/user'
import type { GrantSubject } from '../../../../test/given.ts'
import { formOf, givingBranch, opens, type GivingBranch } from '../../../../test/giving-branch.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { newId } from '../../../platform/database/ids.ts'
import { RightsReader } from '../../../platform/access/rights.ts'
import { inTransaction, type Db } from '../../../platform/database/db.ts'
import { checkGiven } from './giving.ts'

/** N-02: each part of the comparison of rights (docs/decisions/rights.md, 0039). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const branch = (...more: string[]) => givingBranch(server, ...more)
const label = ({ labelId }: GivingBranch): GrantSubject => ({ subjectType: 'label', subjectId: labelId })
const addLabel = ({ labelId, person }: GivingBranch) => ({ body: { labelId, userIds: [person] } })

test('N-02 a disabled application grants nothing, by itself and in a permission group', async () => {
  const at = await branch()
  await db().updateTable('app').set({ status: 0 }).where('id', '=', at.unheld).execute()
  await server.given.grant({ ...label(at), appId: at.unheld })
  const groupId = await server.given.authGroup()
  await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, appId: at.unheld })
  await server.given.grant({ ...label(at), groupId })
  expect(await at.as.call(userLabel.addUser, addLabel(at))).toBe(1)
  expect(await opens(server.kernel, at.person, at.unheld)).toBe(false)
})

test('N-02 a disabled role grants nothing, by itself and in a permission group', async () => {
  const at = await branch()
  await db().updateTable('appRole').set({ status: 0 }).where('id', '=', at.heldRole).execute()
  await server.given.grant({ ...label(at), appId: at.held, roleId: at.heldRole })
  const groupId = await server.given.authGroup()
  await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, appId: at.held, roleId: at.heldRole })
  await server.given.grant({ ...label(at), groupId })
  expect(await at.as.call(userLabel.addUser, addLabel(at))).toBe(1)
})

test('N-02 a disabled permission group grants nothing', async () => {
  const at = await branch()
  const groupId = await server.given.authGroup()
  await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, appId: at.unheld })
  await server.given.grant({ ...label(at), groupId })
  await at.as.refused('givesBeyondOwn', userLabel.addUser, addLabel(at))
  await db().updateTable('authGroup').set({ status: 0 }).where('id', '=', groupId).execute()
  expect(await at.as.call(userLabel.addUser, addLabel(at))).toBe(1)
  expect(await opens(server.kernel, at.person, at.unheld)).toBe(false)
})

test('N-02 a right that begins next month does not count as held, and may not be given today', async () => {
  const at = await branch()
  await db().insertInto('appAccount').values({ appId: at.unheld, userId: at.self, status: 0 }).execute() // prettier-ignore
  const later = await server.given.grant({ subjectType: 'org', subjectId: at.office, appId: at.unheld, beginTime: '2099-01-01 00:00:00' })
  await server.given.grant({ ...label(at), appId: at.unheld })
  await at.as.refused('givesBeyondOwn', userLabel.addUser, addLabel(at))
  await db().updateTable('appGrant').set({ beginTime: '2026-01-01 00:00:00' }).where('id', '=', later).execute()
  expect(await at.as.call(userLabel.addUser, addLabel(at))).toBe(1)
})

test.each([
  ['begins later', { beginTime: '2099-01-01 00:00:00' }],
  ['is over', { beginTime: '2026-01-01 00:00:00', endTime: '2026-01-02 00:00:00' }],
])('N-02 a right from a permission group does not count as held where the grant to the group %s', async (_when, times) => {
  const at = await branch()
  const groupId = await server.given.authGroup()
  const inner = await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, appId: at.unheld, ...times })
  await server.given.grant({ subjectType: 'user', subjectId: at.person, groupId })
  await server.given.grant({ ...label(at), appId: at.unheld })
  await at.as.refused('givesBeyondOwn', userLabel.addUser, addLabel(at))
  await db().updateTable('appGrant').set({ beginTime: null, endTime: null }).where('id', '=', inner).execute()
  expect(await at.as.call(userLabel.addUser, addLabel(at))).toBe(1)
})

test('N-02 a right that ended yesterday does not count as held any more, and may not be given again', async () => {
  const at = await branch()
  await db().insertInto('appAccount').values({ appId: at.unheld, userId: at.self, status: 0 }).execute() // prettier-ignore
  const over = { beginTime: '2026-01-01 00:00:00', endTime: '2026-01-02 00:00:00' }
  await server.given.grant({ subjectType: 'org', subjectId: at.office, appId: at.unheld, ...over })
  await server.given.grant({ ...label(at), appId: at.unheld })
  await at.as.refused('givesBeyondOwn', userLabel.addUser, addLabel(at))
})

test('N-02 nobody moves a user to an organisation whose business line grants what the mover does not hold', async () => {
  const at = await branch()
  await db().insertInto('stripeOrg').values({ stripeId: at.stripeId, orgId: at.other }).execute()
  await server.given.grant({ subjectType: 'stripe', subjectId: at.stripeId, appId: at.unheld })
  const body = { userIds: [at.person], oldOrgId: at.office, newOrgId: at.other }
  await at.as.refused('givesBeyondOwn', user.transferMainJob, { body })
})

test('N-02 nobody enables a permission group that grants what they do not hold', async () => {
  const at = await branch('/authorize/auth-group')
  const groupId = await server.given.authGroup({ status: 0 })
  await server.given.grant({ subjectType: 'authGroup', subjectId: groupId, appId: at.unheld })
  await server.given.grant({ subjectType: 'user', subjectId: at.person, groupId })
  await at.as.refused('grantBeyondOwn', authGroup.setStatus, { query: { status: 1 }, body: { ids: [groupId] } })
})

/** The subjects the user already has, and how each is disabled. */
const subjects: [string, (at: GivingBranch) => Promise<GrantSubject>, 'userLabel' | 'workGroup' | 'standing' | 'stripe' | 'org'][] = [
  [
    'label',
    async ({ person }) => {
      const id = newId()
      await db().insertInto('userLabel').values({ id, name: id }).execute()
      await db().insertInto('userLabelMember').values({ userId: person, labelId: id }).execute()
      return { subjectType: 'label', subjectId: id }
    },
    'userLabel',
  ],
  [
    'work group',
    async ({ person, groupId }) => {
      await db().insertInto('workGroupMember').values({ userId: person, groupId }).execute()
      return { subjectType: 'workGroup', subjectId: groupId }
    },
    'workGroup',
  ],
  [
    'post',
    async ({ person, postId }) => {
      await db().updateTable('job').set({ postId }).where('userId', '=', person).execute()
      return { subjectType: 'post', subjectId: postId }
    },
    'standing',
  ],
  [
    'business line',
    async ({ stripeId, office }) => {
      await db().insertInto('stripeOrg').values({ stripeId, orgId: office }).execute()
      return { subjectType: 'stripe', subjectId: stripeId }
    },
    'stripe',
  ],
  ['organisation', async ({ office }) => ({ subjectType: 'org', subjectId: office }), 'org'],
]
test.each(subjects)(
  'N-02 a right a %s already gives to a user may be given again, but not one it would give only when enabled',
  async (_name, put, table) => {
    const at = await branch()
    const subject = await put(at)
    // The caller has the same organisation and line, and a disabled account in the application.
    await db().insertInto('appAccount').values({ appId: at.unheld, userId: at.self, status: 0 }).execute() // prettier-ignore
    await server.given.grant({ ...subject, appId: at.unheld })
    await server.given.grant({ ...label(at), appId: at.unheld })
    expect(await opens(server.kernel, at.person, at.unheld)).toBe(true)
    await db().updateTable(table).set({ status: 0 }).where('id', '=', subject.subjectId).execute()
    expect(await opens(server.kernel, at.person, at.unheld)).toBe(false)
    await at.as.refused('givesBeyondOwn', userLabel.addUser, addLabel(at))
    await db().updateTable(table).set({ status: 1 }).where('id', '=', subject.subjectId).execute()
    expect(await at.as.call(userLabel.addUser, addLabel(at))).toBe(1)
  },
)

test('N-02 a right from an expired work group counts as lost', async () => {
  const at = await branch()
  await db().insertInto('workGroupMember').values({ userId: at.person, groupId: at.groupId }).execute()
  await server.given.grant({ subjectType: 'workGroup', subjectId: at.groupId, appId: at.unheld })
  await server.given.grant({ ...label(at), appId: at.unheld })
  await db().updateTable('workGroup').set({ validEndTime: '2020-01-01' }).where('id', '=', at.groupId).execute()
  await at.as.refused('givesBeyondOwn', userLabel.addUser, addLabel(at))
})

/** A label or a work group with this rule, which grants the application the caller does not hold. */
async function ruled(at: GivingBranch, of: 'label' | 'workGroup', ...conditions: object[]): Promise<void> {
  const [id, rule] = [newId(), JSON.stringify({ match: 'all', conditions })]
  if (of === 'label') await db().insertInto('userLabel').values({ id, name: id, rule }).execute() // prettier-ignore
  else await db().insertInto('workGroup').values({ id, name: id, code: id, rule }).execute() // prettier-ignore
  await server.given.grant({ subjectType: of, subjectId: id, appId: at.unheld })
}
const WOMAN = { field: 'gender', value: 2 }

test.each(['label', 'workGroup'] as const)(
  'N-02 no user is changed so that they match the rule of a %s that grants what the caller does not hold',
  async of => {
    const at = await branch()
    await ruled(at, of, WOMAN, { field: 'org', orgIds: [at.office], below: false, mainOnly: false })
    await at.as.refused('givesBeyondOwn', user.update, { body: { ...(await formOf(server, at.person)), gender: 2 } })
    await at.as.call(user.update, { body: { ...(await formOf(server, at.person)), gender: 1 } })
  },
)

test('N-02, N-11 no user is recovered who would match a rule that grants what the caller does not hold', async () => {
  const at = await branch()
  await db().updateTable('users').set({ gender: 2 }).where('id', '=', at.person).execute()
  await at.as.call(user.remove, { body: { ids: [at.person] } })
  await ruled(at, 'label', WOMAN, { field: 'org', orgIds: [at.office], below: false, mainOnly: false })
  await at.as.refused('givesBeyondOwn', user.recover, { query: { userId: at.person } })
  await db().updateTable('users').set({ gender: 1 }).where('id', '=', at.person).execute()
  await at.as.call(user.recover, { query: { userId: at.person } })
})

test('N-02 no second job is removed so that the user matches a rule that grants what the caller does not hold', async () => {
  const at = await branch()
  const place = (orgId: string) => ({ field: 'org', orgIds: [orgId], below: false, mainOnly: false })
  // The caller does not match: a job in the background may still check them, and would give them what the rule grants.
  await ruled(at, 'label', WOMAN, place(at.office), { ...place(at.other), not: true })
  const id = await server.given.user({ org: at.office, others: [at.other], gender: 2 })
  const removal = { body: { orgId: at.other, jobType: 2 as const, userIds: [id] } }
  await at.as.refused('givesBeyondOwn', user.removeJob, removal)
  await db().deleteFrom('userLabel').where('rule', 'is not', null).execute()
  expect(await at.as.call(user.removeJob, removal)).toBe(1)
})

test('N-02 no organisation is moved so that its users match a rule that grants what the caller does not hold', async () => {
  const at = await branch()
  await ruled(at, 'label', { field: 'org', orgIds: [at.other], below: true, mainOnly: false })
  const place = await server.given.org({ parentId: at.root })
  await server.given.user({ org: place })
  await at.as.refused('givesBeyondOwn', org.move, { body: { ids: [place], targetParentId: at.other } })
  await at.as.refused('givesOneself', org.move, { body: { ids: [at.office], targetParentId: at.other } })
  const empty = await server.given.org({ parentId: at.root })
  await at.as.call(org.move, { body: { ids: [empty], targetParentId: at.other } })
})

test('N-02 nobody enables a post that would give its holders what the caller does not hold', async () => {
  const at = await branch('/organiz/setting')
  const { post } = positionAttribute
  await server.given.grant({ subjectType: 'post', subjectId: at.postId, appId: at.unheld })
  await db().updateTable('standing').set({ status: 0 }).where('id', '=', at.postId).execute()
  await at.as.refused('givesBeyondOwn', post.setStatus, { query: { status: 1 }, body: { ids: [at.postId] } })
  await db().deleteFrom('appGrant').where('subjectId', '=', at.postId).execute()
  expect(await at.as.call(post.setStatus, { query: { status: 1 }, body: { ids: [at.postId] } })).toBe(1)
})

test('N-02 nobody enables a business line that would give its users what the caller does not hold', async () => {
  const at = await branch()
  await server.given.user({ org: at.other })
  await db().insertInto('stripeOrg').values({ stripeId: at.stripeId, orgId: at.other }).execute()
  await server.given.grant({ subjectType: 'stripe', subjectId: at.stripeId, appId: at.unheld })
  await db().updateTable('stripe').set({ status: 0 }).where('id', '=', at.stripeId).execute()
  const enable = { query: { status: 1 }, body: { ids: [at.stripeId] } }
  await at.as.refused('givesBeyondOwn', businessLine.setStatus, enable)
  await db().deleteFrom('appGrant').where('subjectId', '=', at.stripeId).execute()
  expect(await at.as.call(businessLine.setStatus, enable)).toBe(1)
})

/** What a user has been granted and does not have, because it is disabled or over. */
async function disabledGrants({ person, unheld }: GivingBranch) {
  const { given } = server
  const [groupId, appId, roleId] = [
    await given.authGroup({ status: 0 }),
    await given.app({ status: 0 }),
    await given.appRole(unheld, { status: 0 }),
  ]
  await given.grant({ subjectType: 'authGroup', subjectId: groupId, appId: unheld })
  await given.grant({ subjectType: 'user', subjectId: person, groupId })
  await given.grant({ subjectType: 'user', subjectId: person, appId })
  await given.grant({ subjectType: 'user', subjectId: person, appId: unheld, roleId })
  const grantId = await given.grant({ subjectType: 'user', subjectId: person, appId: await given.app(), endTime: '2020-01-01' })
  await db().insertInto('userRole').values({ userId: person, roleId: 'auditor', status: 0 }).execute()
  return { groupId, appId, roleId, grantId }
}
type DisabledGrants = Awaited<ReturnType<typeof disabledGrants>>

/** Writes that a call might make without its own check. All calls have one today; this tests the check of the transaction. */
const unasked: [string, string, (trx: Db, at: GivingBranch, disabled: DisabledGrants) => Promise<unknown>][] = [
  ['an application', 'givesBeyondOwn', (trx, { person, unheld, self }) => trx.insertInto('appGrant').values({ id: newId(), subjectType: 'user', subjectId: person, appId: unheld, grantedBy: self }).execute()], // prettier-ignore
  ['an application again, from which they were shut out', 'givesBeyondOwn', (trx, { person }) => trx.deleteFrom('appAccount').where('userId', '=', person).execute()], // prettier-ignore
  ['the applications of a permission group', 'givesBeyondOwn', (trx, _at, { groupId }) => trx.updateTable('authGroup').set({ status: 1 }).where('id', '=', groupId).execute()], // prettier-ignore
  ['an application that is enabled', 'givesBeyondOwn', (trx, _at, { appId }) => trx.updateTable('app').set({ status: 1 }).where('id', '=', appId).execute()], // prettier-ignore
  ['a role of an application that is enabled', 'givesBeyondOwn', (trx, _at, { roleId }) => trx.updateTable('appRole').set({ status: 1 }).where('id', '=', roleId).execute()], // prettier-ignore
  ['an application again, whose grant was over', 'givesBeyondOwn', (trx, _at, { grantId }) => trx.updateTable('appGrant').set({ endTime: null }).where('id', '=', grantId).execute()], // prettier-ignore
  ['a role that is enabled again', 'beyondOwn', (trx, { person }) => trx.updateTable('userRole').set({ status: 1 }).where('userId', '=', person).execute()], // prettier-ignore
  ['a role', 'beyondOwn', (trx, { person }) => trx.insertInto('userRole').values({ userId: person, roleId: 'org_admin' }).execute()],
]
test.each(unasked)(
  'N-02 a transaction that gives a user %s is refused by the final comparison, and is not committed',
  async (_name, refusal, write) => {
    const at = await branch()
    const disabled = await disabledGrants(at)
    const shutOut = await server.given.app()
    await server.given.grant({ subjectType: 'user', subjectId: at.person, appId: shutOut })
    await db().insertInto('appAccount').values({ appId: shutOut, userId: at.person, status: 0 }).execute() // prettier-ignore
    const actor = { userId: at.self, sessionId: '', traceId: newId(), giving: 'branch' as const }
    await expect(inTransaction(db(), actor, trx => write(trx, at, disabled))).rejects.toThrow('rights were given without being checked')
    const rights = await new RightsReader(db(), server.kernel.config, server.kernel.clock).of(at.self, 0)
    const compared = inTransaction(db(), actor, async trx => {
      await write(trx, at, disabled)
      await checkGiven(trx, { userId: at.self, rights })
    })
    await expect(compared).rejects.toMatchObject({ reason: refusal })
  },
)
