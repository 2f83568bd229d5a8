import { execFileSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appSetting } from '@hufu/contract/apps/app-setting'
import { signInTest } from '@hufu/contract/federation/sign-in-test'
import { application, basic, Browser, CALLBACK, issuerOf, post, request } from '../../../../../test/oidc.ts'
import { derOf } from '../../../../../test/certificates.ts'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { hostOf } from '../host.ts'
import { rotateKeys } from './signing-key.sql.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_CRYPTO_PROFILE: 'sm' } })
})
afterAll(() => server.close())

interface Jwk {
  kid: string
  alg: string
  kty: string
  crv?: string
  x?: string
  y?: string
  d?: string
}
const published = async (of = server) => ((await (await fetch(`${issuerOf(of)}/jwks`)).json()) as { keys: Jwk[] }).keys
const algsOffered = async (of = server) =>
  ((await (await fetch(`${issuerOf(of)}/.well-known/openid-configuration`)).json()) as { id_token_signing_alg_values_supported: string[] })
    .id_token_signing_alg_values_supported

/** Gets an ID token by a whole code flow; exchanges the code by hand, because client libraries do not know SM2. */
async function idTokenOf(tokenAlg: 'SM2' | 'ES256' | 'RS256', of = server) {
  const userId = await of.given.user()
  const { clientId, config, appId } = await application(of, userId, { tokenAlg, postLogoutUris: ['https://app.example.com/bye'] })
  const browser = new Browser()
  await browser.signIn(of, userId)
  const { url, verifier } = await request(config)
  const { url: back } = await browser.follow(of, url)
  const form = { grant_type: 'authorization_code', code: back.searchParams.get('code')!, redirect_uri: CALLBACK, code_verifier: verifier }
  const { body } = await post(of, '/token', form, basic(clientId))
  return { token: String(body.id_token), body, clientId, appId, userId, browser, url }
}

const HEAD = Buffer.from('3059301306072a8648ce3d020106082a811ccf5501822d03420004', 'hex')

/** Whether OpenSSL accepts the signature, given only the published key and the token. */
function believes(key: Jwk, token: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'sm2-'))
  try {
    const end = token.lastIndexOf('.')
    const pair = Buffer.from(token.slice(end + 1), 'base64url').toString('hex')
    const spki = Buffer.concat([HEAD, Buffer.from(key.x!, 'base64url'), Buffer.from(key.y!, 'base64url')])
    const write = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const paths = [
      write('key', createPublicKey({ key: spki, format: 'der', type: 'spki' }).export({ type: 'spki', format: 'pem' })),
      write('signature', derOf(BigInt(`0x${pair.slice(0, 64)}`), BigInt(`0x${pair.slice(64)}`))),
      write('text', token.slice(0, end)),
    ] as const
    const identity = ['-sigopt', 'distid:1234567812345678']
    execFileSync('openssl', ['dgst', '-sm3', ...identity, '-verify', paths[0], '-signature', paths[1], paths[2]], { stdio: 'pipe' })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('SM-01 an ID token is signed with SM2 where the application is set so, and OpenSSL verifies it with the published key', async () => {
  const { token, clientId, userId } = await idTokenOf('SM2')
  const header = decodeProtectedHeader(token)
  expect(header).toEqual({ alg: 'SM2', kid: expect.any(String) as string })
  expect(decodeJwt(token)).toMatchObject({ iss: issuerOf(server), aud: clientId, sub: userId, nonce: expect.any(String) as string })
  const key = (await published()).find(({ kid }) => kid === header.kid)!
  expect(key).toEqual({
    kty: 'EC',
    crv: 'SM2',
    use: 'sig',
    alg: 'SM2',
    kid: header.kid,
    x: expect.any(String) as string,
    y: expect.any(String) as string,
  })
  expect(Buffer.from(token.slice(token.lastIndexOf('.') + 1), 'base64url')).toHaveLength(64)
  expect(believes(key, token)).toBe(true)
  const [first, second, third] = token.split('.')
  const other = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: '1' })).toString('base64url')
  expect(believes(key, `${first}.${other}.${third}`)).toBe(false)
  expect(second).not.toBe(other)
  expect(await algsOffered()).toEqual(['ES256', 'RS256', 'SM2'])
})

