import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { admin } from '@hufu/contract/permission/admin'
import type { AnyCall } from '@hufu/contract/call'
import { config } from '@hufu/contract/operations/config'
import { menus } from '@hufu/contract/permission/menu'
import { online } from '@hufu/contract/audit/online'
import { org } from '@hufu/contract/directory/org'
import { role } from '@hufu/contract/permission/role'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { user } from '@hufu/contract/directory/user'
import { finished, startTestServer, type TestServer, type Subject } from './harness.ts'

/** Two nodes on one database: a change made on the first must be in force on the second within a second (T29). */
let server: TestServer
let other: TestServer
beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({ beside: server })
})
afterAll(async () => {
  await other.close()
  await server.close()
})

const PARALLEL = 100
/** Within a second everything is in force on every node (T29). */
const EFFECTIVE_WITHIN_MS = 1000
const db = () => server.kernel.db

/** The distinct codes of a hundred concurrent calls on the other node. */
async function codesOn(subject: Subject, call: AnyCall): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: PARALLEL }, () => subject.send(call)))
  return [...new Set(answers.map(answer => answer.envelope.code))]
}

/** Lets the second pass within which a change must take effect, and checks that it has. */
async function takesEffect(seen: () => Promise<unknown>, wanted: unknown): Promise<void> {
  for (const node of [server, other]) node.letPass(EFFECTIVE_WITHIN_MS)
  expect(await seen()).toEqual(wanted)
}
const takesEffectOn = (subject: Subject, call: AnyCall, code: string) => takesEffect(() => codesOn(subject, call), [code])

/** A user with a role, whose session and rights both nodes have just cached. */
async function member() {
  const userId = await server.given.user()
  const roleId = await server.given.role(userId, '/organiz/index')
  const here = await server.as(userId)
  return { userId, roleId, here, there: other.withToken(here.token!) }
}

const events: [string, string[], (who: Awaited<ReturnType<typeof member>>) => Promise<unknown>][] = [
  ['their role is taken away', ['4403'], ({ userId }) => db().deleteFrom('userRole').where('userId', '=', userId).execute()],
  [
    'their administration is switched off',
    ['4403'],
    ({ userId }) => db().updateTable('userRole').set({ status: 0 }).where('userId', '=', userId).execute(),
  ],
  ['the page is taken from their role', ['4403'], ({ roleId }) => db().deleteFrom('roleMenu').where('roleId', '=', roleId).execute()],
  ['their role is disabled', ['4403'], ({ roleId }) => db().updateTable('role').set({ status: 0 }).where('id', '=', roleId).execute()],
  [
    'they are taken from their role by a call',
    ['4403'],
    ({ userId, roleId }) => server.admin.call(role.removeUser, { body: { id: roleId, userIds: [userId] } }),
  ],
  [
    'their role is filled anew without the page',
    ['4403'],
    ({ roleId }) => server.admin.call(role.saveAuth, { body: { id: roleId, menuIds: ['audit_sms'], buttonIds: [] } }),
  ],
  [
    'they are disabled as an administrator',
    ['4403'],
    ({ userId }) => server.admin.call(admin.setStatus, { query: { status: 0 }, body: { ids: [userId] } }),
  ],
  ['they are removed as an administrator', ['4403'], ({ userId }) => server.admin.call(admin.remove, { body: { ids: [userId] } })],
  ['they are disabled', ['6'], ({ userId }) => server.admin.call(user.setStatus, { query: { status: '0' }, body: { ids: [userId] } })],
  ['they are deleted', ['6'], ({ userId }) => server.admin.call(user.remove, { body: { ids: [userId] } })],
  [
    'their time is over',
    ['6'],
    ({ userId }) => db().updateTable('users').set({ validEndTime: '2026-01-01 00:00:00' }).where('id', '=', userId).execute(),
  ],
  [
    'their password is reset',
    ['6'],
    ({ userId }) => server.admin.call(user.resetPassword, { body: { ids: [userId], passwordType: 2, hasSendSms: false } }),
  ],
  [
    'their session is ended by somebody else',
    ['6'],
    async ({ userId }) => {
      const { id } = await db().selectFrom('session').select('id').where('userId', '=', userId).executeTakeFirstOrThrow()
      await server.admin.call(online.kick, { body: { ids: [id] } })
    },
  ],
  [
    'they are thrown out and locked',
    ['6'],
    ({ userId }) => server.admin.call(online.kickAndLock, { body: { userIds: [userId], reason: '账号疑似被盗用' } }),
  ],
  ['they log out', ['invalid_credentials'], ({ here }) => here.call(signIn.logout)],
]

