import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountSessions } from '@hufu/contract/sign-in/account-sessions'
import { self, signIn } from '@hufu/contract/sign-in/sign-in'
import { PASSWORD } from '../../../../test/given.ts'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { sealed } from '../../../../test/secrets.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.kernel.db.updateTable('config').set({ configValue: '0' }).where('configKey', '=', 'captchaMode').execute()
  await server.kernel.config.refresh()
})
afterAll(() => server.close())

test('a user sees their sessions, the present one marked, and ends one or all the others with immediate effect', async () => {
  const id = await server.given.user()
  const [me, second, third] = [await server.as(id), await server.as(id), await server.as(id)]
  const stranger = await server.as(await server.given.user())
  const sessions = await me.call(accountSessions.list)
  expect(sessions).toHaveLength(3)
  expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
  expect(JSON.stringify(sessions)).not.toContain(me.token)
  const other = (await second.call(accountSessions.list)).find(({ isThis }) => isThis)
  await stranger.refused('sessionMissing', accountSessions.end, { body: { id: other!.id } })
  await me.refused('ownSession', accountSessions.end, { body: { id: sessions.find(({ isThis }) => isThis)!.id } })
  await me.call(accountSessions.end, { body: { id: other!.id } })
  await second.refused('forcedOut', self.isAdmin)
  await me.refused('sessionMissing', accountSessions.end, { body: { id: other!.id } })
  expect(await me.call(accountSessions.endOthers)).toBe(1)
  await third.refused('forcedOut', self.isAdmin)
  expect(await me.call(accountSessions.list)).toHaveLength(1)
  expect(await stranger.call(self.isAdmin)).toBe(false)
})

test('after signing in a user sees the previous sign-in, and the failed attempts since', async () => {
  const id = await server.given.user()
  const { userName } = (await server.kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirst())!
  const attempt = async (password: string) =>
    server.nobody.send(signIn.login, { body: { loginName: userName, pwd: await sealed(server, password) } })
  const lastSignIn = async () => {
    const { token } = (await attempt(PASSWORD)).envelope.data as { token: string }
    return server.withToken(token).call(accountSessions.lastSignIn)
  }
  expect(await lastSignIn()).toEqual({ last: null, failedSince: 0 })
  await server.kernel.pool.query("update login_log set login_time = login_time - interval '1 hour' where user_id = $1", [id])
  await attempt('Wrong#2026')
  await attempt('Wrong#2027')
  expect(await lastSignIn()).toMatchObject({ last: { loginType: 'password', ip: '127.0.0.1' }, failedSince: 2 })
})
