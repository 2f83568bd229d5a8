import * as client from 'openid-client'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { delegatedAdmin } from '@hufu/contract/permission/delegated-admin'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { totp } from '@hufu/contract/credentials/totp'
import { codeOf, stepAt } from '../src/domains/credentials/totp/totp-code.ts'
import { shippedMenus } from '../src/domains/permission/menu/menu-seed.ts'
import { wireTime } from '../src/platform/clock.ts'
import { writeConfig } from '../src/platform/config/config.ts'
import { unBase32 } from './factors.ts'
import { startTestServer, type TestServer } from './harness.ts'
import { application, basic, Browser, CALLBACK, post, request, SECRET, signInTo } from './oidc.ts'
import { sealed } from './secrets.ts'
import { ADMIN_PASSWORD, CAPTCHA } from './settings.ts'
import { shiftClock } from './shifted-clock.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let restoreClock = (): void => undefined
afterEach(async () => {
  restoreClock()
  restoreClock = () => undefined
  await server.kernel.pulse.isThere()
})
/** As if this machine's clock were wrong from the start. */
async function shiftServerClock(seconds: number): Promise<void> {
  restoreClock = shiftClock(seconds * 1000)
  await server.kernel.pulse.isThere()
}
/** Lets this much time pass for the database, but none for this machine. */
const letDatabaseTimePass = (seconds: number) =>
  sql`update oidc_payload set expires_at = expires_at - ${seconds} * interval '1 second'`.execute(server.kernel.db)

async function visitor() {
  const userId = await server.given.user()
  const app = await application(server, userId)
  const browser = new Browser()
  await browser.signIn(server, userId)
  return { ...app, browser }
}
const isActive = async (clientId: string, token: string) =>
  (await post(server, '/token/introspection', { token }, basic(clientId, SECRET))).body.active

test('R4 a code expired by the database clock is refused by a node whose clock is behind', async () => {
  const { config, browser } = await visitor()
  const { url, checks } = await request(config)
  const back = await browser.follow(server, url)
  expect(back.url.href.startsWith(CALLBACK)).toBe(true)
  await letDatabaseTimePass(75)
  await expect(client.authorizationCodeGrant(config, back.url, checks)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('R4 access and refresh tokens expired by the database clock are expired on a node whose clock is behind', async () => {
  const { config, clientId, browser } = await visitor()
  const { tokens } = await signInTo(server, browser, config, { scope: 'openid offline_access', prompt: 'consent' })
  expect(await isActive(clientId, tokens.access_token)).toBe(true)
  await letDatabaseTimePass(366 * 86_400)
  expect(await isActive(clientId, tokens.access_token)).toBe(false)
  if (tokens.refresh_token !== undefined)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
})

test.each([-75, 75])('R4 a code and a token of another node are valid on a node whose clock is %i s off', async seconds => {
  const { config, clientId, browser } = await visitor()
  const { tokens } = await signInTo(server, browser, config)
  const { url, checks } = await request(config)
  const back = await browser.follow(server, url)
  await shiftServerClock(seconds)
  expect(await isActive(clientId, tokens.access_token)).toBe(true)
  const answer = await post(
    server,
    '/token',
    {
      grant_type: 'authorization_code',
      code: back.url.searchParams.get('code')!,
      redirect_uri: CALLBACK,
      code_verifier: checks.pkceCodeVerifier,
    },
    basic(clientId),
  )
  expect(answer.status).toBe(200)
})

test.each([-3600, 3600])(
  'R4 the permitted hours of sign-in are those of the database clock on a node whose clock is %i s off',
  async seconds => {
    const right = Date.now()
    const minute = (aside: number) => new Date(right + (8 * 60 + aside) * 60_000).toISOString().slice(11, 16)
    await writeConfig(server.kernel.db, { openTimeLimit: true, beginTime: minute(-10), endTime: minute(10) })
    await server.kernel.config.refresh()
    await shiftServerClock(seconds)
    const enter = async () => {
      const { loginId } = await server.nobody.call(signIn.captcha)
      const body = { loginName: 'admin', pwd: await sealed(server, ADMIN_PASSWORD), loginId, code: CAPTCHA }
      return (await server.nobody.send(signIn.login, { body })).envelope.code
    }
    expect(await enter()).toBe('0')
    await writeConfig(server.kernel.db, { beginTime: minute(-10 + seconds / 60), endTime: minute(10 + seconds / 60) })
    await server.kernel.config.refresh()
    expect(await enter()).toBe('global_prompt')
    await writeConfig(server.kernel.db, { openTimeLimit: false })
    await server.kernel.config.refresh()
  },
)

test.each([-3600, 3600])('R4 a delegation ends by the database clock on a node whose clock is %i s off', async seconds => {
  const { given, admin } = server
  const { id: menuId } = shippedMenus.find(node => node.menuUri === '/organiz/index' && node.type === 'menu')!
  const at = (minutes: number) => wireTime(new Date(Date.now() + minutes * 60_000))
  const [over, open] = [at(-10), at(10)]
  const draft = { orgId: await given.org(), hasIncludeChild: 1 as const, menuIds: [menuId], buttonIds: [] }
  const body = async (endTime: string) => ({ ...draft, userIds: [await given.user()], endTime })
  await shiftServerClock(seconds)
  await admin.refused('gradeTimeWrong', delegatedAdmin.save, { body: await body(over) })
  expect(await admin.call(delegatedAdmin.save, { body: await body(open) })).toBe(1)
})

test.each([-3600, 3600])(
  'R4, RFC 6238 codes of TOTP are checked by the clock of the database on a node whose clock is %i s off',
  async seconds => {
    const me = await server.as(await server.given.user())
    const right = Date.now()
    await shiftServerClock(seconds)
    const { token, secret } = await me.call(totp.begin)
    const codeAt = (time: number) => codeOf(unBase32(secret), stepAt(time))
    await me.refused('captchaWrong', totp.confirm, { body: { token, code: codeAt(Date.now()) } })
    await me.call(totp.confirm, { body: { token, code: codeAt(right) } })
  },
)