test.each(events)('T29 after %s, no call on the other node uses the old rights', async (_event, codes, act) => {
  const who = await member()
  // Cached by the other node as late as possible.
  await who.there.call(user.attributes)
  await act(who)
  await takesEffect(() => codesOn(who.there, user.attributes), codes)
  expect((await who.here.send(user.attributes)).envelope.code).toBe(codes[0])
})

test('T29 under a constant flood of calls a lost right takes effect within a second, and stays so', async () => {
  const { roleId, there } = await member()
  const before: string[] = []
  const late: string[] = []
  let isOver = false
  const storm = new AbortController()
  const caller = async () => {
    while (!storm.signal.aborted) {
      const codes = isOver ? late : before
      codes.push((await there.send(user.attributes)).envelope.code)
    }
  }
  const callers = Promise.all(Array.from({ length: 10 }, caller))
  await expect.poll(() => before.length).toBeGreaterThan(50)
  await db().deleteFrom('roleMenu').where('roleId', '=', roleId).execute()
  other.letPass(EFFECTIVE_WITHIN_MS)
  isOver = true
  await expect.poll(() => late.length).toBeGreaterThan(200)
  storm.abort()
  await callers
  expect(before[0]).toBe('success')
  expect(new Set(late)).toEqual(new Set(['4403']))
})

test('T29, D-34 a delegated administrator whose delegation is disabled can do nothing on the other node', async () => {
  const top = await server.given.org()
  const boss = await server.given.user({ org: top })
  const row = await server.given.gradeAdmin(boss, top, 1, '/organiz/index')
  const there = other.withToken((await server.as(boss)).token!)
  expect(await there.call(org.tree)).toMatchObject([{ id: top }])
  await db().updateTable('gradeAdmin').set({ status: 0 }).where('id', '=', row).execute()
  await takesEffectOn(there, org.tree, '4403')
  expect(await there.call(self.current)).toMatchObject({ isGradeAdmin: false })
})

test('T29 changing one’s own password ends every session on every node', async () => {
  const { sealed } = await import('./secrets.ts')
  const { PASSWORD } = await import('./given.ts')
  const { userId, here, there } = await member()
  expect(await codesOn(there, user.attributes)).toEqual(['success'])
  const body = { userId, oldPassword: await sealed(server, PASSWORD), password: await sealed(server, 'Fresh#2026') }
  await here.call(self.changePassword, { body })
  await here.refused('forcedOut', self.isAdmin)
  await takesEffectOn(there, user.attributes, '6')
})

test('T29 a new right takes effect a second later, without a new sign-in', async () => {
  const id = await server.given.user()
  const there = other.withToken((await server.as(id)).token!)
  await there.refused('forbidden', user.attributes)
  await server.given.role(id, '/organiz/index')
  await takesEffectOn(there, user.attributes, 'success')
})

test('PERM-20 only a super administrator has devops in the menu', async () => {
  const uris = async (subject: Subject) => (await subject.call(menus.granted)).menus.map(menu => menu.menu_uri)
  expect(await server.admin.call(self.isAdmin)).toBe(true)
  expect(await uris(server.admin)).toContain('/devops/menu')
  const { here } = await member()
  expect(await here.call(self.isAdmin)).toBe(false)
  expect((await uris(here)).filter(uri => uri.startsWith('/devops'))).toEqual([])
})

test('PERM-21 a revoked button disappears from listAuthMenu, and its call is refused', async () => {
  const id = await server.given.user()
  const roleId = await server.given.role(id, '/organiz/index#add-user', '/organiz/index#edit-user')
  const they = await server.as(id)
  const marks = async () => (await they.call(menus.granted)).buttons.map(button => button.mark).sort()
  expect(await marks()).toEqual(['add-user', 'edit-user'])
  expect((await they.send(user.save)).envelope.code).toBe('global_prompt')
  await db().deleteFrom('roleMenu').where('roleId', '=', roleId).where('menuId', '=', 'organiz_index-add-user').execute()
  await takesEffect(marks, ['edit-user'])
  await they.refused('forbidden', user.save)
})

