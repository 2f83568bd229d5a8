import { sql } from 'kysely'
import { randomPKCECodeVerifier } from 'openid-client'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { application, basic, issuerOf, post, SECRET } from '../oidc.ts'
import { addressAt, freePort, HOST, startApache, type Apache } from './apache.ts'
import { attributesShownIn, createUser, Visitor } from './visitor.ts'

let server: TestServer
let apache: Apache | undefined
let site: string
let page: string
let callback: string
let appId: string
let clientId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' }, jobs: true })
  const port = await freePort()
  site = addressAt(port)
  ;[page, callback] = [`${site}/in/`, `${site}/in/callback`]
  ;({ appId, clientId } = await application(server, undefined, {
    redirectUris: [callback],
    postLogoutUris: [`${site}/open/`],
    logoutUri: `${callback}?logout=backchannel`,
    name: '档案系统',
  }))
  const claims = ['sub', 'name', 'preferred_username', 'email', 'phone_number', 'org', 'roles', 'groups', 'dept']
  apache = await startApache({
    port,
    module: 'auth_openidc',
    configure,
    says: ['REMOTE_USER', ...claims.map(name => `OIDC_CLAIM_${name}`)],
  })
})
afterAll(async () => {
  await server.close()
  await apache?.stop()
})

/** Without OIDCUnAuthAction requests that are not browser navigations get a 401, and fetch cannot pretend to be one. */
const configure = (): string => `
OIDCProviderMetadataURL ${issuerOf(server)}/.well-known/openid-configuration
OIDCClientID ${clientId}
OIDCClientSecret ${SECRET}
OIDCRedirectURI ${callback}
OIDCCryptoPassphrase of-this-test-alone
OIDCScope "openid profile email phone org roles groups"
OIDCPKCEMethod S256
OIDCRemoteUserClaim preferred_username
OIDCPassClaimsAs environment
OIDCSessionType server-cache
<Location /in/>
  AuthType openid-connect
  Require valid-user
  OIDCUnAuthAction auth true
</Location>`

const SITE_HOME = '<h1>档案系统首页</h1>'
const isCallback = (url: URL) => url.href.startsWith(`${callback}?`)

/** A user who may open the application, in a browser at its page, and the address they came back to. */
async function visitor() {
  const { userName } = await createUser(server, appId)
  const who = new Visitor(server)
  const shown = await who.signInAt(page, userName)
  expect(shown.text).toContain(SITE_HOME)
  return { who, back: shown.visited.find(isCallback)! }
}

test('OP-70 mod_auth_openidc signs a user in and reads their claims, in Chinese', async () => {
  const { given, kernel } = server
  const orgId = await given.org({ name: '信息与数据中心' })
  const id = await given.user({ userName: 'zhangsan', realName: '张三丰', org: orgId, phone: '13912345678', email: 'zs@example.com' })
  const mapping = JSON.stringify([{ claim: 'dept', from: 'orgName' }])
  await sql`update app set claims = ${mapping}::jsonb where id = ${appId}`.execute(kernel.db)
  const roles = [await given.appRole(appId, { code: 'clerk' }), await given.appRole(appId, { code: 'reader' })]
  for (const roleId of roles) await given.grant({ subjectType: 'user', subjectId: id, appId, roleId })
  await given.grant({ subjectType: 'user', subjectId: id, groupId: await given.authGroup({ name: '档案管理员' }) })
  const { OIDC_CLAIM_org: org, ...claims } = attributesShownIn((await new Visitor(server).signInAt(page, 'zhangsan')).text)
  expect(claims).toEqual({
    REMOTE_USER: 'zhangsan',
    OIDC_CLAIM_sub: id,
    OIDC_CLAIM_name: '张三丰',
    OIDC_CLAIM_preferred_username: 'zhangsan',
    OIDC_CLAIM_email: 'zs@example.com',
    OIDC_CLAIM_phone_number: '13912345678',
    OIDC_CLAIM_roles: 'clerk,reader',
    OIDC_CLAIM_groups: '档案管理员',
    OIDC_CLAIM_dept: '信息与数据中心',
  })
  expect(JSON.parse(org!)).toMatchObject({ id: orgId, name: '信息与数据中心' })
})

test('OP-71 signing out of mod_auth_openidc signs out of the console too', async () => {
  const { who } = await visitor()
  const left = await who.visit(`${callback}?logout=${encodeURIComponent(`${site}/open/`)}`)
  expect([left.url.pathname, left.text]).toEqual(['/open/', expect.stringContaining('<h1>已离开档案系统</h1>')])
  expect(await who.isOut(page)).toBe(true)
  await server.withToken(who.token).refused('signInAgain', signIn.logout)
})

test('OP-72 signing out of the console ends the session at mod_auth_openidc through the back channel', async () => {
  const { who } = await visitor()
  expect(await who.isOut(page)).toBe(false)
  await server.withToken(who.token).call(signIn.logout)
  await expect.poll(() => who.isOut(page), { interval: 100 }).toBe(true)
})

test('OP-73 a user without access sees whom to ask, and mod_auth_openidc does not let them in', async () => {
  const who = new Visitor(server)
  const refused = await who.signInAt(page, (await createUser(server)).userName)
  expect(refused.text).toContain('您没有打开“档案系统”的权限')
  const back = await who.visit(new URL(/href="([^"]+decline)"/.exec(refused.text)![1]!, refused.url))
  expect(back.visited.find(isCallback)!.searchParams.get('error')).toBe('access_denied')
  expect(back.text).not.toContain(SITE_HOME)
  expect((await who.visit(page)).text).not.toContain(SITE_HOME)
})

test('OP-74 an intercepted code is useless without the verifier, in another browser, and after its use', async () => {
  const { who, back } = await visitor()
  expect((await exchange(back)).body.error).toBe('invalid_grant')
  expect((await new Visitor(server).visit(back)).text).not.toContain(SITE_HOME)
  who.forget(HOST)
  const caught = (await who.visit(page, isCallback)).url
  expect((await exchange(caught)).body.error).toBe('invalid_grant')
  expect((await exchange(caught, { redirect_uri: `${site}/open/` })).body.error).toBe('invalid_grant')
  expect((await new Visitor(server).visit(caught)).text).not.toContain(SITE_HOME)
  // It still works for the browser it was sent to.
  expect((await who.visit(caught)).text).toContain(SITE_HOME)
})

/** Exchanges the code as the application itself, with its secret, but without the request's PKCE verifier. */
const exchange = (to: URL, more: Record<string, string> = {}) =>
  post(
    server,
    '/token',
    {
      grant_type: 'authorization_code',
      redirect_uri: callback,
      code: to.searchParams.get('code')!,
      code_verifier: randomPKCECodeVerifier(),
      ...more,
    },
    basic(clientId),
  )
