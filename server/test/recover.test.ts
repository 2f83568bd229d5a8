import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { writeConfig } from '../src/platform/config/config.ts'
import { at } from './database.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { sealed } from './secrets.ts'
import { ADMIN_PASSWORD } from './settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Runs the command on the machine itself, while the server runs. */
async function recover(...words: string[]): Promise<string> {
  const { url, host, port, user, database } = at(inject('connection'), server.database)
  const address = url ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`
  const file = new URL('../../tools/recover.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [file, ...words], { env: { ...process.env, DATABASE_URL: address } })
  return stdout
}
const login = async (password: string) =>
  (await server.nobody.send(signIn.login, { body: { loginName: 'admin', pwd: await sealed(server, password) } })).envelope
const LOCKED_DOWN = {
  openPassword: false,
  openIpLimit: true,
  ipWhitelist: ['203.0.113.1'],
  openTimeLimit: true,
  beginTime: '03:00',
  endTime: '03:01',
  captchaMode: 0,
}

test('T27 npm run recover lifts address rules, locks and pending settings of a running server, and is audited', async () => {
  const { db } = server.kernel
  await writeConfig(db, LOCKED_DOWN)
  await db
    .insertInto('configTrial')
    .values({ id: 't', before: JSON.stringify({ openIpLimit: 'true' }), userId: '1', userName: 'admin', expiresAt: '2099-01-01' })
    .execute()
  await db
    .insertInto('loginFailure')
    .values({
      nameKey: '1',
      id: 'f',
      loginName: 'admin',
      userId: '1',
      failCount: 9,
      firstTime: '2026-01-01',
      lastTime: '2026-01-01',
      lastIp: 'x',
      lockedUntil: '2099-01-01',
      allUntil: '2099-01-01',
    })
    .execute()
  await expect.poll(async () => (await login(ADMIN_PASSWORD)).message).toBe('当前IP不允许登录')
  expect(await recover()).toContain('已恢复登录')
  await expect.poll(async () => (await login(ADMIN_PASSWORD)).code).toBe('0')
  expect(await db.selectFrom('configTrial').selectAll().execute()).toEqual([])
  // The lists stay, so that the administrator can correct them.
  expect(server.kernel.config.values.ipWhitelist).toEqual(['203.0.113.1'])
  const records = await db.selectFrom('operLog').select(['module', 'params', 'userId']).where('operateType', '=', 'recover').execute()
  expect(records).toEqual([{ module: 'security', userId: null, params: expect.stringContaining('"newPassword":false') }])
})

test('T27 recover prints a new password of the built-in account once, which must be changed and ends its sessions', async () => {
  const before = await server.as('1')
  const output = await recover('--password')
  const [, password] = /：(\S{12})\n/.exec(output)!
  server.kernel.sessions.forget()
  await before.refused('forcedOut', self.current)
  expect((await login(ADMIN_PASSWORD)).code).toBe('4')
  const entered = await login(password!)
  expect(entered.code).toBe('0')
  const me = server.withToken((entered.data as { token: string }).token)
  expect(await me.call(self.forcedChange)).toEqual({ hasForceChangePwd: true, forceChangePwdType: 'default' })
  const rows = await server.kernel.db.selectFrom('operLog').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(password)
})
