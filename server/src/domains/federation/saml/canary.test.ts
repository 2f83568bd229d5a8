import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { identityProvider } from '@hufu/contract/federation/identity-provider'
import { saml } from '@hufu/contract/federation/saml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { authnRequest, logoutRequest, logoutResponse, metadataOf, newPair, signedXml, TestSp } from '../../../../test/saml.ts'
import { rules } from '../../../../test/upstream.ts'
import { otherBytes, xmlAttacks } from '../../../../test/xml-attacks.ts'
import { NS } from './names.ts'

let server: TestServer
let sp: TestSp
/** The requests to the server whose address the attacks contain; a reader that resolves anything would call it. */
const calls: string[] = []
const ears = createServer((message, answer) => {
  calls.push(message.url ?? '')
  answer.end('<!ENTITY x "x">')
})
let connections = 0
ears.on('connection', () => connections++)
let canary: string
beforeAll(async () => {
  await new Promise<void>(done => ears.listen(0, '127.0.0.1', done))
  canary = `http://127.0.0.1:${(ears.address() as AddressInfo).port}`
  // This server may call loopback addresses, so only its XML reader keeps it from calling.
  server = await startTestServer({ settings: { HUFU_MOCK_PROVIDERS: '1' } })
  sp = await TestSp.make(server)
})
afterAll(async () => {
  ears.close()
  await server.close()
})

const send = async (path: string, field: string, bytes: Buffer) => {
  const body = new URLSearchParams({ [field]: bytes.toString('base64'), RelayState: 'x' })
  const answer = await fetch(`${server.address}/protocols/${path}`, { method: 'POST', body, redirect: 'manual' })
  return { status: answer.status, page: await answer.text() }
}
/** Every address that reads SAML messages, each with a message it would accept. */
const doors = (): readonly (readonly [path: string, field: string, xml: string])[] => [
  ['saml/sso', 'SAMLRequest', authnRequest(sp)],
  ['saml/slo', 'SAMLRequest', logoutRequest(sp, 'nobody')],
  ['saml/slo', 'SAMLResponse', logoutResponse(sp, '_x')],
]
const stranger = newPair('stranger')
/** Messages with an address in each part of signature and message that a reader might fetch. */
const signatureAttacks = (xml: string): Record<string, string> => {
  const signed = signedXml(xml, sp.pair, 'append')
  return {
    'reference to an address': signed.replace(/URI="[^"]*"/, `URI="${canary}/reference"`),
    'key by an address': signedXml(xml, stranger, 'append').replace(
      /<KeyInfo>.*<\/KeyInfo>/s,
      `<KeyInfo><RetrievalMethod URI="${canary}/key"/></KeyInfo>`,
    ),
    'style sheet as a transform': signed.replace(/<Transforms>.*<\/Transforms>/s, `<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform" version="1.0"><xsl:include href="${canary}/include"/></xsl:stylesheet></Transform></Transforms>`), // prettier-ignore
    'schema location': xml.replace(/^<(\S+)/, `<$1 xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x ${canary}/schema"`), // prettier-ignore
    'included by address': xml.replace('</saml:Issuer>', `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${canary}/xi"/></saml:Issuer>`), // prettier-ignore
  }
}

test('SAML-94 no content of a message makes this server call an address or read a file, at any endpoint', async () => {
  for (const [path, field, xml] of doors())
    for (const [name, attack] of Object.entries({ ...xmlAttacks(xml, canary), ...signatureAttacks(xml) })) {
      const { status, page } = await send(path, field, Buffer.from(attack))
      expect([path, name, status]).toEqual([path, name, 400])
      expect(page).not.toContain('root:')
    }
  expect([calls, connections]).toEqual([[], 0])
})

test('SAML-94 metadata of applications and identity providers make it call no address either', async () => {
  const metadata = metadataOf('https://sp.example.com', sp.pair.certificate)
  for (const [name, attack] of Object.entries(xmlAttacks(metadata, canary))) {
    await server.admin.refused('samlProblem', saml.preview, { body: { metadata: attack } })
    const body = { kind: 'saml', name, code: 'canary', options: { metadata: attack }, forceAuthn: false, isShown: 1, rules }
    await server.admin.refused('identityProviderProblem', identityProvider.save, { body })
  }
  expect([calls, connections]).toEqual([[], 0])
})

test('SAML-95 bytes that are not UTF-8 are refused, whatever encoding they declare', async () => {
  for (const [path, field, xml] of doors())
    for (const [name, bytes] of Object.entries(otherBytes(xml))) {
      const { status } = await send(path, field, bytes)
      expect([path, name, status]).toEqual([path, name, 400])
    }
})

test('SAML-94 a response of an identity provider with an XML attack signs nobody in and makes this server call no address', async () => {
  const metadata = `<md:EntityDescriptor xmlns:md="${NS.md}" entityID="https://idp.example.com"><md:IDPSSODescriptor protocolSupportEnumeration="${NS.samlp}"><md:KeyDescriptor><ds:KeyInfo xmlns:ds="${NS.ds}"><ds:X509Data><ds:X509Certificate>${sp.pair.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example.com/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`
  const body = { kind: 'saml', name: '金丝雀', code: 'canary', options: { metadata }, forceAuthn: false, isShown: 1, rules }
  await server.admin.call(identityProvider.save, { body })
  const response = `<samlp:Response xmlns:samlp="${NS.samlp}" ID="_r" Version="2.0"><saml:Issuer xmlns:saml="${NS.saml}">https://idp.example.com</saml:Issuer></samlp:Response>`
  for (const [name, attack] of Object.entries(xmlAttacks(response, canary))) {
    const begun = await fetch(`${server.address}/protocols/upstream/canary/start`, { redirect: 'manual' })
    const state = new URL(begun.headers.get('location')!).searchParams.get('RelayState')!
    const form = new URLSearchParams({ SAMLResponse: Buffer.from(attack).toString('base64'), RelayState: state })
    const answer = await fetch(`${server.address}/protocols/upstream/canary/acs`, { method: 'POST', body: form, redirect: 'manual' })
    expect([name, answer.status]).toEqual([name, 403])
    expect(await answer.text()).not.toContain('root:')
  }
  expect([calls, connections]).toEqual([[], 0])
})
