import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  derOf,
  CA_EXTENSIONS,
  USER_EXTENSIONS,
  openRegistry,
  scalarsOf,
  type CertificateAuthority,
  type CertificateHolder,
  type KeyKind,
} from '../../../test/certificates.ts'
import { areAuthorities, areRevocationLists, validateCertificate, proveHolder, type Trust, type Verdict } from './certificate.ts'
import { readDer } from './der.ts'
import { extensionsOf } from './extensions.ts'
import { hasSigned, publicKeyOf } from './signature.ts'

const NONCE = 'Xw3-_nonceOfTheDay'
const PAST = '20200601000000Z'
const kinds: readonly KeyKind[] = ['rsa', 'pss', 'ec', 'sm2']

let registry: Awaited<ReturnType<typeof openRegistry>>
const issuers = {} as Record<KeyKind, { root: CertificateAuthority; middle: CertificateAuthority; person: CertificateHolder }>
beforeAll(async () => {
  registry = await openRegistry()
  for (const kind of kinds) {
    const root = await registry.authority(`根${kind}`, { kind })
    const middle = await root.below(`中${kind}`)
    issuers[kind] = { root, middle, person: await middle.issue('张三') }
  }
})
afterAll(() => registry.close())

const trusting = (...authorities: readonly CertificateAuthority[]): Trust => ({
  trustCerts: authorities.map(({ pem }) => pem).join('\n'),
  revocationLists: '',
  needRevocationList: false,
})
const prove = async (person: CertificateHolder, trust: Trust): Promise<Verdict> =>
  proveHolder({ nonce: NONCE, cert: person.cert, sign: await person.sign(NONCE) }, trust)
/** (r, n - s) instead of (r, s): an equally valid signature that can be made without the key. */
function rewritten(certificate: Buffer): Buffer {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const signed = certificate.readUInt16BE(6) + 4
  const algorithm = certificate[4 + signed + 1]! + 2
  const content = certificate.subarray(4, 4 + signed + algorithm)
  const [r, s] = scalarsOf(certificate.subarray(4 + content.length + 3))
  const pair = derOf(r, order - s)
  const body = Buffer.concat([content, Buffer.of(3, pair.length + 1, 0), pair])
  return Buffer.concat([Buffer.of(0x30, 0x82, body.length >> 8, body.length & 0xff), body])
}
const changed = (base64: string, at: number): string => {
  const bytes = Buffer.from(base64, 'base64')
  const n = at < 0 ? bytes.length + at : at
  bytes[n] = bytes[n]! ^ 1
  return bytes.toString('base64')
}

test.each(kinds)('D-30 %s: a certificate below a trusted root, and a signature over the nonce, identify their holder', async kind => {
  const { root, middle, person } = issuers[kind]
  const verdict = await prove(person, trusting(root, middle))
  expect(verdict).toEqual({ holder: { digest: expect.stringMatching(/^[0-9a-f]{64}$/), name: '张三' } })
  expect(validateCertificate(person.pem, trusting(middle, root))).toEqual(verdict)
  expect(validateCertificate((await middle.issue('张三')).pem, trusting(middle, root))).not.toEqual(verdict)
})

test.each(kinds)('D-30 %s: a signature over another nonce, by another key, altered or missing is refused', async kind => {
  const { root, middle, person } = issuers[kind]
  const trust = trusting(root, middle)
  const sign = await person.sign(NONCE)
  const wrong = { reason: 'signatureWrong' }
  const verdictOn = (more: Partial<{ nonce: string; cert: string; sign: string }>) =>
    proveHolder({ nonce: NONCE, cert: person.cert, sign, ...more }, trust)
  expect(verdictOn({})).toHaveProperty('holder')
  expect(verdictOn({ nonce: `${NONCE} ` })).toEqual(wrong)
  expect(verdictOn({ sign: await (await middle.issue('李四')).sign(NONCE) })).toEqual(wrong)
  expect(verdictOn({ sign: changed(sign, -1) })).toEqual(wrong)
  for (const other of ['', 'AA', '!!!!', '"'.repeat(8)]) expect(verdictOn({ sign: other })).toEqual({ reason: 'unreadable' })
  for (const cert of ['', 'AAAA', `${person.cert}AAAA`, middle.pem + person.pem, '='])
    expect(verdictOn({ cert })).toEqual({ reason: 'unreadable' })
})

