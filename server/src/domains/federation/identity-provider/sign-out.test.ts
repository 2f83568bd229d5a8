import { afterAll, beforeAll, expect, test } from 'vitest'
import { saml } from '@hufu/contract/federation/saml'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { Browser } from '../../../../test/oidc.ts'
import { TestSp } from '../../../../test/saml.ts'
import { CLIENT_ID, HostileProvider, openUpstream, registerOidc, signInBy, type Upstream } from '../../../../test/upstream.ts'

let server: TestServer
let upstream: Upstream
let hostile: HostileProvider
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_ALLOW_LOOPBACK: '1' } })
  upstream = await openUpstream()
  hostile = await HostileProvider.open()
})
afterAll(async () => {
  await upstream.close()
  await hostile.close()
  await server.close()
})

const optionsOf = (issuer: string, signsOut: boolean) => ({ issuer, clientId: CLIENT_ID, scopes: 'profile', signsOut })
/** A user whose account was created at their sign-in by this provider. */
async function came(signsOut: boolean) {
  const options = optionsOf(upstream.issuer, signsOut)
  const provider = await registerOidc(server, upstream.issuer, { orgId: await server.given.org(), rules: { makes: true }, options })
  upstream.register(provider.callback)
  const name = `leaver${server.given.next()}`
  upstream.become(name, { preferred_username: name, name: '张三' })
  const browser = new Browser()
  const { entered, page } = await signInBy(server, provider.code, browser)
  expect(page).toBe('')
  return { browser, provider, me: server.withToken(entered!.data.token), userId: entered!.data.userId }
}

test('decision 0111 signing out of the console also signs out at a provider that is set so, and leads back to the sign-in page', async () => {
  const { browser, me } = await came(true)
  const { url } = await me.call(saml.leaving, { body: {} })
  const endSessionUrl = new URL(url!)
  expect([
    endSessionUrl.origin,
    endSessionUrl.searchParams.get('client_id'),
    endSessionUrl.searchParams.get('post_logout_redirect_uri'),
  ]).toEqual([upstream.issuer, CLIENT_ID, `${server.address}/login`])
  const shown = await (await browser.go(endSessionUrl)).text()
  const form = new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(shown)![1]!, logout: 'yes' })
  const back = await browser.go(/action="([^"]+)"/.exec(shown)![1]!, { method: 'POST', body: form })
  expect(back.headers.get('location')).toBe(`${server.address}/login`)
})

test('decision 0111 sign-out leads to no provider that is not set so, disabled or without sign-out, nor after another kind of sign-in', async () => {
  const left = await came(false)
  expect(await left.me.call(saml.leaving, { body: {} })).toEqual({ url: null })
  const disabled = await came(true)
  await server.kernel.db.updateTable('identityProvider').set({ status: 0 }).where('id', '=', disabled.provider.id).execute()
  expect(await disabled.me.call(saml.leaving, { body: {} })).toEqual({ url: null })
  const silent = await came(true)
  const options = JSON.stringify(optionsOf(hostile.issuer, true))
  await server.kernel.db.updateTable('identityProvider').set({ options, version: 2 }).where('id', '=', silent.provider.id).execute()
  expect(await silent.me.call(saml.leaving, { body: {} })).toEqual({ url: null })
  const unreachable = JSON.stringify(optionsOf('http://127.0.0.1:9', true))
  await server.kernel.db
    .updateTable('identityProvider')
    .set({ options: unreachable, version: 3 })
    .where('id', '=', silent.provider.id)
    .execute()
  expect(await silent.me.call(saml.leaving, { body: {} })).toEqual({ url: null })
  expect(await (await server.as(await server.given.user())).call(saml.leaving, { body: {} })).toEqual({ url: null })
})

test('decision 0111 the provider comes last, after the applications that only the browser can notify', async () => {
  const { browser, me, userId } = await came(true)
  const sp = await TestSp.make(server, { edit: xml => xml.replace(/(<SingleLogoutService Binding="[^"]*)HTTP-POST/, '$1HTTP-Redirect') })
  await server.given.grant({ subjectType: 'user', subjectId: userId, appId: sp.appId })
  await sp.read(await sp.visit(browser))
  const { url } = await me.call(saml.leaving, { body: {} })
  await me.call(signIn.logout)
  const endSessionUrl = new URL((await browser.go(new URL(url!, server.address))).headers.get('location')!)
  const { profile } = await sp.saml.validateRedirectAsync(Object.fromEntries(endSessionUrl.searchParams), endSessionUrl.search.slice(1))
  const page = await (await browser.go(await sp.saml.getLogoutResponseUrlAsync(profile!, '', {}, true))).text()
  expect(page).toContain(`href="${upstream.issuer}/session/end?`)
})
