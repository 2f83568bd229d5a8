import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  segregatedRoles,
  segregatedRolesOf,
  segregatedRoleOfButton,
  segregatedRoleOfPage,
  separation,
  type SegregatedRole,
} from '@hufu/contract/permission/separation'
import { screens } from '@hufu/contract/screens'
import { startTestServer, type TestServer, type Subject } from './harness.ts'
import { buttonsOn, permits, type Holdings } from './permits.ts'
import { calls, type Verdict, wrongAnswers } from './walk.ts'

/** While duties are separated (docs/decisions/separation-and-impersonation.md, 0015): every call by each of the three, and by roles that are suspended meanwhile. */
let server: TestServer
const three = {} as Record<SegregatedRole, string>
beforeAll(async () => {
  server = await startTestServer()
  const subjects = {} as Record<SegregatedRole, Subject>
  for (const segregatedRole of segregatedRoles) {
    three[segregatedRole] = await server.given.user()
    await server.admin.call(separation.appoint, { body: { duty: segregatedRole, userIds: [three[segregatedRole]] } })
    subjects[segregatedRole] = await server.as(three[segregatedRole])
  }
  for (const segregatedRole of ['system', 'audit'] as const) await subjects[segregatedRole].call(separation.agree, { body: { wish: true } })
})
afterAll(() => server.close())

/** The pages and buttons of one segregated role, and those of no particular one. */
function heldBy(segregatedRole: SegregatedRole, isGiven: (path: string) => boolean = () => true): Holdings {
  const isMine = (owner: SegregatedRole | undefined) => owner === segregatedRole || owner === undefined
  const pages = screens.filter(screen => screen.type === 'menu' && isMine(segregatedRoleOfPage(screen.path)) && isGiven(screen.path))
  return Object.fromEntries(pages.map(({ path }) => [path, buttonsOn(path).filter(code => isMine(segregatedRoleOfButton(path, code)))]))
}
const separated =
  (segregatedRole: SegregatedRole, holds: Holdings, isOneOfThree: boolean): Verdict =>
  call => {
    const { permit } = call
    if (permit === 'superAdmin') return isOneOfThree && segregatedRole === 'security' ? undefined : '4403'
    const owners = segregatedRolesOf(permit)
    return permits(call, holds) && (owners.length === 0 || owners.includes(segregatedRole)) ? undefined : '4403'
  }
const session = (userId: string) => async () => (await server.as(userId)).token!
const withRole = async (roleId: string) => {
  const userId = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId, roleId }).execute()
  return session(userId)
}

test('separation is in force after two of the three have agreed', async () => {
  const auditor = await server.as(three.audit)
  expect((await auditor.call(separation.state))!.isOn).toBe(true)
})

test.each(segregatedRoles)(
  'T13, R17 under separation the %s administrator may make their own calls and no others',
  async segregatedRole => {
    const verdict = separated(segregatedRole, heldBy(segregatedRole), true)
    const theirs = calls.filter(({ call }) => typeof call.permit === 'object' && call.permit.pages !== '*' && verdict(call) === undefined)
    expect(theirs.length).toBeGreaterThan(10)
    expect(await wrongAnswers(server, session(three[segregatedRole]), verdict)).toEqual([])
  },
)

test('no changing call is open to two of the three', () => {
  const open = (segregatedRole: SegregatedRole) => calls.filter(({ call }) => call.changes && typeof call.permit === 'object' && call.permit.pages !== '*' && separated(segregatedRole, heldBy(segregatedRole), true)(call) === undefined) // prettier-ignore
  const [system, security, audit] = segregatedRoles.map(segregatedRole => new Set(open(segregatedRole)))
  expect([system!.intersection(security!), system!.intersection(audit!), security!.intersection(audit!)].map(set => set.size)).toEqual([
    0, 0, 0,
  ])
})

test('T13 under separation the role of super administrator gives no rights', async () => {
  expect(await wrongAnswers(server, await withRole('super_admin'), separated('system', {}, false))).toEqual([])
})

test('T13 under separation a role keeps only the rights of the system administrator', async () => {
  const roles: [string, (path: string) => boolean][] = [
    ['org_admin', path => path === '/wel/index' || path.startsWith('/organiz')],
    ['auditor', path => path === '/wel/index' || path === '/sync/syncLog' || path.startsWith('/audit')],
  ]
  for (const [roleId, isGiven] of roles)
    expect(await wrongAnswers(server, await withRole(roleId), separated('system', heldBy('system', isGiven), false)), roleId).toEqual([])
})
