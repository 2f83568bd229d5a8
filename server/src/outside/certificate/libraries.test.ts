import { AsnConvert, AsnParser } from '@peculiar/asn1-schema'
import { Certificate, CertificateList } from '@peculiar/asn1-x509'
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readRevocationList } from './revocation-list.ts'
import { readCertificate } from './x509.ts'

type Bytes = Buffer | string
const hex = (bytes: Bytes) => (typeof bytes === 'string' ? Buffer.from(bytes.replaceAll(' ', ''), 'hex') : bytes)

function lengthOf(bytes: Buffer): Buffer {
  const digits = bytes.length.toString(16)
  const long = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
  return bytes.length < 0x80 ? long : Buffer.concat([Buffer.of(0x80 + long.length), long])
}
function element(tag: number, ...parts: readonly Bytes[]): Buffer {
  const body = Buffer.concat(parts.map(hex))
  return Buffer.concat([Buffer.of(tag), lengthOf(body), body])
}
const sequence = (...parts: readonly Bytes[]) => element(0x30, ...parts)
const utc = (text: string) => element(0x17, Buffer.from(text))
const general = (text: string) => element(0x18, Buffer.from(text))

const ECDSA = '300a 0608 2a8648ce3d040302'
const NAME = '300f 310d 300b 0603 550403 0c04 726f6f74'
const USAGE_BITS = element(4, '0302 0780')
const usage = sequence('0603 551d0f', '0101ff', USAGE_BITS)
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' })
const signature = element(3, '00', sequence('020101', '020101'))

interface Parts {
  version?: Bytes
  serial?: Bytes
  algorithm?: Bytes
  issuer?: Bytes
  from?: Bytes
  until?: Bytes
  extensions?: readonly Bytes[]
  more?: Bytes
  signature?: Bytes
  tail?: Bytes
}
function certificate(parts: Parts = {}): Buffer {
  const { version = 'a003 020102', serial = '020105', algorithm = ECDSA, issuer = NAME, extensions = [usage] } = parts
  const validity = sequence(parts.from ?? utc('200101000000Z'), parts.until ?? utc('491231235959Z'))
  const list = element(0xa3, sequence(...extensions))
  const content = sequence(version, serial, algorithm, issuer, validity, NAME, key, list, parts.more ?? '')
  return sequence(content, ECDSA, parts.signature ?? signature, parts.tail ?? '')
}
const bodyOf = (bytes: Buffer) => bytes.subarray(bytes[1]! < 0x80 ? 2 : 2 + (bytes[1]! & 0x7f))
const longLength = (bytes: Buffer) =>
  Buffer.concat([hex('30 84 0000'), hex(bodyOf(bytes).length.toString(16).padStart(4, '0')), bodyOf(bytes)])
const indefinite = (bytes: Buffer) => Buffer.concat([hex('30 80'), bodyOf(bytes), hex('0000')])

/** Encodings that RFC 5280 or X.690 forbids, and what is accepted once they are corrected. */
const forbidden: Readonly<Record<string, Buffer>> = {
  'a length that is not the shortest': longLength(certificate()),
  'an indefinite length': indefinite(certificate()),
  'a length inside that is not the shortest': certificate({ issuer: NAME.replace('300f', '30810f') }),
  'bytes behind the certificate': Buffer.concat([certificate(), hex('0000')]),
  'a fourth element': certificate({ tail: '0500' }),
  'an element behind the extensions': certificate({ more: 'a402 0500' }),
  'a padded serial number': certificate({ serial: '0202 0005' }),
  'an empty serial number': certificate({ serial: '0200' }),
  'a truth of 01': certificate({ extensions: [sequence('0603 551d0f', '010101', USAGE_BITS)] }),
  'a truth of two bytes': certificate({ extensions: [sequence('0603 551d0f', '0102ffff', USAGE_BITS)] }),
  'one extension twice': certificate({ extensions: [usage, usage] }),
  'a padded object identifier': certificate({ extensions: [sequence('0604 80551d0f', USAGE_BITS)] }),
  '30 February': certificate({ from: utc('200230000000Z') }),
  'a month 13': certificate({ from: utc('201301000000Z') }),
  'an hour 25': certificate({ from: utc('200101250000Z') }),
  'a time with an offset': certificate({ from: utc('200101000000+0800') }),
  'a time without seconds': certificate({ from: utc('2001010000Z') }),
  'a time with a fraction': certificate({ from: general('20200101000000.5Z') }),
  'a time without a zone': certificate({ from: general('20200101000000') }),
  'a time that is none': certificate({ from: utc('hello world!!') }),
  'three times': certificate({ until: Buffer.concat([utc('491231235959Z'), utc('491231235959Z')]) }),
  'another algorithm inside': certificate({ algorithm: ECDSA.replace('040302', '040303') }),
  'a signature of odd bits': certificate({ signature: element(3, '03', sequence('020101', '020101')) }),
  'version 1 with extensions': certificate({ version: '' }),
  'a padded version': certificate({ version: 'a004 02020002' }),
  'version 6': certificate({ version: 'a003 020105' }),
}

test.each(Object.entries(forbidden))('D-30 a certificate with %s is refused; the library of decision 0049 accepts it', (_what, bytes) => {
  expect(() => readCertificate(bytes)).toThrow(/^(unreadable|unsupported)$/)
  expect(() => AsnConvert.parse(bytes, Certificate)).not.toThrow()
})

test('D-30 the same certificate without the problem is accepted', () => {
  expect(readCertificate(certificate())).toMatchObject({ serial: '05', name: 'root', notAfter: new Date('2049-12-31T23:59:59Z') })
})

/** As many as a busy authority revokes in a few months. */
const REVOKED = 5000
test('D-30 a list of 5,000 revoked certificates is read; the library of decision 0049 refuses it within its limits', () => {
  const serials = Array.from({ length: REVOKED }, (_, n) =>
    sequence(element(2, (0x01_0000 + n).toString(16).padStart(6, '0')), utc('200101000000Z')),
  )
  const content = sequence('020101', ECDSA, NAME, utc('200101000000Z'), utc('491231235959Z'), sequence(...serials))
  const list = sequence(content, ECDSA, signature)
  expect(readRevocationList(list).serials.size).toBe(REVOKED)
  expect(() => AsnConvert.parse(list, CertificateList)).toThrow('Maximum ASN.1 node count exceeded')
  const parsed = AsnParser.parse(list, CertificateList, { berOptions: { maxNodes: Infinity } })
  expect(parsed.tbsCertList.revokedCertificates).toHaveLength(REVOKED)
})
