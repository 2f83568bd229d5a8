import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { addressAt, type Apache, freePort, startApache } from './apache.ts'
import type { Program } from './program.ts'
import {
  arrivedByPost,
  signInAt,
  SITE_HOME,
  isSignedIn,
  createLisi,
  loginStates,
  ORG,
  registerSaml,
  samlFolder,
  setSaml,
  idpInitiatedUrl,
} from './saml-site.ts'
import { apacheFor, startShibd, writeShibboleth } from './shibd.ts'
import { attributesShownIn, createUser, Visitor } from './visitor.ts'

let server: TestServer
let apache: Apache | undefined
let daemon: Program | undefined
let files: Awaited<ReturnType<typeof samlFolder>> | undefined
let site: string
let appId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' }, jobs: true })
  const port = await freePort()
  site = addressAt(port)
  files = await samlFolder(server)
  const { folder } = files
  await writeShibboleth({ folder, site, idp: `${server.address}/protocols/saml/metadata` })
  daemon = await startShibd(folder)
  const says = ['REMOTE_USER', 'realName', 'roles', 'org', 'Shib-AuthnContext-Class']
  apache = await startApache({ port, module: 'shib', configure: () => apacheFor(folder), says })
  appId = await registerSaml(server, `${site}/Shibboleth.sso/Metadata`)
})
afterAll(async () => {
  await server.close()
  await apache?.stop()
  await daemon?.stop()
  await files?.remove()
})

/** The end of the daemon's log. */
const log = () => readFileSync(join(files!.folder, 'run', 'shibd.log'), 'utf8').slice(-6000)

test('SAML-84 mod_shib signs a user in and reads their attributes, in Chinese, multi-valued, and encrypted as well', async () => {
  for (const encrypt of ['never', 'always'] as const) {
    await setSaml(server, appId, { encrypt })
    const { shown } = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
    expect(shown.text, log()).toContain(SITE_HOME)
    const attributes = attributesShownIn(shown.text)
    expect(attributes).toMatchObject({ realName: '李四光', org: expect.stringContaining(ORG) })
    expect(attributes.roles!.split(';')).toHaveLength(2)
    expect(attributes.REMOTE_USER).toMatch(/^_[0-9a-f]{32}$/)
  }
  await setSaml(server, appId, { encrypt: 'never' })
})

test('SAML-85 signing out at mod_shib ends the session here, and any end of a session here reaches mod_shib by SOAP', async () => {
  const one = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
  expect(await one.who.isOut(`${site}/in/`)).toBe(false)
  await one.who.visit(`${site}/Shibboleth.sso/Logout`)
  expect(await isSignedIn(server, one.who), log()).toBe(false)
  expect(await one.who.isOut(`${site}/in/`)).toBe(true)
  const userName = await createLisi(server, appId)
  const two = await signInAt(server, `${site}/in/`, userName)
  await server.kernel.pool.query(
    `update session set ended_by = 'forced' where user_id = (select id from users where user_name = $1) and ended_by is null`,
    [userName],
  )
  await expect.poll(async () => (await loginStates(server, appId))[0]).toBe('told')
  expect(await two.who.isOut(`${site}/in/`), log()).toBe(true)
})

test('SAML-86 a user without access sees whom to ask, and is not sent to mod_shib', async () => {
  const shown = await new Visitor(server).signInAt(`${site}/in/`, (await createUser(server)).userName)
  expect(shown.text).toContain('的权限')
  expect(shown.visited.filter(({ pathname }) => pathname.endsWith('/SAML2/POST'))).toEqual([])
})

test('SAML-84 mod_shib accepts an unsolicited sign-in that begins here', async () => {
  const { shown } = await signInAt(server, await idpInitiatedUrl(server, appId, `${site}/in/`), await createLisi(server, appId))
  expect(shown.text, log()).toContain(SITE_HOME)
})

test('SAML-84 mod_shib can send its request by POST as well', async () => {
  const who = new Visitor(server)
  const asking = `${site}/Shibboleth.sso/ByPost?target=${encodeURIComponent(`${site}/in/`)}`
  expect(arrivedByPost(await who.visit(asking)), log()).toBe(true)
  const { shown } = await signInAt(server, asking, await createLisi(server, appId))
  expect(shown.text, log()).toContain(SITE_HOME)
})
