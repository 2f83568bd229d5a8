import { generateKeyPairSync } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { saml } from '@hufu/contract/federation/saml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/harness.ts'
import { authnRequest, metadataOf, newPair, postedIn, statusIn, TestSp } from '../../../../test/saml.ts'
import { selfSigned } from './xml/certificate.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const BOM = Buffer.from([0xef, 0xbb, 0xbf])
const littleEndian = (xml: string) => Buffer.from(xml, 'utf16le')
const bigEndian = (xml: string) => littleEndian(xml).swap16()
const declared = (encoding: string, xml: string) => `<?xml version="1.0" encoding="${encoding}"?>${xml}`

/** The forms of one document that XML 1.0 (4.3.3, appendix F) and .NET's StringWriter produce. */
const encodings: Readonly<Record<string, (xml: string) => Buffer>> = {
  'UTF-8 with a byte order mark': xml => Buffer.concat([BOM, Buffer.from(xml)]),
  'UTF-8 with a byte order mark and a declaration': xml => Buffer.concat([BOM, Buffer.from(declared('utf-8', xml))]),
  'UTF-8 that declares utf-16': xml => Buffer.from(declared('utf-16', xml)),
  'UTF-8 with a byte order mark that declares UTF-16': xml => Buffer.concat([BOM, Buffer.from(declared('UTF-16', xml))]),
  'white space and line ends of Windows': xml => Buffer.from(`\r\n${declared('utf-8', `\r\n${xml}`)}\r\n`),
  'UTF-16, little endian': xml => Buffer.concat([Buffer.from([0xff, 0xfe]), littleEndian(declared('utf-16', xml))]),
  'UTF-16, big endian': xml => Buffer.concat([Buffer.from([0xfe, 0xff]), bigEndian(declared('utf-16', xml))]),
  'UTF-16 without a byte order mark': xml => littleEndian(declared('utf-16', xml)),
}

test('a request in UTF-8 or UTF-16, with or without a byte order mark, is read by redirect and by POST', async () => {
  const sp = await TestSp.make(server)
  await sp.set({ wantsSignedRequest: 0 } as object)
  const { browser } = await sp.visitor()
  const sso = `${server.address}/protocols/saml/sso`
  for (const [name, encode] of Object.entries(encodings)) {
    const query = new URLSearchParams({ SAMLRequest: deflateRawSync(encode(authnRequest(sp))).toString('base64') })
    const { answer } = await browser.follow(server, `${sso}?${query.toString()}`)
    expect([name, statusIn(postedIn(await answer.text()))]).toEqual([name, ['Success']])
    const body = new URLSearchParams({ SAMLRequest: encode(authnRequest(sp)).toString('base64') })
    expect([name, (await fetch(sso, { method: 'POST', body, redirect: 'manual' })).status]).toEqual([name, 303])
  }
})

test('a request in another encoding, or with a byte order mark inside, is refused', async () => {
  const sp = await TestSp.make(server)
  await sp.set({ wantsSignedRequest: 0 } as object)
  const xml = authnRequest(sp)
  const refused = [
    Buffer.from(declared('iso-8859-1', xml)),
    Buffer.from(declared('gb18030', xml)),
    Buffer.from(`${declared('utf-8', '')}\ufeff${xml}`),
    Buffer.concat([Buffer.from(xml.slice(0, 20)), Buffer.from([0xff]), Buffer.from(xml.slice(20))]),
  ]
  for (const bytes of refused) {
    const query = new URLSearchParams({ SAMLRequest: deflateRawSync(bytes).toString('base64') })
    expect((await fetch(`${server.address}/protocols/saml/sso?${query.toString()}`)).status).toBe(400)
  }
})

test('metadata with a byte order mark or a declared utf-16 are read', async () => {
  for (const encode of Object.values(encodings).slice(0, 5)) {
    const entityId = `https://sp${server.given.next()}.example.com`
    const metadata = encode(metadataOf(entityId, newPair().certificate)).toString('utf8')
    expect((await server.admin.call(saml.preview, { body: { metadata } })).entityId).toBe(entityId)
  }
})

test('dates of a certificate are UTCTime through 2049 and GeneralizedTime from 2050 (RFC 5280, 4.1.2.5)', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dates = (begin: string, end: string) => selfSigned({ name: 'test', begin: new Date(begin), end: new Date(end), ...keys })
  const utc = (text: string) => Buffer.concat([Buffer.from([0x17, 13]), Buffer.from(text)])
  const generalized = (text: string) => Buffer.concat([Buffer.from([0x18, 15]), Buffer.from(text)])
  const near = dates('2026-11-28T05:06:07Z', '2049-12-31T23:59:59Z')
  expect([near.includes(utc('261128050607Z')), near.includes(utc('491231235959Z'))]).toEqual([true, true])
  const far = dates('2049-12-31T23:59:59Z', '2050-01-01T00:00:00Z')
  expect([far.includes(utc('491231235959Z')), far.includes(generalized('20500101000000Z'))]).toEqual([true, true])
})
