import { writeFileSync } from 'node:fs'
import { saml } from '@hufu/contract/federation/saml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pemOf } from '../../src/domains/federation/saml/xml/certificate.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { newPair } from '../saml.ts'
import { addressAt, type Apache, freePort, startApache } from './apache.ts'
import { withPostBindingOnly, arrivedByPost, idpInitiatedUrl } from './saml-site.ts'
import { attributesShownIn, createUser, Visitor } from './visitor.ts'

const REAL_NAME = 'urn:oid:2.16.840.1.113730.3.1.241'
let server: TestServer
let apache: Apache | undefined
let site: string
let page: string
let appId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' }, jobs: true })
  const port = await freePort()
  site = addressAt(port)
  page = `${site}/in/`
  const claims = JSON.stringify([{ claim: REAL_NAME, from: 'realName' }, { claim: 'roles', from: 'roles' }, { claim: 'org', from: 'orgName' }]) // prettier-ignore
  appId = await server.given.app({ protocol: 'saml', name: '档案系统', claims })
  const idp = await (await fetch(`${server.address}/protocols/saml/metadata`)).text()
  const says = ['REMOTE_USER', 'MELLON_REALNAME', 'MELLON_roles', 'MELLON_org']
  apache = await startApache({ port, module: 'auth_mellon', configure: folder => configure(folder, idp), says })
  const metadata = await (await fetch(`${site}/mellon/metadata`)).text()
  await server.admin.call(saml.applyMetadata, { body: { appId, metadata, version: 0 } })
})
afterAll(async () => {
  await server.close()
  await apache?.stop()
})

/** The files are readable by www-data, as which mod_auth_mellon reads them. */
function configure(folder: string, idp: string): string {
  const pair = newPair('mellon')
  writeFileSync(`${folder}/idp.xml`, idp)
  writeFileSync(`${folder}/idp-post.xml`, withPostBindingOnly(idp))
  writeFileSync(`${folder}/key.pem`, pair.privatePem)
  writeFileSync(`${folder}/cert.pem`, pemOf(pair.certificate))
  return `
MellonLockFile ${folder}/mellon.lock
<Location />
  MellonEnable info
  MellonEndpointPath /mellon
  MellonSecureCookie Off
  MellonSPPrivateKeyFile ${folder}/key.pem
  MellonSPCertFile ${folder}/cert.pem
  MellonIdPMetadataFile ${folder}/idp.xml
  MellonSetEnv REALNAME ${REAL_NAME}
  MellonMergeEnvVars On
  MellonSignatureMethod rsa-sha256
</Location>
<Location /in/>
  AuthType Mellon
  MellonEnable auth
  Require valid-user
</Location>
<Location /in/post/>
  MellonEndpointPath /in/post/mellon
  MellonVariable post
  MellonIdPMetadataFile ${folder}/idp-post.xml
</Location>`
}

const SITE_HOME = '<h1>档案系统首页</h1>'
const isAtAcs = (url: URL) => url.pathname.startsWith('/mellon/postResponse')

async function visitor() {
  const { userName } = await createUser(server, appId)
  const who = new Visitor(server)
  const shown = await who.signInAt(page, userName)
  expect(shown.text, (await apache?.errors()) ?? '').toContain(SITE_HOME)
  return who
}

test('SAML-60 mod_auth_mellon signs a user in and reads their attributes, in Chinese and with several values', async () => {
  const { given } = server
  const orgId = await given.org({ name: '信息 & 数据科' })
  const id = await given.user({ userName: 'lisi', realName: '李四光', org: orgId })
  for (const code of ['clerk', 'reader'])
    await given.grant({ subjectType: 'user', subjectId: id, appId, roleId: await given.appRole(appId, { code }) })
  // mod_auth_mellon passes values on as XML escapes them.
  const attributes = attributesShownIn((await new Visitor(server).signInAt(page, 'lisi')).text)
  expect(attributes).toMatchObject({ MELLON_REALNAME: '李四光', MELLON_roles: 'clerk;reader', MELLON_org: '信息 &amp; 数据科' })
  expect(attributes.REMOTE_USER).toMatch(/^_[0-9a-f]{32}$/)
})

test('SAML-61 signing out at mod_auth_mellon ends the session here, and signing out here ends the one there', async () => {
  const one = await visitor()
  expect(await one.isOut(page)).toBe(false)
  const left = await one.visit(`${site}/mellon/logout?ReturnTo=${encodeURIComponent(`${site}/open/`)}`)
  expect(left.text).toContain('已离开档案系统')
  expect(await one.isOut(page)).toBe(true)
  const two = await visitor()
  expect((await two.visit(`${server.address}/protocols/saml/logout`)).text).toContain('已退出登录')
  // The application has a SOAP address and is notified there.
  await expect.poll(() => two.isOut(page), { interval: 100 }).toBe(true)
  const logins = await server.kernel.db.selectFrom('samlLogin').select('state').where('appId', '=', appId).orderBy('id', 'desc').execute()
  expect(logins[0]!.state).toBe('told')
})

test('SAML-62 a user without access sees whom to ask, and is not sent to mod_auth_mellon', async () => {
  const shown = await new Visitor(server).signInAt(page, (await createUser(server)).userName)
  expect(shown.text).toContain('您没有打开“档案系统”的权限')
  expect(shown.visited.filter(isAtAcs)).toEqual([])
})

test('SAML-60 mod_auth_mellon sends its request by POST if our metadata list nothing else, and accepts an unsolicited sign-in', async () => {
  const other = await server.given.app({ protocol: 'saml', name: '档案系统（POST）' })
  const metadata = await (await fetch(`${site}/in/post/mellon/metadata`)).text()
  await server.admin.call(saml.applyMetadata, { body: { appId: other, metadata, version: 0 } })
  const { userName } = await createUser(server, other)
  const who = new Visitor(server)
  expect(arrivedByPost(await who.visit(`${page}post/`)), await apache!.errors()).toBe(true)
  // The user is let in, although there is no page to read.
  const { url } = await who.signInAt(`${page}post/`, userName)
  expect([url.origin, url.pathname], await apache!.errors()).toEqual([site, '/in/post/'])
  const unasked = await new Visitor(server).signInAt(await idpInitiatedUrl(server, appId, page), (await createUser(server, appId)).userName)
  expect(unasked.text, await apache!.errors()).toContain(SITE_HOME)
})
