import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PagePermit } from '@hufu/contract/call'
import { screens } from '@hufu/contract/screens'
import { segregatedRoleOfButton, segregatedRoleOfPage, segregatedRoles, type SegregatedRole } from '@hufu/contract/permission/separation'
import { features } from '../src/app.ts'
import { factorsIn } from './factors.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { permitTable } from './permit-table.ts'
import { buttonsOn, type Holdings } from './permits.ts'
import { calls, holding, type Verdict, wrongAnswers } from './walk.ts'

const withButtons = (...pages: string[]): Holdings => Object.fromEntries(pages.map(page => [page, buttonsOn(page)]))
const below = (...roots: string[]) =>
  screens
    .filter(screen => screen.type === 'menu' && roots.some(root => screen.path === root || screen.path.startsWith(`${root}/`)))
    .map(screen => screen.path)

const unknown: Verdict = call => (call.permit === 'anyone' ? undefined : 'invalid_credentials')
const signedOutVerdict: Verdict = call => (call.permit === 'anyone' ? undefined : '6')
const forced: Verdict = call => (call.permit === 'anyone' || call.whileForced ? undefined : '4403')
const binding: Verdict = call => (call.permit === 'anyone' || call.whileBinding ? undefined : '4403')

/**
 * The pages and buttons of one segregated role, and those of no particular one (docs/decisions/separation-and-impersonation.md, 0015); /devops is for super
 * administrators.
 */
