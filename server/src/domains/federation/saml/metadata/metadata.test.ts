import { app } from '@hufu/contract/apps/app'
import { saml, samlKey } from '@hufu/contract/federation/saml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../../test/harness.ts'
import { federationMetadata } from '../../../../../test/federation-metadata.ts'
import { configure } from '../../../../../test/providers.ts'
import { idpCertificates, newPair, signedXml, TestSp } from '../../../../../test/saml.ts'
import { certificateOf, fingerprintOf } from '../xml/certificate.ts'
import { NS } from '../names.ts'
import { METADATA, readXml } from '../xml/read.ts'
import { verifyRoot } from '../xml/signature.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const pair = newPair('metadata')
const certificate = (base64 = pair.certificate) =>
  `<ds:KeyInfo xmlns:ds="${NS.ds}"><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
interface Parts {
  entityId?: string
  root?: string
  sp?: string
  keys?: string
  acs?: string
  more?: string
}
const acsAt = (url: string, attributes = 'index="0"', binding = POST) =>
  `<md:AssertionConsumerService ${attributes} Binding="${binding}" Location="${url}"/>`
function metadata({
  entityId = `https://sp${server.given.next()}.example.com`,
  root = '',
  sp = '',
  keys,
  acs = acsAt('https://sp.example.com/acs'),
  more = '',
}: Parts = {}) {
  const key = keys ?? `<md:KeyDescriptor>${certificate()}</md:KeyDescriptor>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<md:EntityDescriptor xmlns:md="${NS.md}" entityID="${entityId}" ${root}>\n<md:SPSSODescriptor protocolSupportEnumeration="${NS.samlp}" ${sp}>${key}${acs}${more}</md:SPSSODescriptor></md:EntityDescriptor>\n`
}
const preview = (parts: Parts = {}) => server.admin.call(saml.preview, { body: { metadata: metadata(parts) } })
const why = async (text: string) => (await server.admin.refused('samlProblem', saml.preview, { body: { metadata: text } })).message

test('SAML-50 metadata describe the service provider; a key without a use is for signing and encryption', async () => {
  const peer = await preview({ sp: 'AuthnRequestsSigned="false"' })
  expect(peer.acs).toEqual([{ index: 0, url: 'https://sp.example.com/acs', isDefault: true }])
  expect(peer.signing.map(each => each.fingerprint)).toEqual([peer.encryption!.fingerprint])
  expect(peer.wantsSignedRequest).toBe(true)
  const named = await preview({
    more: '<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>',
    keys: '',
  })
  expect([named.nameId, named.wantsSignedRequest, named.encryption]).toEqual(['email', false, null])
})

test('SAML-51 metadata of several entities, without a service provider, expired or unreadable are refused with a message', async () => {
  expect(await why(`<md:EntitiesDescriptor xmlns:md="${NS.md}"/>`)).toContain('多个实体')
  expect(await why('<html/>')).toContain('EntityDescriptor')
  expect(await why(metadata().replaceAll('SPSSODescriptor', 'IDPSSODescriptor'))).toContain('服务提供者')
  expect(await why(metadata({ root: 'validUntil="2020-01-01T00:00:00Z"' }))).toContain('已过期')
  expect(await why(metadata({ sp: 'validUntil="2020-01-01T00:00:00Z"' }))).toContain('已过期')
  expect(await why(metadata({ keys: `<md:KeyDescriptor>${certificate('AAAA')}</md:KeyDescriptor>` }))).toContain('X509Certificate')
  expect(await why(`<?xml-stylesheet href="a"?>${metadata().slice(39)}`)).toContain('无法读取')
  expect(await why(`<!DOCTYPE a>${metadata().slice(39)}`)).toContain('DOCTYPE')
})