test('SM-02 applications set to ES256 or RS256 still get them, and keys of all three are published', async () => {
  for (const alg of ['ES256', 'RS256'] as const) expect(decodeProtectedHeader((await idTokenOf(alg)).token).alg).toBe(alg)
  expect(new Set((await published()).map(({ alg }) => alg))).toEqual(new Set(['ES256', 'RS256', 'SM2']))
  expect((await published()).filter(({ d }) => d !== undefined)).toEqual([])
})

test('SM-03 an SM2 ID token is accepted as a sign-out hint, and a forged one is not', async () => {
  const { token, browser } = await idTokenOf('SM2')
  const ends = (hint: string) =>
    browser.go(`${issuerOf(server)}/session/end?${new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: 'https://app.example.com/bye' }).toString()}`) // prettier-ignore
  expect((await ends(token)).status).toBe(200)
  const [first, second, third = ''] = token.split('.')
  const changed = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: '1' })).toString('base64url')
  const flipped = Buffer.from(third, 'base64url')
  flipped[63] = flipped[63]! ^ 1
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const forgeries = [
    `${first}.${changed}.${third}`,
    `${first}.${second}.${flipped.toString('base64url')}`,
    `${first}.${second}.`,
    `${none}.${second}.`,
    `${first}.${second}.${Buffer.alloc(64).toString('base64url')}`,
  ]
  for (const forged of forgeries) expect((await ends(forged)).status).toBe(400)
})

test('SM-04 after a rotation the new key is published before it signs, and the old one afterwards', async () => {
  const { token } = await idTokenOf('SM2')
  const old = decodeProtectedHeader(token).kid!
  await rotateKeys(server.kernel, server.kernel.db)
  hostOf(server.kernel)!.look()
  const kids = (await published()).filter(({ alg }) => alg === 'SM2').map(({ kid }) => kid)
  expect(kids).toHaveLength(2)
  expect(kids).toContain(old)
  expect(decodeProtectedHeader((await idTokenOf('SM2')).token).kid).toBe(old)
  await server.kernel.db
    .updateTable('oidcKey')
    .set({ beginTime: sql<string>`now()` })
    .where('endTime', 'is', null)
    .execute()
  hostOf(server.kernel)!.look()
  const fresh = (await idTokenOf('SM2')).token
  const key = (await published()).find(({ kid }) => kid === decodeProtectedHeader(fresh).kid)!
  expect(key.kid).not.toBe(old)
  expect(believes(key, fresh)).toBe(true)
  expect((await published()).map(({ kid }) => kid)).toContain(old)
})

test('SM-05 an application chooses among the offered algorithms, and the sign-in test shows the chosen one', async () => {
  const { appId, userId } = await idTokenOf('RS256')
  const draft = { appId, tokenSeconds: 3600, openPush: 0, singleLogout: 1 }
  await server.admin.call(appSetting.update, { body: { ...draft, tokenAlg: 'SM2' } })
  expect(await server.admin.call(appSetting.get, { query: { appId } })).toMatchObject({
    tokenAlg: 'SM2',
    tokenAlgs: ['RS256', 'ES256', 'SM2'],
  })
  const { oidc } = await server.admin.call(signInTest.run, { body: { appId, userId } })
  expect((await published()).map(({ kid, alg }) => ({ alg, kid }))).toContainEqual(oidc!.header)
  expect(oidc!.header).toMatchObject({ alg: 'SM2' })
})

test('SM-06 without the crypto profile SM2 is not offered, published or selectable; an application set to it gets RS256', async () => {
  const intl = await startTestServer()
  try {
    expect(await algsOffered(intl)).toEqual(['ES256', 'RS256'])
    expect((await published(intl)).filter(({ alg }) => alg === 'SM2')).toEqual([])
    const { token, appId } = await idTokenOf('SM2', intl)
    expect(decodeProtectedHeader(token).alg).toBe('RS256')
    const draft = { appId, tokenSeconds: 3600, openPush: 0, singleLogout: 1 }
    await intl.admin.refused('tokenAlgMissing', appSetting.update, { body: { ...draft, tokenAlg: 'SM2' } })
    expect((await intl.admin.call(appSetting.get, { query: { appId } })).tokenAlgs).toEqual(['RS256', 'ES256'])
  } finally {
    await intl.close()
  }
})