function heldBy(segregatedRole: SegregatedRole): Holdings {
  const isMine = (owner: SegregatedRole | undefined) => owner === segregatedRole || owner === undefined
  const pages = screens.filter(
    screen => screen.type === 'menu' && isMine(segregatedRoleOfPage(screen.path)) && !screen.path.startsWith('/devops'),
  )
  return Object.fromEntries(pages.map(({ path }) => [path, buttonsOn(path).filter(code => isMine(segregatedRoleOfButton(path, code)))]))
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A function that starts a new session of a user made for this test. */
async function newUserToken(prepare: (userId: string) => Promise<unknown> = async () => undefined): Promise<() => Promise<string>> {
  const userId = await server.given.user()
  await prepare(userId)
  return async () => (await server.as(userId)).token!
}
const seeded = (roleId: string) => (userId: string) => server.kernel.db.insertInto('userRole').values({ userId, roleId }).execute()
const sessionSet = async (values: Record<string, string>) => {
  const userId = await server.given.user()
  return async () => {
    const { token } = await server.as(userId)
    await server.kernel.db
      .updateTable('session')
      .set(values as never)
      .where('userId', '=', userId)
      .execute()
    return token!
  }
}
const userSet = (values: Record<string, unknown>) => (userId: string) =>
  server.kernel.db
    .updateTable('users')
    .set(values as never)
    .where('id', '=', userId)
    .execute()

const disableGrant = (id: string) => server.kernel.db.updateTable('gradeAdmin').set({ status: 0 }).where('id', '=', id).execute()

const subjects: [string, () => Promise<() => Promise<string | undefined>>, Verdict][] = [
  ['nobody', async () => async () => undefined, unknown],
  ['someone with a made-up token', async () => async () => 'A'.repeat(43), unknown],
  ['someone logged out', () => sessionSet({ endedBy: 'logout' }), unknown],
  ['someone whose day is over', () => sessionSet({ expiresAt: '2026-01-01 00:00:00' }), unknown],
  ['someone idle for two hours', () => sessionSet({ lastSeen: '2026-01-01 00:00:00' }), unknown],
  ['someone thrown out', () => sessionSet({ endedBy: 'forced' }), signedOutVerdict],
  ['a disabled user', () => newUserToken(userSet({ status: 0 })), signedOutVerdict],
  ['a deleted user', () => newUserToken(userSet({ deletedAt: '2026-01-01 00:00:00' })), signedOutVerdict],
  ['a user past their time', () => newUserToken(userSet({ validEndTime: '2026-01-01 00:00:00' })), signedOutVerdict],
  [
    'someone who must change their password',
    () => newUserToken(async id => [await userSet({ passwordFrom: 'created' })(id), await seeded('super_admin')(id)]),
    forced,
  ],
  [
    'someone whose role asks for a second factor they have not shown',
    () => newUserToken(async id => [await factorsIn(server).demand(id, 'any'), await seeded('super_admin')(id)]),
    binding,
  ],
  ['a user without a role', () => newUserToken(), holding({})],
  ['an organisation administrator', () => newUserToken(seeded('org_admin')), holding(withButtons('/wel/index', ...below('/organiz')))],
  [
    'an application administrator',
    () => newUserToken(seeded('app_admin')),
    holding(withButtons('/wel/index', ...below('/app', '/authorize'))),
  ],
  ['an auditor', () => newUserToken(seeded('auditor')), holding(withButtons('/wel/index', '/sync/syncLog', ...below('/audit')))],
  [
    'an application administrator',
    () => newUserToken(seeded('app_admin')),
    holding(withButtons('/wel/index', ...below('/app', '/authorize'))),
  ],
  ['a reviewer', () => newUserToken(seeded('examiner')), holding(withButtons('/wel/index', ...below('/examine')))],
  [
    'a system administrator',
    () => newUserToken(seeded('system_admin')),
    holding(
      withButtons(...screens.filter(screen => screen.type === 'menu' && !screen.path.startsWith('/devops')).map(screen => screen.path)),
    ),
  ],
  [
    'someone with one page and one button',
    () => newUserToken(id => server.given.role(id, '/organiz/index#add-user')),
    holding({ '/organiz/index': ['add-user'] }),
  ],
  ['someone given a devops page by mistake', () => newUserToken(id => server.given.role(id, '/devops/menu')), holding({})],
  [
    'grade administrator A, of people',
    () => newUserToken(id => server.given.gradeAdmin(id, '1', 1, '/organiz/index')),
    holding(withButtons('/organiz/index')),
  ],
  [
    'grade administrator B, of organisations and grants, over one organisation alone',
    () => newUserToken(async id => server.given.gradeAdmin(id, await server.given.org(), 0, '/organiz/org-list', '/system/gradeAdmins')),
    holding(withButtons('/organiz/org-list', '/system/gradeAdmins')),
  ],
  [
    'a grade administrator whose grant rests',
    () => newUserToken(async id => disableGrant(await server.given.gradeAdmin(id, '1', 1, '/organiz/index'))),
    holding({}),
  ],
  // Before the separation is in force, a segregated role grants rights like any role; matrix-of-three tests what it grants
  // afterwards.
  ...segregatedRoles.map((segregatedRole): (typeof subjects)[number] => [
    `the ${segregatedRole} administrator`,
    () => newUserToken(userId => server.kernel.db.insertInto('dutyHolder').values({ userId, duty: segregatedRole }).execute()),
    holding(heldBy(segregatedRole)),
  ]),
  ['a super administrator', () => newUserToken(seeded('super_admin')), () => undefined],
]

test.each(subjects)('T13, R17 the permit of every call holds for %s', async (_name, open, verdict) => {
  expect(await wrongAnswers(server, await open(), verdict)).toEqual([])
})

test('N-01 a user with one page and no buttons changes nothing and reads what the page shows', async () => {
  const pages = screens.filter(screen => screen.type === 'menu' && !screen.path.startsWith('/devops')).map(screen => screen.path)
  const ofPages = calls.filter(({ call }) => typeof call.permit === 'object')
  const wrong: string[] = []
  for (const page of pages) {
    const enter = await newUserToken(id => server.given.role(id, page))
    wrong.push(...(await wrongAnswers(server, enter, holding({ [page]: [] }), ofPages)).map(answer => `${page}: ${answer}`))
  }
  expect(wrong).toEqual([])
})

test('N-01 every changing call of a page requires a button, except those listed', () => {
  const changing = calls.filter(({ call }) => call.changes && typeof call.permit === 'object')
  expect(changing.filter(({ call }) => (call.permit as PagePermit).buttons.length === 0).map(({ name }) => name)).toEqual([
    'importPlan.repair', // as commit
    'importPlan.commit', // the handler asks for the button of the sheet's own import
  ])
  expect(changing.filter(({ call }) => (call.permit as PagePermit).alone.length > 0)).toEqual([])
})

test('N-01 the listed pages allow a reading call without its button', () => {
  const excepted = calls.flatMap(({ name, call }) =>
    typeof call.permit === 'object' && call.permit.alone.length > 0 ? [`${name}: ${call.permit.alone.join(' ')}`] : [],
  )
  expect(excepted.sort()).toEqual([
    'appRole.findUser: /app/user',
    'appRole.pageUser: /app/user',
    'gradeAdmin.byId: /system/gradeAdmins',
    'gradeAdmin.byUser: /system/gradeAdmins',
    'gradeAdmin.pageByOrg: /system/gradeAdmins',
    'timeline.ofApp: /audit/operation',
    'timeline.ofOrg: /audit/operation',
    'timeline.ofUser: /audit/operation /organiz/user-label /organiz/work-group',
    'user.byId: /organiz/user-label /organiz/work-group',
    'user.rights: /authorize/index',
    'userApp.list: /authorize/index',
  ])
})

test('N-01 every call is in the table of permits', () => {
  expect(Object.keys(permitTable).sort()).toEqual(calls.map(({ call }) => call.path).sort())
})

test('R17 the server answers exactly the calls of the contract', () => {
  const mounted = features.flatMap(feature => Object.values(feature.calls))
  expect(new Set(mounted)).toEqual(new Set(calls.map(({ call }) => call)))
  expect(new Set(mounted.map(call => `${call.method} ${call.path}`)).size).toBe(mounted.length)
  for (const { call } of calls)
    for (const url of [call.path, ...call.alias]) expect(server.app.hasRoute({ method: call.method, url: `/api${url}` }), url).toBe(true)
})

test('T13 the calls open to anybody are exactly those listed', () => {
  expect(
    calls
      .filter(({ call }) => call.permit === 'anyone')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'accountCheck.account',
    'accountCheck.idCard',
    'accountCheck.phone',
    'certificate.login',
    'certificate.loginByProxy',
    'certificate.nonce',
    'config.public',
    'destination.find',
    'destination.logo',
    'face.check',
    'face.login',
    'factor.secondStep',
    'file.downloadPublic',
    'health.health',
    'passkey.signIn',
    'passkey.signInOptions',
    'phone.check',
    'phone.image',
    'phone.login',
    'phone.recover',
    'phone.sendCode',
    'scan.bindAccount',
    'scan.callback',
    'scan.doLogin',
    'scan.mockConfirm',
    'signIn.captcha',
    'signIn.downloadCa',
    'signIn.downloadFace',
    'signIn.forgetDevice',
    'signIn.login',
    'signIn.loginRemembered',
    'signIn.proofOfWork',
    'signIn.publicKey',
    'ticket.login',
    'ticket.loginByCode',
    'ticket.owner',
  ])
})

test('D-18 the calls that accept the link cookie only read', () => {
  const links = calls.filter(({ call }) => call.transport === 'link')
  expect(links.filter(({ call }) => call.changes || call.method !== 'GET')).toEqual([])
  expect(links.map(({ call }) => call.path).sort()).toEqual([
    '/docs',
    '/userLogin/downloadCa',
    '/userLogin/downloadFace',
    '/v3/file/download',
    '/v3/operLog/verifier',
    '/v3/org/downloadInsertTemplate',
    '/v3/org/downloadUpdateTemplate',
    '/v3/separation/matrix',
    '/v3/user/downloadInsertTemplate',
    '/v3/user/downloadInsertUserOrgTemplate',
    '/v3/user/downloadUpdateTemplate',
    '/v3/user/downloadUpdateUserOrgTemplate',
    '/v3/user/exportEmployee',
  ])
})
