import { afterAll, beforeAll, expect, test } from 'vitest'
import { appUser } from '@hufu/contract/apps/app-user'
import { user } from '@hufu/contract/directory/user'
import { formOf, givingBranch, opens, type GivingBranch } from '../../../../test/giving-branch.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { newId } from '../../../platform/database/ids.ts'
import { lockMembers } from '../../directory/rule/rule-members.sql.ts'
import { appUserId } from '../app-user/app-user-id.ts'

/** N-02 when a user's account in an application is enabled again (docs/decisions/rights.md, 0039). */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ jobs: true })
})
afterAll(() => server.close())

const db = () => server.kernel.db
const branch = () => givingBranch(server)
const form = (id: string) => formOf(server, id)

/** Disables the user's account in the application the caller holds; returns how the caller enables it. */
async function shutOut({ as, person, held }: GivingBranch) {
  await db().insertInto('appAccount').values({ appId: held, userId: person, status: 0 }).execute()
  const { seq } = await db().selectFrom('app').select('seq').where('id', '=', held).executeTakeFirstOrThrow()
  const order = { query: { status: 1 }, body: { ids: [appUserId(seq!, person)] } }
  return {
    enable: () => as.call(appUser.setStatus, order),
    refused: () => as.refused('givesBeyondOwn', appUser.setStatus, order),
  }
}

test('N-02 nobody enables a user’s account in an application where a rule is about to give a role the caller does not hold', async () => {
  const at = await branch()
  const { enable, refused } = await shutOut(at)
  const [rankId, labelId] = [newId(), newId()]
  await db().insertInto('standing').values({ id: rankId, kind: 'rank', name: rankId, code: rankId }).execute()
  const rule = JSON.stringify({ match: 'all', conditions: [{ field: 'rank', ids: [rankId] }] })
  await db().insertInto('userLabel').values({ id: labelId, name: labelId, rule }).execute()
  await server.given.grant({ subjectType: 'label', subjectId: labelId, appId: at.held, roleId: at.heldRole })
  // Blocks the job that updates the members of rules, so that the rule has not added its members yet.
  await db()
    .transaction()
    .execute(async holding => {
      await lockMembers(holding)
      const sent = await form(at.person)
      await server.admin.call(user.update, { body: { ...sent, jobs: sent.jobs.map(job => ({ ...job, rankId })) } })
      expect((await refused()).message).toContain('经理')
    })
  await server.given.grant({ subjectType: 'user', subjectId: at.self, appId: at.held, roleId: at.heldRole })
  expect(await enable()).toBe(1)
})

test('N-02 enabling an account requires holding suspended rights in the application, too: a grant not begun, a disabled label', async () => {
  const at = await branch()
  const { enable, refused } = await shutOut(at)
  const path = { appId: at.held, roleId: at.heldRole }
  const later = await server.given.grant({ subjectType: 'user', subjectId: at.person, ...path, beginTime: '2099-01-01 00:00:00' })
  await refused()
  await db().deleteFrom('appGrant').where('id', '=', later).execute()
  await db().insertInto('userLabelMember').values({ userId: at.person, labelId: at.labelId }).execute()
  await db().updateTable('userLabel').set({ status: 0 }).where('id', '=', at.labelId).execute()
  const ofLabel = await server.given.grant({ subjectType: 'label', subjectId: at.labelId, ...path })
  await refused()
  await db().updateTable('appGrant').set({ endTime: '2020-01-01 00:00:00' }).where('id', '=', ofLabel).execute()
  await server.given.grant({ subjectType: 'label', subjectId: at.labelId, appId: at.unheld })
  expect(await enable()).toBe(1)
})

test('N-02 callers who hold all rights the user has in an application may enable the account', async () => {
  const at = await branch()
  const { enable, refused } = await shutOut(at)
  const path = { appId: at.held, roleId: at.heldRole }
  await server.given.grant({ subjectType: 'user', subjectId: at.person, ...path })
  await refused()
  await server.given.grant({ subjectType: 'user', subjectId: at.self, ...path })
  expect(await enable()).toBe(1)
  expect(await opens(server.kernel, at.person, at.held)).toBe(true)
})
