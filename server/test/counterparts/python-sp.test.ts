import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { addressAt, freePort } from './apache.ts'
import { answers, type Program, startProgram } from './program.ts'
import {
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
import { attributesShownIn, createUser, Visitor } from './visitor.ts'

interface Site {
  program: Program
  address: string
  appId: string
}

let server: TestServer
let files: Awaited<ReturnType<typeof samlFolder>> | undefined
const sites = new Map<string, Site>()
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' }, jobs: true })
  files = await samlFolder(server)
  for (const library of LIBRARIES) sites.set(library, await open(library, files.folder))
})
afterAll(async () => {
  for (const { program } of sites.values()) await program.stop()
  await server.close()
  await files?.remove()
})

const LIBRARIES = ['pysaml2', 'lasso', 'onelogin'] as const

/** A service provider on this library, registered here by its metadata. */
async function open(library: string, folder: string): Promise<Site> {
  const address = addressAt(await freePort())
  const settingsFile = join(folder, `${library}.json`)
  writeFileSync(settingsFile, JSON.stringify({ base: address, folder }))
  const script = new URL(`${library}-sp.py`, import.meta.url).pathname
  const program = await startProgram({ command: '/usr/bin/python3', args: [script, settingsFile], isReady: answers(`${address}/open/`) })
  return { program, address, appId: await registerSaml(server, `${address}/metadata`) }
}

const AWKWARD_NAME = `李"四'光 ]]></saml:NameID>\n<b>&amp;`

test.each(LIBRARIES)(
  'SAML-80 %s signs a user in by redirect, and by POST where supported, and reads their attributes, also a name with special characters',
  async library => {
    const { program, address: site, appId } = sites.get(library)!
    // OneLogin's python3-saml sends requests by redirect only.
    for (const how of library === 'onelogin' ? [''] : ['', '?binding=post']) {
      const { shown } = await signInAt(server, `${site}/in/${how}`, await createLisi(server, appId, AWKWARD_NAME))
      expect(shown.text, program.output()).toContain(SITE_HOME)
      const attributes = attributesShownIn(shown.text)
      expect(Object.values(attributes)).toContain(AWKWARD_NAME)
      expect(attributes.roles!.split('|')).toHaveLength(2)
      expect(attributes).toMatchObject({ org: expect.stringContaining(ORG), NAME_ID: expect.stringMatching(/^_[0-9a-f]{32}$/) })
    }
  },
)

test.each(LIBRARIES)('SAML-81 %s decrypts an assertion', async library => {
  const { program, address: site, appId } = sites.get(library)!
  await setSaml(server, appId, { encrypt: 'always' })
  const { shown } = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
  expect(shown.text, program.output()).toContain('李四光')
  await setSaml(server, appId, { encrypt: 'never' })
})

test.each(LIBRARIES)('SAML-82 signing out at %s ends the session here, and signing out here ends the one there', async library => {
  const { program, address: site, appId } = sites.get(library)!
  const one = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
  const left = await one.who.visit(`${site}/logout`)
  expect(left.text, program.output()).toContain('status:Success')
  expect(await isSignedIn(server, one.who)).toBe(false)
  expect(await one.who.isOut(`${site}/in/`)).toBe(true)
  const two = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
  const out = await two.who.visit(`${server.address}/protocols/saml/logout`)
  expect(out.text, program.output()).toContain('已一并退出')
  expect(await two.who.isOut(`${site}/in/`)).toBe(true)
  expect((await loginStates(server, appId))[0]).toBe('told')
})

test.each(LIBRARIES)('SAML-83 a user without access sees whom to ask, and is not sent to %s', async library => {
  const { address: site } = sites.get(library)!
  const shown = await new Visitor(server).signInAt(`${site}/in/`, (await createUser(server)).userName)
  expect(shown.text).toContain('的权限')
  expect(shown.visited.filter(({ pathname }) => pathname === '/acs')).toEqual([])
})

test('SAML-99 pysaml2 forces a new sign-in, gets NoPassive without a page, and requests a second factor', async () => {
  const { program, address: site, appId } = sites.get('pysaml2')!
  const userName = await createLisi(server, appId)
  const { who, shown } = await signInAt(server, `${site}/in/`, userName)
  const before = attributesShownIn(shown.text)
  expect(before.CLASS, program.output()).toBe('urn:oasis:names:tc:SAML:2.0:ac:classes:Password')
  // Another request without ForceAuthn asks nobody; with it the same session is not enough.
  expect((await who.visit(`${site}/again`)).text).toContain(SITE_HOME)
  const later = "update session set auth_time = auth_time - interval '1 hour', proven_at = proven_at - interval '1 hour'"
  await server.kernel.pool.query(`${later} where user_id = (select id from users where user_name = $1)`, [userName])
  const forced = await who.signInAt(`${site}/again?force=true`, userName)
  expect(forced.text, program.output()).toContain(SITE_HOME)
  expect(Date.parse(attributesShownIn(forced.text).INSTANT!)).toBeGreaterThanOrEqual(Date.parse(before.INSTANT!))
  const nobody = await new Visitor(server).visit(`${site}/again?passive=true`)
  expect([nobody.url.pathname, nobody.text]).toEqual(['/acs', expect.stringContaining('StatusNoPassive')])
  const page = await who.visit(`${site}/again?mfa=true`)
  expect(page.text).toContain('要求二次验证')
  await server.kernel.pool.query(`update session set factor = 'any' where user_id = (select id from users where user_name = $1)`, [
    userName,
  ])
  server.kernel.sessions.forget()
  expect(attributesShownIn((await who.visit(`${site}/again?mfa=true`)).text).CLASS).toBe('https://refeds.org/profile/mfa')
})

test('SAML-99 lasso accepts an unsolicited sign-in that begins here', async () => {
  const { program, address: site, appId } = sites.get('lasso')!
  const { shown } = await signInAt(server, await idpInitiatedUrl(server, appId, `${site}/in/`), await createLisi(server, appId))
  expect(shown.text, program.output()).toContain(SITE_HOME)
})