test.each(kinds)('D-30 %s: one altered byte anywhere in the signed part of a certificate is detected', async kind => {
  const { root, middle, person } = issuers[kind]
  const trust = trusting(root, middle)
  const length = Buffer.from(person.cert, 'base64').length
  for (let at = 0; at < length; at += kind === 'sm2' ? 9 : 3) {
    const verdict = validateCertificate(changed(person.cert, at), trust)
    expect(verdict, `byte ${at}`).toHaveProperty('reason')
  }
})

test.each([
  ['rsa', ['-sha1']],
  ['rsa', ['-sha512']],
  ['rsa', ['-sha256', '-sigopt', 'rsa_padding_mode:pss', '-sigopt', 'rsa_pss_saltlen:32']],
  ['ec', ['-sha512']],
  ['sm2', ['-sm3', '-sigopt', 'distid:somebody']],
] as const)('D-30 %s: a signature made with %j is refused', async (kind, options) => {
  const { root, middle, person } = issuers[kind]
  const sign = await person.sign(NONCE, options)
  expect(proveHolder({ nonce: NONCE, cert: person.cert, sign }, trusting(root, middle))).toEqual({ reason: 'signatureWrong' })
})

test('D-30 a certificate keeps its digest even if its ECDSA signature is rewritten', () => {
  const { root, middle, person } = issuers.ec
  const bytes = Buffer.from(person.cert, 'base64')
  const other = rewritten(bytes).toString('base64')
  const [first, second] = [person.cert, other].map(cert => validateCertificate(cert, trusting(root, middle)))
  expect(second).toHaveProperty('holder')
  expect(other).not.toBe(person.cert)
  expect(second).toEqual(first)
})

test.each(kinds)('D-30 %s: an expired, not yet valid, foreign, self-signed or incomplete certificate is refused', async kind => {
  const { root, middle, person } = issuers[kind]
  const trust = trusting(root, middle)
  expect(await prove(await middle.issue('旧', { end: PAST }), trust)).toEqual({ reason: 'expired' })
  expect(await prove(await middle.issue('新', { start: '20980101000000Z' }), trust)).toEqual({ reason: 'notYetValid' })
  expect(await prove(person, trusting(root))).toEqual({ reason: 'authorityUnknown' })
  expect(await prove(person, trusting(middle))).toEqual({ reason: 'authorityUnknown' })
  expect(await prove(person, trusting())).toEqual({ reason: 'authorityUnknown' })
  // Another authority whose certificates have the same names but other keys.
  const twin = await registry.authority(`根${kind}`, { kind })
  const stranger = await (await twin.below(`中${kind}`)).issue('张三')
  expect(await prove(stranger, trust)).toEqual({ reason: 'authorityUnknown' })
  const own = await registry.authority('张三', { kind, extensions: USER_EXTENSIONS })
  expect(validateCertificate(own.pem, trust)).toEqual({ reason: 'authorityUnknown' })
})

test('an expired authority invalidates those below it, unless it was renewed', async () => {
  const root = await registry.authority('短', { kind: 'ec', end: PAST })
  const person = await root.issue('张三')
  expect(await prove(person, trusting(root))).toEqual({ reason: 'expired' })
  expect(
    proveHolder({ nonce: NONCE, cert: person.cert, sign: await person.sign(NONCE) }, trusting(root), new Date('2020-05-01')),
  ).toHaveProperty('holder')
})