test('PERM-25, D-34 with openGradeAdmin off, page and button are hidden and delegations suspended; switching it on restores all', async () => {
  const top = await server.given.org()
  const boss = await server.given.user({ org: top })
  await server.given.gradeAdmin(boss, top, 1, '/organiz/index')
  const they = other.withToken((await server.as(boss)).token!)
  const seen = async (subject: Subject) => {
    const { menus: pages, buttons } = await subject.call(menus.granted)
    return [pages.some(page => page.menu_uri === '/system/gradeAdmins'), buttons.some(button => button.mark === 'grade-auth')]
  }
  const set = async (configValue: string) => {
    const { id } = (await server.admin.call(config.page, { query: { configKey: 'openGradeAdmin' } })).records[0]!
    await server.admin.call(config.update, { body: { id, configValue } })
    await server.admin.call(config.refresh)
    for (const node of [server, other]) node.letPass(EFFECTIVE_WITHIN_MS)
  }
  expect(await seen(server.admin)).toEqual([true, true])
  expect(await they.call(org.tree)).toMatchObject([{ id: top }])
  await set('false')
  for (const admin of [server.admin, other.admin]) expect(await seen(admin)).toEqual([false, false])
  await they.refused('forbidden', org.tree)
  expect(await they.call(menus.granted)).toEqual({ menus: [], buttons: [] })
  await set('true')
  expect(await seen(other.admin)).toEqual([true, true])
  expect(await they.call(org.tree)).toMatchObject([{ id: top }])
})

const setConfig = async (configKey: string, configValue: string) => {
  const { records } = await server.admin.call(config.page, { query: { configKey } })
  await server.admin.call(config.update, { body: { id: records[0]!.id, configValue } })
}

test('D-57 a changed setting takes effect at once on its node and a second later on the other, without refresh', async () => {
  const name = `虎符${server.given.next()}`
  const { there } = await member()
  await there.call(config.global)
  await other.nobody.call(config.public)
  await setConfig('systemName', name)
  expect((await server.admin.call(config.global)).systemName).toBe(name)
  expect((await server.nobody.call(config.public)).systemName).toBe(name)
  await takesEffect(async () => (await other.nobody.call(config.public)).systemName, name)
  expect((await there.call(config.global)).systemName).toBe(name)
})

test('D-57 a refused change of a setting has no effect', async () => {
  const { systemName } = await server.admin.call(config.global)
  const { records } = await server.admin.call(config.page, { query: { configKey: 'systemName' } })
  await server.admin.refused('stale', config.update, {
    body: { id: records[0]!.id, configValue: 'stale', version: records[0]!.version + 7 },
  })
  expect((await server.admin.call(config.global)).systemName).toBe(systemName)
})

test('D-57 sign-in settings changed on one node apply on the other: captcha and session length', async () => {
  const shown = async () => (await other.nobody.call(signIn.captcha)).enable
  expect(await shown()).toBe(true)
  await setConfig('captchaMode', '0')
  await takesEffect(shown, false)
  await setConfig('captchaMode', '2')
  const { userId, there } = await member()
  await there.call(user.attributes)
  // Ten minutes without a call: well within two hours, but not within five minutes.
  await db().updateTable('session').set({ lastSeen: sql`now() - interval '10 minutes'` }).where('userId', '=', userId).execute() // prettier-ignore
  await setConfig('sessionMinutes', '5')
  await takesEffectOn(there, user.attributes, 'invalid_credentials')
  await setConfig('sessionMinutes', '120')
})

test('D-17 a session idle too long ends for good; one used in time goes on', async () => {
  const { userId, there } = await member()
  const away = (minutes: number) =>
    db().updateTable('session').set({ lastSeen: sql`now() - ${minutes} * interval '1 minute'` }).where('userId', '=', userId).execute() // prettier-ignore
  await away(119)
  await there.call(user.attributes)
  other.letPass(EFFECTIVE_WITHIN_MS)
  await there.call(user.attributes)
  await away(121)
  for (let n = 0; n < 3; n++) {
    other.letPass(EFFECTIVE_WITHIN_MS)
    await there.refused('signInAgain', user.attributes)
  }
})

test('D-57 a task on a node without calls reads the present configuration', async () => {
  const silent = await startTestServer({ beside: server, jobs: true })
  const name = `虎符${server.given.next()}`
  const { tasks, config: inForce } = silent.kernel
  tasks.define({ kind: 'readsConfig', run: async () => ({ message: inForce.values.systemName }) })
  silent.letPass(EFFECTIVE_WITHIN_MS)
  await setConfig('systemName', name)
  const taskId = await db().transaction().execute(trx => tasks.start(trx, { userId: '1' }, 'readsConfig', {})) // prettier-ignore
  expect(await finished(server.admin, taskId)).toMatchObject({ status: 'FINISH', message: name })
  await silent.close()
})
