import { afterAll, beforeAll, expect, test } from 'vitest'
import { duties, dutiesOf, dutyOfButton, dutyOfPage, separation, type Duty } from '@hufu/contract/permission/separation'
import { screens } from '@hufu/contract/screens'
import { startTestServer, type TestServer, type Subject } from './harness.ts'
import { buttonsOn, permits, type Holdings } from './permits.ts'
import { calls, type Verdict, wrongAnswers } from './walk.ts'

/** While duties are separated (docs/decisions/0015): every call by each of the three, and by those who rest beside them. */
let server: TestServer
const three = {} as Record<Duty, string>
beforeAll(async () => {
  server = await startTestServer()
  const subjects = {} as Record<Duty, Subject>
  for (const duty of duties) {
    three[duty] = await server.given.user()
    await server.admin.call(separation.appoint, { body: { duty, userIds: [three[duty]] } })
    subjects[duty] = await server.as(three[duty])
  }
  for (const duty of ['system', 'audit'] as const) await subjects[duty].call(separation.agree, { body: { wish: true } })
})
afterAll(() => server.close())

/** What is his and what is nobody's alone. */
function heldBy(duty: Duty, isGiven: (path: string) => boolean = () => true): Holdings {
  const isMine = (owner: Duty | undefined) => owner === duty || owner === undefined
  const pages = screens.filter(screen => screen.type === 'menu' && isMine(dutyOfPage(screen.path)) && isGiven(screen.path))
  return Object.fromEntries(pages.map(({ path }) => [path, buttonsOn(path).filter(code => isMine(dutyOfButton(path, code)))]))
}
const separated =
  (duty: Duty, holds: Holdings, isOneOfThree: boolean): Verdict =>
  call => {
    const { permit } = call
    if (permit === 'superAdmin') return isOneOfThree && duty === 'security' ? undefined : '4403'
    const owners = dutiesOf(permit)
    return permits(call, holds) && (owners.length === 0 || owners.includes(duty)) ? undefined : '4403'
  }
const session = (userId: string) => async () => (await server.as(userId)).token!
const withRole = async (roleId: string) => {
  const userId = await server.given.user()
  await server.kernel.db.insertInto('userRole').values({ userId, roleId }).execute()
  return session(userId)
}

test('two of the three have agreed: it is in force', async () => {
  const auditor = await server.as(three.audit)
  expect((await auditor.call(separation.state))!.isOn).toBe(true)
})

test.each(duties)('T13, R17 while duties are separated the %s administrator may make his own calls and no others', async duty => {
  const verdict = separated(duty, heldBy(duty), true)
  const his = calls.filter(({ call }) => typeof call.permit === 'object' && call.permit.pages !== '*' && verdict(call) === undefined)
  expect(his.length).toBeGreaterThan(10)
  expect(await wrongAnswers(server, session(three[duty]), verdict)).toEqual([])
})

test('no call that changes something is open to two of the three', () => {
  const open = (duty: Duty) => calls.filter(({ call }) => call.changes && typeof call.permit === 'object' && call.permit.pages !== '*' && separated(duty, heldBy(duty), true)(call) === undefined) // prettier-ignore
  const [system, security, audit] = duties.map(duty => new Set(open(duty)))
  expect([system!.intersection(security!), system!.intersection(audit!), security!.intersection(audit!)].map(set => set.size)).toEqual([
    0, 0, 0,
  ])
})

test('T13 while duties are separated a super administrator rests', async () => {
  expect(await wrongAnswers(server, await withRole('super_admin'), separated('system', {}, false))).toEqual([])
})

test('T13 while duties are separated a role keeps of what it grants what is the system administrator’s', async () => {
  const roles: [string, (path: string) => boolean][] = [
    ['org_admin', path => path === '/wel/index' || path.startsWith('/organiz')],
    ['auditor', path => path === '/wel/index' || path === '/sync/syncLog' || path.startsWith('/audit')],
  ]
  for (const [roleId, isGiven] of roles)
    expect(await wrongAnswers(server, await withRole(roleId), separated('system', heldBy('system', isGiven), false)), roleId).toEqual([])
})
