import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { CLIENT_ID, CLIENT_SECRET, openUpstream, registerOidc, rules, signInBy, type Upstream } from '../../../../test/upstream.ts'

let server: TestServer
let upstream: Upstream
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  upstream = await openUpstream()
  upstream.wantKeys(`${server.address}/protocols/oidc/jwks`)
})
afterAll(async () => {
  await upstream.close()
  await server.close()
})

const optionsOf = (authMethod: 'secret' | 'key') => ({ issuer: upstream.issuer, clientId: CLIENT_ID, scopes: '', authMethod })
const secrets = async (id: string) =>
  (await server.kernel.db.selectFrom('identityProviderSecret').select('providerId').where('providerId', '=', id).execute()).length

test('SAML-63 where the provider requires a key, we sign with a key published at jwks, and no secret is stored beside it', async () => {
  const provider = await registerOidc(server, upstream.issuer)
  upstream.register(provider.callback)
  upstream.become('k1')
  const userId = await server.given.user()
  const link = { id: 'k1', providerId: provider.id, subject: 'k1', userId, name: '', origin: 'self' } as const
  await server.kernel.db.insertInto('identityLink').values(link).execute()
  expect((await signInBy(server, provider.code)).page).toContain('未能确认您的身份')
  const { version, jwks } = await server.admin.call(identityProvider.byId, { query: { id: provider.id } })
  expect(jwks).toBe(`${server.address}/protocols/oidc/jwks`)
  const draft = { kind: 'oidc', name: provider.name, code: provider.code, forceAuthn: false, isShown: 1, rules } as const
  const edit = { ...draft, id: provider.id, options: optionsOf('key'), version }
  await server.admin.call(identityProvider.update, { body: { ...edit, secret: CLIENT_SECRET } })
  expect(await secrets(provider.id)).toBe(0)
  expect((await signInBy(server, provider.code)).entered).toMatchObject({ code: '0', data: { userId } })
  // Going back to a secret requires that it is entered again.
  const back = { ...edit, options: optionsOf('secret'), version: version + 1 }
  await server.admin.refused('identityProviderSecret', identityProvider.update, { body: back })
  await server.admin.call(identityProvider.update, { body: { ...back, secret: CLIENT_SECRET } })
  expect(await secrets(provider.id)).toBe(1)
})

test('SAML-63 a provider is registered with a key and no secret; without authMethod a secret is required', async () => {
  const n = server.given.next()
  const draft = { kind: 'oidc', name: `键${n}`, code: `key${n}`, forceAuthn: false, isShown: 1, rules } as const
  const { authMethod: _, ...silent } = optionsOf('secret')
  for (const options of [optionsOf('secret'), silent])
    await server.admin.refused('identityProviderSecret', identityProvider.save, { body: { ...draft, options } })
  const { id } = await server.admin.call(identityProvider.save, { body: { ...draft, options: optionsOf('key') } })
  expect(await secrets(id)).toBe(0)
  expect((await server.admin.call(identityProvider.byId, { query: { id } })).options).toMatchObject({ authMethod: 'key' })
})
