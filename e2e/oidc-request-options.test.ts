import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import * as client from 'openid-client'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/given.ts'
import { application } from '../server/test/oidc.ts'
import { createUser } from './sign-in-page.ts'
import { expectAccessible, openFixture, picture, type Fixture } from './browser.ts'

let fixture: Fixture
let server: Server
let site: string
let config: client.Configuration
beforeAll(async () => {
  server = createServer((message, answer) => {
    let body = ''
    message.on('data', piece => (body += String(piece)))
    message.on(
      'end',
      () => void postForPage(new URL(message.url ?? '/', site), body).then(words => answer.writeHead(200, HTML).end(page(words))),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  site = `http://localhost:${(server.address() as AddressInfo).port}`
  fixture = await openFixture()
})
afterAll(async () => {
  await fixture.close()
  server.close()
})

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const page = (words: string) => `<!doctype html><title>会议室</title><h1>${words}</h1>`

const verifiers = new Map<string, string>()
/** The application: reads the response from the address or, by form_post, from the posted body. */
async function postForPage(url: URL, body: string): Promise<string> {
  if (url.pathname !== '/callback') return ''
  const given = body === '' ? url.searchParams : new URLSearchParams(body)
  if (given.has('error')) return given.get('error')!
  const state = given.get('state')!
  const answer = new URL(`${site}/callback?${given.toString()}`)
  const tokens = await client.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifiers.get(state)!, expectedState: state })
  return `${body === '' ? '' : '表单，'}欢迎，${String(tokens.claims()?.name)}`
}
async function begin(more: Record<string, string>): Promise<string> {
  const [state, verifier] = [client.randomState(), client.randomPKCECodeVerifier()]
  verifiers.set(state, verifier)
  const code_challenge = await client.calculatePKCECodeChallenge(verifier)
  const params = {
    redirect_uri: `${site}/callback`,
    scope: 'openid profile',
    code_challenge,
    code_challenge_method: 'S256',
    state,
    ...more,
  }
  return client.buildAuthorizationUrl(config, params).href
}

/** A user who may open the application, signed in in a window of their own. */
async function present() {
  const they = await createUser(fixture, '/wel/index')
  const made = await application(fixture.server, they.id, { redirectUris: [`${site}/callback`] })
  config = made.config
  const window = await fixture.visit('/login')
  const enter = async (userName: string) => {
    await window.getByLabel('账号').fill(userName)
    await window.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await window.getByRole('button', { name: '登录', exact: true }).click()
  }
  await enter(they.userName)
  await window.waitForURL('**/wel/index')
  return { ...they, ...made, window, enter }
}

test('OC-13 a form_post answer is submitted automatically, and by its button where scripts are off', async () => {
  const { window, realName } = await present()
  await window.goto(await begin({ response_mode: 'form_post' }))
  await window.getByRole('heading', { name: `表单，欢迎，${realName}` }).waitFor()
  const plain = await window
    .context()
    .browser()!
    .newContext({ javaScriptEnabled: false, storageState: await window.context().storageState() })
  const still = await plain.newPage()
  await still.goto(await begin({ response_mode: 'form_post' }))
  await still.getByRole('heading', { name: /^正在返回/ }).waitFor()
  await picture(still, 'oidc-form-post')
  await still.getByRole('button', { name: '继续', exact: true }).click()
  await still.getByRole('heading', { name: `表单，欢迎，${realName}` }).waitFor()
  await plain.close()
})

test('OC-14 a user who is asked for the account continues with it, or signs in as another', async () => {
  const { window, realName, enter, appId } = await present()
  const other = await createUser(fixture, '/wel/index')
  await fixture.server.given.grant({ subjectType: 'user', subjectId: other.id, appId })
  await window.goto(await begin({ prompt: 'select_account' }))
  await window.getByText(`当前登录：${realName}`, { exact: false }).waitFor()
  await expectAccessible(window)
  await picture(window, 'oidc-select-account')
  await window.getByRole('button', { name: '继续', exact: true }).click()
  await window.getByRole('heading', { name: `欢迎，${realName}` }).waitFor()
  await window.goto(await begin({ prompt: 'select_account' }))
  await window.getByRole('button', { name: '使用其他账号', exact: true }).click()
  await window.waitForURL('**/login**')
  await enter(other.userName)
  await window.getByRole('heading', { name: `欢迎，${other.realName}` }).waitFor()
})

test('OC-15 an application that requires a second factor lets the user bind one, or return without it', async () => {
  const { window } = await present()
  const claims = JSON.stringify({ id_token: { acr: { essential: true, values: ['urn:hufu:acr:two'] } } })
  await window.goto(await begin({ claims }))
  await window.getByRole('heading', { name: /要求二次验证$/ }).waitFor()
  await expectAccessible(window)
  await picture(window, 'oidc-factor')
  expect(await window.getByRole('link', { name: '前往绑定' }).getAttribute('href')).toBe('/account/security')
  await window.getByRole('link', { name: '返回应用' }).click()
  await window.getByRole('heading', { name: 'unmet_authentication_requirements' }).waitFor()
})

test('OC-18 an administrator requires signed requests and pastes the key that verifies them', async () => {
  const { given, admin } = fixture.server
  const appId = await given.app({ redirectUris: [`${site}/callback`] })
  const { publicKey } = await generateKeyPair('ES256')
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] })
  const window = await fixture.visitAs('1', `/app/detail?id=${appId}`)
  await window.getByRole('tab', { name: '授权与安全' }).click()
  const keys = window.getByLabel('应用的公钥（JWKS）')
  const signed = window.getByRole('switch', { name: '登录请求须签名' })
  await signed.waitFor()
  await keys.waitFor({ state: 'detached' })
  await signed.click()
  await keys.fill(jwks)
  await picture(window, 'oidc-signed-request')
  await window.getByRole('button', { name: '保存', exact: true }).click()
  await expect.poll(async () => (await admin.call(oidcClient.get, { query: { appId } })).signedRequest).toBe(1)
  await window.reload()
  await window.getByRole('tab', { name: '授权与安全' }).click()
  await expect.poll(() => signed.isChecked()).toBe(true)
})
