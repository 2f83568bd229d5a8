import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityProvider, linkRules, type LinkRule } from '@hufu/contract/federation/identity-provider'
import { segregatedRoles, separation, type SegregatedRole } from '@hufu/contract/permission/separation'
import { startTestServer, type Subject, type TestServer } from '../../../../test/harness.ts'
import { openUpstream, registerOidc, rules as noRules, signInBy, type Upstream } from '../../../../test/upstream.ts'

/** Who may let a provider find existing accounts (docs/decisions/identity-providers.md, 0114). */
let server: TestServer
let upstream: Upstream
let keeper: Subject
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  upstream = await openUpstream()
  const id = await server.given.user()
  await server.given.role(id, '/system/securityConfig#*')
  keeper = await server.as(id)
})
afterAll(async () => {
  await upstream.close()
  await server.close()
})

const finding = (link: LinkRule) => ({ link, linkClaim: 'preferred_username', isAuthoritative: true })
const add = (as: Subject, link: LinkRule) => registerOidc({ ...server, admin: as }, upstream.issuer, { rules: finding(link) })
async function editOf(id: string, parts: Record<string, unknown>) {
  const { name, code, kind, options, forceAuthn, rules, orgId, isShown, version } = await keeper.call(identityProvider.byId, {
    query: { id },
  })
  return { id, name, code, kind, options, forceAuthn, rules, orgId, isShown, version, ...parts }
}
const TRUST = '按提供方给出的属性找到已有账号，等于可以登录任何非管理员账号'

test.each(linkRules.filter(link => link !== 'none'))(
  'decision 0114 only super administrators let a provider find existing accounts by %s',
  async link => {
    await expect(add(keeper, link)).rejects.toThrow(TRUST)
    await add(server.admin, link)
    const own = await add(keeper, 'none')
    const body = await editOf(own.id, { rules: { ...noRules, ...finding(link) } })
    await keeper.refused('identityProviderTrust', identityProvider.update, { body })
  },
)

test('decision 0114 where a provider finds accounts, the button allows its name, and not its rule or its connection', async () => {
  const { id } = await add(server.admin, 'userName')
  await keeper.call(identityProvider.update, { body: await editOf(id, { name: `改名${server.given.next()}` }) })
  const options = { issuer: upstream.issuer, clientId: 'another-client', scopes: 'profile' }
  for (const parts of [{ rules: { ...noRules, ...finding('employeeNumber') } }, { options }])
    await keeper.refused('identityProviderTrust', identityProvider.update, { body: await editOf(id, parts) })
  // Without the rule, its statements find nobody.
  await keeper.call(identityProvider.update, { body: await editOf(id, { rules: noRules }) })
})

test('decision 0114 the connection of a provider with linked users is changed by super administrators alone', async () => {
  const orgId = await server.given.org()
  const made = await registerOidc(server, upstream.issuer, { orgId, rules: { makes: true } })
  upstream.register(made.callback)
  upstream.become('linked-1', { preferred_username: 'linked1', name: '已绑定' })
  expect((await signInBy(server, made.code)).entered).toBeTruthy()
  const options = { issuer: upstream.issuer, clientId: 'another-client', scopes: 'profile' }
  const body = await editOf(made.id, { options })
  await keeper.refused('identityProviderTrust', identityProvider.update, { body })
  await server.admin.call(identityProvider.update, { body })
})

test('decision 0114 while duties are separated, the security administrator lets a provider find accounts', async () => {
  const three = {} as Record<SegregatedRole, Subject>
  for (const duty of segregatedRoles) {
    const id = await server.given.user()
    await server.admin.call(separation.appoint, { body: { duty, userIds: [id] } })
    three[duty] = await server.as(id)
  }
  for (const duty of ['system', 'audit'] as const) await three[duty].call(separation.agree, { body: { wish: true } })
  server.letPass(1000)
  await add(three.security, 'userName')
})