test('only certificate authorities sign certificates, and they cannot sign in', async () => {
  const root = await registry.authority('根', { kind: 'ec' })
  const clerk = await root.below('职员', { extensions: USER_EXTENSIONS })
  expect(await prove(await clerk.issue('张三'), trusting(root, clerk))).toEqual({ reason: 'notAuthority' })
  const mute = await root.below('无权', { extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,cRLSign'] })
  expect(await prove(await mute.issue('张三'), trusting(root, mute))).toEqual({ reason: 'notAuthority' })
  const plain = await root.below('无', { extensions: ['subjectKeyIdentifier=hash'] })
  expect(await prove(await plain.issue('张三'), trusting(root, plain))).toEqual({ reason: 'notAuthority' })
  expect(validateCertificate((await root.below('中')).pem, trusting(root))).toEqual({ reason: 'isAuthority' })
  expect(validateCertificate(root.pem, trusting(root))).toEqual({ reason: 'isAuthority' })
})

test('a certificate path is no longer than its authority allows', async () => {
  const limited = (length: number) => [`basicConstraints=critical,CA:TRUE,pathlen:${length}`, 'keyUsage=critical,keyCertSign']
  const root = await registry.authority('根', { kind: 'ec', extensions: limited(1) })
  const middle = await root.below('中', { extensions: limited(0) })
  const low = await middle.below('下')
  expect(await prove(await middle.issue('张三'), trusting(root, middle))).toHaveProperty('holder')
  expect(await prove(await low.issue('张三'), trusting(root, middle, low))).toEqual({ reason: 'pathTooLong' })
})

test('the key usage of a certificate must include signing and client authentication', async () => {
  const { middle, root } = issuers.ec
  const verdictOn = async (...extensions: string[]) => prove(await middle.issue('张三', { extensions }), trusting(root, middle))
  expect(await verdictOn('keyUsage=critical,keyEncipherment')).toEqual({ reason: 'usageWrong' })
  expect(await verdictOn('keyUsage=digitalSignature', 'extendedKeyUsage=serverAuth')).toEqual({ reason: 'usageWrong' })
  expect(await verdictOn('keyUsage=nonRepudiation,digitalSignature', 'extendedKeyUsage=serverAuth,clientAuth')).toHaveProperty('holder')
  expect(await verdictOn('extendedKeyUsage=anyExtendedKeyUsage')).toHaveProperty('holder')
  expect(await verdictOn('1.2.3.4=critical,DER:0500')).toEqual({ reason: 'criticalExtension' })
  expect(await verdictOn('nameConstraints=critical,permitted;DNS:example.org')).toEqual({ reason: 'criticalExtension' })
  expect(await verdictOn('1.2.3.4=DER:0500', 'subjectAltName=critical,email:a@example.org')).toHaveProperty('holder')
})

test('short keys, unknown curves, SHA-1 and keys of other kinds are refused', async () => {
  const { middle, root } = issuers.rsa
  const verdictOn = async (parts: Parameters<CertificateAuthority['issue']>[1]) =>
    validateCertificate((await middle.issue('张三', parts)).pem, trusting(root, middle))
  expect(await verdictOn({ key: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'] })).toEqual({ reason: 'weakKey' })
  const curve = (...more: string[]) => ['-algorithm', 'EC', '-pkeyopt', `ec_paramgen_curve:${more[0]}`, ...more.slice(1)]
  expect(await verdictOn({ kind: 'ec', key: curve('secp256k1') })).toEqual({ reason: 'unsupported' })
  expect(await verdictOn({ kind: 'ec', key: curve('P-256', '-pkeyopt', 'ec_param_enc:explicit') })).toEqual({ reason: 'unsupported' })
  expect(await verdictOn({ kind: 'ec', key: curve('P-384') })).toHaveProperty('holder')
  expect(await verdictOn({ digest: 'sha1' })).toEqual({ reason: 'unsupported' })
})

test.each(kinds)('D-30 %s: a certificate on its authority’s revocation list is refused, and those below it too', async kind => {
  const root = await registry.authority('根', { kind })
  const middle = await root.below('中')
  const [good, bad] = [await middle.issue('张三'), await middle.issue('李四')]
  const trust = trusting(root, middle)
  const before = `${await middle.list()}${await root.list()}`
  await middle.revoke(bad)
  const after = `${await middle.list()}${await root.list()}`
  expect(await prove(bad, { ...trust, revocationLists: before, needRevocationList: true })).toHaveProperty('holder')
  expect(await prove(bad, { ...trust, revocationLists: after })).toEqual({ reason: 'revoked' })
  expect(await prove(good, { ...trust, revocationLists: after, needRevocationList: true })).toHaveProperty('holder')
  await root.revoke(middle)
  expect(await prove(good, { ...trust, revocationLists: await root.list() })).toEqual({ reason: 'revoked' })
})

test('where a revocation list is required, a missing, expired, future or foreign one, or one of another key, accepts nobody', async () => {
  const root = await registry.authority('根', { kind: 'sm2' })
  const twin = await registry.authority('根', { kind: 'sm2' })
  const other = await registry.authority('别', { kind: 'sm2' })
  const person = await root.issue('张三')
  const verdictOn = (revocationLists: string) => prove(person, { ...trusting(root, twin), revocationLists, needRevocationList: true })
  const unknown = { reason: 'revocationUnknown' }
  expect(await verdictOn('')).toEqual(unknown)
  expect(await verdictOn(await root.list({ until: PAST }))).toEqual(unknown)
  expect(await verdictOn(await root.list({ from: '20980101000000Z', until: '20990101000000Z' }))).toEqual(unknown)
  expect(await verdictOn(await other.list())).toEqual(unknown)
  expect(await verdictOn(await twin.list())).toEqual(unknown)
  expect(await verdictOn(await root.list())).toHaveProperty('holder')
  const list = await root.list()
  const bytes = list.replaceAll(/-----[^-]+-----|\s/g, '')
  expect(await verdictOn(changed(bytes, -1))).toEqual(unknown)
  // An expired list still revokes.
  await root.revoke(person)
  expect(await verdictOn(await root.list({ until: PAST }))).toEqual({ reason: 'revoked' })
})

test('revocation lists are accepted only of authorities that may sign them', async () => {
  const root = await registry.authority('根', { kind: 'ec', extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign'] })
  const person = await root.issue('张三')
  const trust = { ...trusting(root), revocationLists: await root.list() }
  expect(await prove(person, { ...trust, needRevocationList: true })).toEqual({ reason: 'revocationUnknown' })
  expect(await prove(person, trust)).toHaveProperty('holder')
})

test('a revocation list counts only for the authority it names, even if two authorities share one key', async () => {
  const root = await registry.authority('根', { kind: 'ec' })
  const alias = await registry.authority('别名', { kind: 'ec', keyOf: root })
  const person = await root.issue('张三')
  const trust = { ...trusting(root, alias), revocationLists: await alias.list(), needRevocationList: true }
  expect(await prove(person, trust)).toEqual({ reason: 'revocationUnknown' })
})

test('a certificate of version 1, which cannot state its usage, is refused, and so is one with repeated extensions', async () => {
  const { middle, root } = issuers.ec
  const old = await middle.issue('张三', { extensions: [] })
  expect(validateCertificate(old.pem, trusting(root, middle))).toEqual({ reason: 'unreadable' })
  const extension = '3009 0603 2a0304 0402 0500'
  const listOf = (...extensions: string[]) =>
    readDer(Buffer.from(`30${(extensions.length * 11).toString(16).padStart(2, '0')}${extensions.join('')}`.replaceAll(' ', ''), 'hex'))
  expect(extensionsOf(listOf(extension))).toHaveLength(1)
  expect(() => extensionsOf(listOf(extension, extension))).toThrow('unreadable')
})

test('a signature of one algorithm is not accepted for a key of another', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const message = Buffer.from(NONCE)
  const signature = sign('sha256', message, privateKey)
  const key = publicKeyOf(publicKey.export({ type: 'spki', format: 'der' }))
  expect(hasSigned(key, { kind: 'ec', hash: 'sha256' }, message, signature)).toBe(true)
  expect(hasSigned(key, { kind: 'rsa', hash: 'sha256' }, message, signature)).toBe(false)
  expect(hasSigned(key, { kind: 'sm2' }, message, signature)).toBe(false)
})

test('settings accept authorities with their path to a root, and complete lists; nothing else', async () => {
  const { root, middle, person } = issuers.sm2
  const list = await middle.list()
  expect(['', ' ', root.pem, root.pem + middle.pem, middle.pem + issuers.rsa.root.pem + root.pem].map(areAuthorities)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  const wrong = [
    'x',
    person.pem,
    root.pem + person.pem,
    middle.pem,
    list,
    root.pem.replace('END CERTIFICATE', 'END'),
    `${root.pem}-----BEGIN`,
  ]
  expect(wrong.map(areAuthorities)).toEqual(wrong.map(() => false))
  expect(['', list, list + (await root.list()), list.replaceAll(/-----[^-]+-----/g, '')].map(areRevocationLists)).toEqual([
    true,
    true,
    true,
    true,
  ])
  const part = await middle.list({ extensions: ['issuingDistributionPoint=critical,onlyuser:TRUE'] })
  expect(['x', root.pem, list + root.pem, part, await issuers.rsa.root.list({ digest: 'sha1' })].map(areRevocationLists)).toEqual(
    Array(5).fill(false),
  )
})

test('of two authorities with one name the one that signed is found', async () => {
  const first = await registry.authority('根', { kind: 'ec' })
  const second = await registry.authority('根', { kind: 'ec' })
  for (const authority of [first, second])
    expect(await prove(await authority.issue('张三'), trusting(first, second))).toHaveProperty('holder')
  const ring = await first.below('环', { extensions: CA_EXTENSIONS })
  expect(await prove(await ring.issue('张三'), trusting(second, ring))).toEqual({ reason: 'authorityUnknown' })
})