test('SAML-52 responses go only to normalised addresses, over https or in a private network, without SAML parameters', async () => {
  for (const url of [
    'http://sp.example.com/acs',
    'https://a@sp.example.com/',
    'https://sp.example.com/acs?SAMLResponse=x',
    'javascript:alert(1)',
    'https://sp.example.com/a/../b',
    'https://sp.example.com/?RelayState=1',
  ])
    expect([url, await why(metadata({ acs: acsAt(url) }))]).toEqual([url, expect.stringContaining('登录返回地址')])
  const peer = await preview({
    acs:
      acsAt('https://sp.example.com/artifact', 'index="1"', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact') +
      acsAt('https://sp.example.com/one', 'index="2"') +
      acsAt('https://sp.example.com/two?a=b', 'index="3" isDefault="true"'),
  })
  expect(peer.acs.map(({ index, isDefault }) => [index, isDefault])).toEqual([[2, false], [3, true]]) // prettier-ignore
  expect(peer.ignored).toEqual(['https://sp.example.com/artifact'])
})

test('SAML-53 an application is created with its metadata in one step, or not at all; its entityID is unique', async () => {
  const appGroupId = (
    await server.kernel.db
      .selectFrom('app')
      .select('appGroupId')
      .where('id', '=', await server.given.app())
      .executeTakeFirstOrThrow()
  ).appGroupId
  const draft = { appGroupId, name: '档案', code: 'records', protocol: 'saml' } as const
  const text = metadata({ entityId: 'https://taken.example.com' })
  await server.admin.refused('samlProblem', saml.save, { body: { app: draft, metadata: '<html/>' } })
  const { id } = await server.admin.call(saml.save, { body: { app: draft, metadata: text } })
  expect(await server.admin.call(app.byId, { query: { id } })).toMatchObject({
    protocol: 'saml',
    redirectUris: ['https://sp.example.com/acs'],
  })
  await server.admin.refused('samlEntityTaken', saml.save, { body: { app: { ...draft, name: '另一个', code: 'other' }, metadata: text } })
  expect(await server.kernel.db.selectFrom('app').select('id').where('code', '=', 'other').execute()).toEqual([])
})

test('SAML-54 newer metadata replace addresses and keys but not the settings; a stale change is refused', async () => {
  const appId = await server.given.app({ protocol: 'saml' })
  const entityId = 'https://newer.example.com'
  await server.admin.call(saml.applyMetadata, { body: { appId, metadata: metadata({ entityId }), version: 0 } })
  const { settings } = await server.admin.call(saml.get, { query: { appId } })
  await server.admin.call(saml.update, { body: { appId, ...settings!, skewSeconds: 120, wantsSignedRequest: 0, version: 1 } })
  const moved = metadata({ entityId, acs: acsAt('https://sp.example.com/new'), keys: '' })
  await server.admin.refused('stale', saml.applyMetadata, { body: { appId, metadata: moved, version: 1 } })
  await server.admin.call(saml.applyMetadata, { body: { appId, metadata: moved, version: 2 } })
  const found = await server.admin.call(saml.get, { query: { appId } })
  expect(found.settings).toMatchObject({ skewSeconds: 120, wantsSignedRequest: 0 })
  expect([found.peer!.acs[0]!.url, found.peer!.signing, found.version]).toEqual(['https://sp.example.com/new', [], 3])
  await server.admin.refused('stale', saml.update, { body: { appId, ...found.settings!, version: 2 } })
  await server.admin.refused('samlProblem', saml.update, { body: { appId, ...found.settings!, wantsSignedRequest: 1, version: 3 } })
  await server.admin.refused('samlProblem', saml.update, { body: { appId, ...found.settings!, encrypt: 'always', version: 3 } })
})

test('SAML-55 our own metadata are signed and list both bindings and the current certificate', async () => {
  const answer = await fetch(`${server.address}/protocols/saml/metadata`)
  expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml')
  const xml = await answer.text()
  const [base64] = await idpCertificates(server)
  const own = certificateOf(base64!)
  verifyRoot(readXml(xml, METADATA), [own.publicKey])
  expect(own.checkIssued(own) && own.verify(own.publicKey)).toBe(true)
  expect(own.validToDate.getTime() - Date.now()).toBeGreaterThan(9 * 365 * 86_400_000)
  for (const part of ['HTTP-Redirect', 'HTTP-POST', 'WantAuthnRequestsSigned="true"', 'cacheDuration="PT6H"']) expect(xml).toContain(part)
  expect(xml).not.toContain('validUntil')
})

test('SAML-69 our own metadata name the organisation by the configured system name', async () => {
  const systemName = '华东“数据” & <统一> 认证'
  await configure(server, { systemName })
  const root = readXml(await (await fetch(`${server.address}/protocols/saml/metadata`)).text(), METADATA)
  const organization = root.children.find(child => typeof child !== 'string' && child.local === 'Organization') as typeof root
  const texts = organization.children.map(child => (child as typeof root).children.join(''))
  expect(texts).toEqual([systemName, systemName, server.address])
})

test('SAML-56 keys are rotated application by application: both are valid meanwhile, and the old one is withdrawn last', async () => {
  const [before, moved] = [await TestSp.make(server), await TestSp.make(server)]
  const first = await server.admin.call(samlKey.list)
  await server.admin.call(samlKey.add)
  await server.admin.refused('samlProblem', samlKey.add)
  const keys = await server.admin.call(samlKey.list)
  expect(keys.map(({ state }) => state)).toEqual(['current', 'next'])
  expect(keys[0]!.kid).toBe(first[0]!.kid)
  const [old, next] = [keys[0]!.kid, keys[1]!.kid]
  await server.admin.call(samlKey.moveApp, { body: { appId: moved.appId, kid: next } })
  // An application set up with the old certificate still works; one set up with the new certificate is moved to the new key.
  await before.read(await before.visit((await before.visitor()).browser))
  const late = await TestSp.make(server, { options: { idpCert: [(await idpCertificates(server))[1]!] } })
  await server.admin.call(samlKey.moveApp, { body: { appId: late.appId, kid: next } })
  await late.read(await late.visit((await late.visitor()).browser))
  await server.admin.refused('samlProblem', samlKey.withdraw, { query: { id: old } })
  for (const { id } of await server.admin.call(samlKey.apps, { query: { kid: old } }))
    await server.admin.call(samlKey.moveApp, { body: { appId: id, kid: next } })
  await server.admin.call(samlKey.withdraw, { query: { id: old } })
  expect(await idpCertificates(server)).toHaveLength(1)
  await server.admin.refused('samlProblem', samlKey.withdraw, { query: { id: next } })
  await late.read(await late.visit((await late.visitor()).browser))
})

test('SAML-57 a megabyte of metadata takes less than 150 ms of the main thread', async () => {
  const many = Array.from({ length: 13_000 }, (_, n) => `<md:RequestedAttribute Name="urn:oid:1.2.3.${n}" xmlns:a="urn:a${n}"/>`).join('')
  const text = metadata({ more: `<md:AttributeConsumingService index="1">${many}</md:AttributeConsumingService>` })
  expect(text.length).toBeGreaterThan(900_000)
  await preview()
  const before = process.threadCpuUsage()
  await server.admin.call(saml.preview, { body: { metadata: text } })
  const { user, system } = process.threadCpuUsage(before)
  // This is the processor time of this thread alone; reading the metadata here would take some hundred milliseconds.
  expect((user + system) / 1000).toBeLessThan(150)
  await server.admin.refused('samlProblem', saml.preview, { body: { metadata: metadata({ more: '<md:X/>'.repeat(20_001) }) } })
})

test('SAML-58 metadata of the size and content that federations publish are read', async () => {
  const [first, second] = [newPair('federation').certificate, newPair('rollover').certificate]
  const entityId = 'https://library.example.org/shibboleth'
  const text = federationMetadata({ entityId, certificates: [first, second], attributes: 5400 })
  expect(text.length).toBeGreaterThan(900_000)
  const peer = await server.admin.call(saml.preview, { body: { metadata: text } })
  expect(peer).toMatchObject({ entityId, name: '示例图书馆', nameId: 'transient', validUntil: '2099-01-01 08:00:00', signer: null })
  expect(peer.acs).toEqual([{ index: 2, url: 'https://library.example.org/Shibboleth.sso/SAML2/POST', isDefault: true }])
  expect(peer.ignored).toHaveLength(4)
  expect(peer.slo.map(({ binding, responseUrl }) => [binding, responseUrl])).toEqual([['soap', null], ['redirect', 'https://library.example.org/left']]) // prettier-ignore
  expect(peer.signing).toHaveLength(2)
  expect(peer.encryption!.fingerprint).toBe(peer.signing[0]!.fingerprint)
  const signed = await server.admin.call(saml.preview, {
    body: { metadata: signedXml(federationMetadata({ entityId, certificates: [first] }), pair) },
  })
  expect(signed.signer).toBe(fingerprintOf(pair.certificate))
})
