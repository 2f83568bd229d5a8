import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saml, type SamlSettings } from '@hufu/contract/federation/saml'
import { pemOf } from '../../src/domains/federation/saml/xml/certificate.ts'
import type { TestServer } from '../harness.ts'
import { newPair } from '../saml.ts'
import { type Shown, Visitor } from './visitor.ts'

export const REAL_NAME = 'urn:oid:2.16.840.1.113730.3.1.241'
export const SITE_HOME = '<h1>档案系统首页</h1>'

/** A folder, readable by everybody, with a key pair of the application and Hufu's metadata. */
export async function samlFolder(server: TestServer): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'hufu-saml-'))
  await chmod(folder, 0o755)
  const pair = newPair('sp')
  await writeFile(join(folder, 'key.pem'), pair.privatePem)
  await writeFile(join(folder, 'cert.pem'), pemOf(pair.certificate))
  await writeFile(join(folder, 'idp.xml'), await (await fetch(`${server.address}/protocols/saml/metadata`)).text())
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const claims = JSON.stringify([
  { claim: REAL_NAME, from: 'realName' },
  { claim: 'roles', from: 'roles' },
  { claim: 'org', from: 'orgName' },
])

/** An application that gets three claims, registered by metadata at an address of its own. */
export async function registerSaml(server: TestServer, url: string): Promise<string> {
  const appId = await server.given.app({ protocol: 'saml', name: `档案系统 ${new URL(url).port}`, claims })
  await server.admin.call(saml.applyMetadata, { body: { appId, source: { url }, version: 0 } })
  return appId
}

export async function setSaml(server: TestServer, appId: string, settings: Partial<SamlSettings>): Promise<void> {
  await server.kernel.db.updateTable('samlSp').set(settings).where('appId', '=', appId).execute()
}

/** Holds every character that XML, HTML or a shell treats as special. */
export const ORG = `信息 & "数据" <科> ]]> '室'`

/** A user with a Chinese name and two roles of the application. */
export async function createLisi(server: TestServer, appId: string, realName = '李四光'): Promise<string> {
  const { given, kernel } = server
  const orgId = await given.org({ name: `${ORG}${given.next()}` })
  const id = await given.user({ realName, org: orgId })
  for (const code of [`clerk${given.next()}`, `reader${given.next()}`])
    await given.grant({ subjectType: 'user', subjectId: id, appId, roleId: await given.appRole(appId, { code }) })
  return (await kernel.db.selectFrom('users').select('userName').where('id', '=', id).executeTakeFirstOrThrow()).userName
}

/** The address here that sends a user to the application without a request (IdP-initiated). */
export async function idpInitiatedUrl(server: TestServer, appId: string, relayState: string): Promise<string> {
  await setSaml(server, appId, { allowUnsolicited: 1, relayStateStart: relayState })
  const { code } = await server.kernel.db.selectFrom('app').select('code').where('id', '=', appId).executeTakeFirstOrThrow()
  return `${server.address}/protocols/saml/start/${code}?RelayState=${encodeURIComponent(relayState)}`
}

/** The same metadata without the redirect binding, so that requests come by POST. */
export const withPostBindingOnly = (metadata: string): string =>
  metadata.replace(/<md:SingleSignOnService Binding="[^"]*HTTP-Redirect"[^>]*>(<\/md:SingleSignOnService>)?/, '')
/** Whether the request for a sign-in came by POST; such a request passes through a page of its own. */
export const arrivedByPost = ({ visited }: Shown): boolean => visited.some(({ pathname }) => pathname === '/protocols/saml/go')

/** A browser in which the user signs in, starting at a page of the application. */
export async function signInAt(server: TestServer, page: string, userName: string): Promise<{ who: Visitor; shown: Shown }> {
  const who = new Visitor(server)
  return { who, shown: await who.signInAt(page, userName) }
}

export const loginStates = async (server: TestServer, appId: string): Promise<string[]> =>
  (await server.kernel.db.selectFrom('samlLogin').select('state').where('appId', '=', appId).orderBy('id', 'desc').execute()).map(
    ({ state }) => state,
  )
export const isSignedIn = async ({ kernel }: TestServer, { token }: Visitor): Promise<boolean> =>
  kernel.sessions.byToken(token).then(
    () => true,
    () => false,
  )
