import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness.ts'
import { addressAt, freePort, HOST } from './apache.ts'
import { answers, type Program, startProgram } from './program.ts'
import {
  withPostBindingOnly,
  arrivedByPost,
  signInAt,
  SITE_HOME,
  isSignedIn,
  createLisi,
  loginStates,
  ORG,
  registerSaml,
  REAL_NAME,
  samlFolder,
  setSaml,
} from './saml-site.ts'
import { attributesShownIn, createUser, Visitor } from './visitor.ts'

const PACKAGE = '/usr/share/simplesamlphp'
let server: TestServer
let program: Program | undefined
let files: Awaited<ReturnType<typeof samlFolder>> | undefined
let site: string
let appId: string
beforeAll(async () => {
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' }, jobs: true })
  const port = await freePort()
  site = addressAt(port)
  files = await samlFolder(server)
  await configure(files.folder)
  const env = { SIMPLESAMLPHP_CONFIG_DIR: join(files.folder, 'config'), PHP_CLI_SERVER_WORKERS: '4' }
  const args = ['-d', `session.save_path=${join(files.folder, 'sessions')}`, '-S', `${HOST}:${port}`, '-t', join(files.folder, 'web')]
  program = await startProgram({ command: '/usr/bin/php', args, env, isReady: answers(`${site}/open/`) })
  appId = await registerSaml(server, `${site}/simplesaml/module.php/saml/sp/metadata.php/default-sp`)
})
afterAll(async () => {
  await program?.stop()
  await server.close()
  await files?.remove()
})

const php = (value: string) => `'${value.replace(/['\\]/g, '\\$&')}'`

/** SimpleSAMLphp with its own configuration; of /etc/simplesamlphp only the attribute maps are read. */
async function configure(folder: string): Promise<void> {
  for (const name of ['config', 'metadata', 'sessions', 'log', 'data', 'tmp', 'web', 'web/in', 'web/open', 'web/out'])
    await mkdir(join(folder, name))
  await symlink(join(PACKAGE, 'www'), join(folder, 'web', 'simplesaml'))
  const idp = `${server.address}/protocols/saml/metadata`
  await writeFile(
    join(folder, 'config', 'config.php'),
    `<?php
$config = [
  'baseurlpath' => ${php(`${site}/simplesaml/`)},
  'certdir' => ${php(`${folder}/`)}, 'loggingdir' => ${php(`${folder}/log/`)}, 'datadir' => ${php(`${folder}/data/`)}, 'tempdir' => ${php(`${folder}/tmp`)},
  'metadatadir' => ${php(`${folder}/metadata`)},
  'secretsalt' => 'of-this-test-alone', 'auth.adminpassword' => 'of-this-test-alone', 'timezone' => 'Asia/Shanghai',
  'technicalcontact_name' => 'test', 'technicalcontact_email' => 'test@example.com',
  'logging.handler' => 'file', 'logging.level' => 5, 'enable.saml20-idp' => false, 'store.type' => 'phpsession',
  'session.cookie.secure' => false, 'session.phpsession.savepath' => ${php(`${folder}/sessions`)},
  'trusted.url.domains' => null,
  'metadata.sources' => [['type' => 'xml', 'file' => ${php(`${folder}/idp.xml`)}]],
];`,
  )
  await writeFile(
    join(folder, 'config', 'authsources.php'),
    `<?php
$config = ['default-sp' => ['saml:SP', 'entityID' => ${php(`${site}/sp`)}, 'idp' => ${php(idp)},
  'privatekey' => 'key.pem', 'certificate' => 'cert.pem', 'sign.authnrequest' => true, 'sign.logout' => true,
  'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'NameIDPolicy' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']];`,
  )
  const open = `<?php require_once '${PACKAGE}/lib/_autoload.php'; $as = new \\SimpleSAML\\Auth\\Simple('default-sp');`
  await writeFile(
    join(folder, 'web/in/index.php'),
    `${open} $as->requireAuth(); echo ${php(SITE_HOME)};
foreach ($as->getAttributes() as $name => $values) echo '<p id="' . htmlspecialchars($name) . '">' . htmlspecialchars(implode('|', $values), ENT_NOQUOTES) . '</p>';
echo '<p id="NAME_ID">' . $as->getAuthData('saml:sp:NameID')->getValue() . '</p>';`,
  )
  await writeFile(join(folder, 'web/out/index.php'), `${open} $as->logout(${php(`${site}/open/`)});`)
  await writeFile(join(folder, 'web/open/index.php'), '<h1>已离开档案系统</h1>')
}

test('SAML-87 SimpleSAMLphp signs a user in and reads their attributes, in Chinese, multi-valued, and encrypted as well', async () => {
  for (const encrypt of ['never', 'always'] as const) {
    await setSaml(server, appId, { encrypt })
    const { shown } = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
    expect(shown.text, program!.output()).toContain(SITE_HOME)
    const attributes = attributesShownIn(shown.text)
    expect(attributes).toMatchObject({ [REAL_NAME]: '李四光', org: expect.stringContaining(ORG) })
    expect(attributes.roles!.split('|')).toHaveLength(2)
    expect(attributes.NAME_ID).toMatch(/^_[0-9a-f]{32}$/)
  }
  await setSaml(server, appId, { encrypt: 'never' })
})

test('SAML-88 signing out at SimpleSAMLphp ends the session here, and signing out here ends the one there', async () => {
  const one = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
  const left = await one.who.visit(`${site}/out/`)
  expect(left.text, program!.output()).toContain('已离开档案系统')
  expect(await isSignedIn(server, one.who)).toBe(false)
  expect(await one.who.isOut(`${site}/in/`)).toBe(true)
  const two = await signInAt(server, `${site}/in/`, await createLisi(server, appId))
  await two.who.visit(`${server.address}/protocols/saml/logout`)
  await expect.poll(async () => (await loginStates(server, appId))[0]).toBe('told')
  expect(await two.who.isOut(`${site}/in/`), program!.output()).toBe(true)
})

test('SAML-89 a user without access sees whom to ask, and is not sent to SimpleSAMLphp', async () => {
  const shown = await new Visitor(server).signInAt(`${site}/in/`, (await createUser(server)).userName)
  expect(shown.text).toContain('的权限')
  expect(shown.visited.filter(({ pathname }) => pathname.includes('saml2-acs'))).toEqual([])
})

test('SAML-87 SimpleSAMLphp sends its request by POST if our metadata list nothing else', async () => {
  const file = join(files!.folder, 'idp.xml')
  const metadata = await readFile(file, 'utf8')
  for (const isPost of [false, true]) {
    await writeFile(file, isPost ? withPostBindingOnly(metadata) : metadata)
    const who = new Visitor(server)
    expect(arrivedByPost(await who.visit(`${site}/in/`))).toBe(isPost)
    expect((await who.signInAt(`${site}/in/`, await createLisi(server, appId))).text, program!.output()).toContain(SITE_HOME)
  }
  await writeFile(file, metadata)
})
