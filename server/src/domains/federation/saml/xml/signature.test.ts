import { execFileSync } from 'node:child_process'
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignedXml } from 'xml-crypto'
import { expect, test } from 'vitest'
import { type Dice, dice } from '../../../../../test/fuzz-input.ts'
import { sampling } from '../../../../../test/sampled.ts'
import { messages, newPair } from '../../../../../test/saml.ts'
import { inside, signatureIn, wrapped } from '../../../../../test/saml-wrapping.ts'
import { canonical } from './canonical.ts'
import { pemOf } from './certificate.ts'
import { NS } from '../names.ts'
import { SamlProblem } from '../problem.ts'
import { type Element, METADATA, MESSAGE, readXml } from './read.ts'
import { signatureOf, verifyRoot } from './signature.ts'
import { el, withFirst, withSecond, write } from './write.ts'

const own = newPair()
const foreign = newPair('foreign')

/** Signs with xml-crypto, another implementation. */
function signed(xml: string, parts: { pair?: typeof own; algorithm?: string; digest?: string; uri?: string } = {}): string {
  const { pair = own, algorithm = RSA, digest = `${NS.xenc}sha256`, uri = '/*' } = parts
  const signer = new SignedXml({
    privateKey: pair.privatePem,
    publicCert: pemOf(pair.certificate),
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: EXC,
  })
  signer.addReference({ xpath: uri, transforms: [`${NS.ds}enveloped-signature`, EXC], digestAlgorithm: digest })
  signer.computeSignature(xml, { location: { reference: '/*', action: 'append' }, attrs: {} })
  return signer.getSignedXml()
}
const RSA = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const EXC = 'http://www.w3.org/2001/10/xml-exc-c14n#'

function outcome(xml: string, keys = [own.publicKey], caps = MESSAGE): string {
  try {
    verifyRoot(readXml(xml, caps), keys)
    return 'accepted'
  } catch (error) {
    if (error instanceof SamlProblem) return error.problem
    throw error
  }
}

test('SAML-01 a wrapped signature is never accepted, however it is wrapped and its ID is spelled', () => {
  const accepted: string[] = []
  let tried = 0
  for (const [kind, make] of Object.entries(messages))
    for (const [how, xml] of wrapped(signed(make('_original', 'urn:honest')), id => make(id, 'urn:forged'), '_original')) {
      tried++
      if (outcome(xml) === 'accepted') accepted.push(`${kind} ${how}`)
    }
  expect(tried).toBe(256)
  expect(accepted).toEqual([])
})

test('SAML-02 a signature by another implementation is accepted, and refused after one byte is changed', () => {
  for (const make of Object.values(messages)) {
    const xml = signed(make('_a', 'urn:who'))
    expect(outcome(xml)).toBe('accepted')
    expect(outcome(xml.replace('urn:who', 'urn:wh0'))).toBe('signatureBad')
    expect(outcome(xml, [foreign.publicKey])).toBe('signatureBad')
    expect(outcome(xml, [foreign.publicKey, own.publicKey])).toBe('accepted')
  }
})

const request = messages.AuthnRequest!('_a', 'urn:who')
const issuer = (put: string) => request.replace('https://sp.example.com', put)
const xmlAttacks: Record<string, string> = {
  'instruction in the issuer': issuer('https://sp<?x y?>.example.com'),
  'instruction in the NameID': messages.LogoutRequest!('_a', 'ad<?x y?>min'),
  'comment in the NameID': messages.LogoutRequest!('_a', 'admin<!-- -->@evil.example'),
  'comment in the issuer': issuer('https://sp.example.com<!-- -->.evil.example'),
  CDATA: issuer('<![CDATA[https://sp.example.com]]>'),
  DOCTYPE: `<!DOCTYPE a>${request}`,
  'external entity': `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${issuer('&x;')}`,
  'external entity on loopback': `<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]>${issuer('&x;')}`,
  'billion laughs': `<!DOCTYPE a [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${issuer('&b;')}`,
  'unknown entity': issuer('&nbsp;'),
  'relative namespace': request.replace('<samlp:NameIDPolicy', '<samlp:NameIDPolicy xmlns:x="1"'),
  'prefix nobody declared': request.replace('<samlp:NameIDPolicy', '<samlp:NameIDPolicy y:a="1"'),
  'attribute twice': request.replace('Version="2.0"', 'Version="2.0" Version="2.0"'),
  'attribute twice by its namespace': request.replace(
    '<samlp:NameIDPolicy',
    '<samlp:NameIDPolicy xmlns:a="urn:a" xmlns:b="urn:a" a:c="1" b:c="2"',
  ),
  'ID twice': request.replace('<samlp:NameIDPolicy', '<samlp:NameIDPolicy id="_a"'),
  NUL: issuer('a\0b'),
  'NUL by its number': issuer('a&#0;b'),
  'half a character': issuer('a\ud800b'),
  'another encoding': `<?xml version="1.0" encoding="ISO-8859-1"?>${request}`,
  'another version': `<?xml version="1.1"?>${request}`,
  'second root': request + request,
  'text outside': `${request}x`,
  unclosed: request.slice(0, -3),
  depth: '<a>'.repeat(5000) + '</a>'.repeat(5000),
  width: `<a>${'<b/>'.repeat(1001)}</a>`,
  attributes: `<a ${Array.from({ length: 41 }, (_, n) => `a${n}="1"`).join(' ')}/>`,
  size: issuer('x'.repeat(70_000)),
}

test('SAML-03 XML that no message needs (entities, bombs …) is refused within 200 ms', () => {
  // Of processor time, in microseconds: other programs on the machine do not count.
  for (const [name, xml] of Object.entries(xmlAttacks)) {
    const begun = process.threadCpuUsage()
    expect([name, outcome(xml)]).toEqual([name, expect.stringMatching(/^(malformed|tooLarge)$/)])
    const { user, system } = process.threadCpuUsage(begun)
    expect([name, user + system < 200_000]).toEqual([name, true])
  }
})

const honest = signed(request)
const signatureAttacks: Record<string, [string, string]> = {
  'no signature': [request, 'signatureMissing'],
  'of somebody else': [signed(request, { pair: foreign }), 'signatureBad'],
  'certificate of the attacker': [signed(request, { pair: foreign }).replace(/<X509Certificate>.*<\/X509Certificate>/, `<X509Certificate>${own.certificate}</X509Certificate>`), 'signatureBad'], // prettier-ignore
  'RSA-SHA1': [signed(request, { algorithm: `${NS.ds}rsa-sha1` }), 'algorithm'],
  'digest SHA-1': [signed(request, { digest: `${NS.ds}sha1` }), 'algorithm'],
  'algorithm changed afterwards': [honest.replaceAll('rsa-sha256', 'rsa-sha512'), 'signatureBad'],
  'empty reference': [honest.replace('URI="#_a"', 'URI=""'), 'signatureBad'],
  'reference elsewhere': [honest.replace('URI="#_a"', 'URI="#_b"'), 'signatureBad'],
  'two references': [honest.replace(/(<Reference .*<\/Reference>)/s, '$1$1'), 'signatureBad'],
  'two SignedInfo': [honest.replace(/(<SignedInfo>.*<\/SignedInfo>)/s, '$1$1'), 'signatureBad'],
  'two signatures': [honest.replace(signatureIn(honest), all => all + all), 'signatureBad'],
  'XPath transform': [honest.replace(`${NS.ds}enveloped-signature`, 'http://www.w3.org/TR/1999/REC-xpath-19991116'), 'signatureBad'],
  'XSLT transform': [honest.replace(`Algorithm="${EXC}"/></Transforms>`, 'Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></Transforms>'), 'signatureBad'], // prettier-ignore
  'inclusive canonical form': [honest.replaceAll(EXC, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'), 'signatureBad'],
  'comment in the digest': [honest.replace('<DigestValue>', '<DigestValue><!-- x -->'), 'malformed'],
  'base64 with more than base64': [honest.replace('<SignatureValue>', '<SignatureValue>!!'), 'malformed'],
  'namespace redeclared on the signature': [honest.replace('<Signature xmlns="', '<Signature xmlns:samlp="urn:x" xmlns="'), 'accepted'],
}

test('SAML-04 a signature with another structure, algorithm or key is refused', () => {
  for (const [name, [xml, wanted]] of Object.entries(signatureAttacks)) {
    // A prefix redeclared on the Signature is accepted, because exclusive canonicalization of SignedInfo leaves out prefixes it
    // does not use.
    expect([name, outcome(xml)]).toEqual([name, wanted])
  }
})

test('SAML-04 a MAC with the certificate as its key is refused', () => {
  const info = `<SignedInfo xmlns="${NS.ds}"><CanonicalizationMethod Algorithm="${EXC}"></CanonicalizationMethod><SignatureMethod Algorithm="${NS.ds}hmac-sha1"></SignatureMethod>${/<Reference .*<\/Reference>/s.exec(honest)![0]}</SignedInfo>`
  const value = createHmac('sha1', Buffer.from(own.certificate, 'base64')).update(info).digest('base64')
  const forged = `<Signature xmlns="${NS.ds}">${info.replace(` xmlns="${NS.ds}"`, '')}<SignatureValue>${value}</SignatureValue></Signature>`
  expect(outcome(inside(request, forged, 'last'))).toBe('algorithm')
})

test('SAML-05 ECDSA and RSA-PSS signatures in standard form are accepted, short RSA keys are not', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const more = 'http://www.w3.org/2001/04/xmldsig-more#'
  const byHand = (algorithm: string, make: (bytes: Buffer) => Buffer) => {
    const digest = createHash('sha256')
      .update(canonical(readXml(request)))
      .digest('base64')
    const info = `<ds:SignedInfo xmlns:ds="${NS.ds}"><ds:CanonicalizationMethod Algorithm="${EXC}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${algorithm}"></ds:SignatureMethod><ds:Reference URI="#_a"><ds:Transforms><ds:Transform Algorithm="${NS.ds}enveloped-signature"></ds:Transform><ds:Transform Algorithm="${EXC}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${NS.xenc}sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
    const value = make(Buffer.from(info)).toString('base64')
    return inside(
      request,
      `<ds:Signature xmlns:ds="${NS.ds}">${info.replace(` xmlns:ds="${NS.ds}"`, '')}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`,
      'last',
    )
  }
  const ecdsa = byHand(`${more}ecdsa-sha256`, bytes => sign('sha256', bytes, { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }))
  expect(outcome(ecdsa, [ec.publicKey])).toBe('accepted')
  expect(outcome(ecdsa, [own.publicKey])).toBe('signatureBad')
  const pss = byHand('http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', bytes =>
    sign('sha256', bytes, { key: own.key, padding: 6, saltLength: 32 }),
  )
  expect(outcome(pss)).toBe('accepted')
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const weak = byHand(RSA, bytes => sign('sha256', bytes, short.privateKey))
  expect(outcome(weak, [short.publicKey])).toBe('signatureBad')
})

const letters = ['虎', '符', '&', '<', '>', '"', "'", '\t', '\n', '\r', ' ', 'a', 'Z', '𠮷', ']]>', '\u0001', '\ud800']
const wordOf = (roll: Dice['below']) => Array.from({ length: roll(6) }, () => letters[roll(letters.length)]!).join('')
const prefixes = ['saml', 'samlp', 'md', 'ds', 'xenc', 'soap'] as const

function tree(roll: Dice['below'], depth: number): Element {
  const attributes = Object.fromEntries(
    Array.from({ length: roll(4) }, (_, at) => [roll(4) === 0 ? `${prefixes[roll(6)]}:a${at}` : `${'zaMé'[roll(4)]}${at}`, wordOf(roll)]),
  )
  const children = depth === 0 ? [] : Array.from({ length: roll(4) }, () => (roll(2) === 0 ? wordOf(roll) : tree(roll, depth - 1)))
  return el(`${prefixes[roll(6)]!}:${'eÉx'[roll(3)]!}`, attributes, ...children)
}

const sample = sampling(import.meta.filename)
const SEED = sample.seed(20261123)
const TREES = sample.count(10_000)
const TREES_MS = 300_000
const BATCH = 500

test('SAML-06 our XML output is canonical: reading and writing it again changes nothing, for thousands of random trees', () => {
  const roll = dice(SEED).below
  for (let n = 0; n < TREES; n++) {
    const text = write(tree(roll, 4))
    expect(canonical(readXml(text, METADATA))).toBe(text)
  }
})

const signedTree = async (roll: Dice['below'], n: number) => {
  const root = tree(roll, 3)
  const one: Element = { ...root, attrs: [...root.attrs.filter(({ prefix }) => prefix !== ''), ...el('ds:x', { ID: `_${n}` }).attrs] }
  const first = one.children[0]
  const signature = await signatureOf(one, own)
  return write(first === undefined ? withFirst(one, signature) : withSecond(one, signature))
}

test(
  'SAML-07 signatures made here are verified by xml-crypto and by ourselves',
  async () => {
    const roll = dice(SEED + 1).below
    for (let n = 0; n < TREES; n++) {
      const xml = await signedTree(roll, n)
      expect(outcome(xml, [own.publicKey], METADATA)).toBe('accepted')
      const reader = new SignedXml({ publicCert: pemOf(own.certificate), getCertFromKeyInfo: () => null })
      reader.loadSignature(signatureIn(xml))
      expect([n, reader.checkSignature(xml)]).toEqual([n, true])
    }
  },
  TREES_MS,
)

test.runIf(existsSync('/usr/bin/xmlsec1'))(
  'SAML-08 signatures made here are verified by xmlsec1',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hufu-xmlsec-'))
    try {
      const roll = dice(SEED + 2).below
      const trees: string[] = []
      for (let n = 0; n < TREES; n++) trees.push(await signedTree(roll, n))
      writeFileSync(join(folder, 'key.pem'), own.publicKey.export({ format: 'pem', type: 'spki' }))
      const files = trees.map((xml, n) => {
        const file = join(folder, `${n}.xml`)
        writeFileSync(file, xml)
        return [file, `${/^<([^ >]+)/.exec(xml)![1]}`] as const
      })
      // xmlsec1 must be told for each element name which attribute is its ID.
      const names = [...new Set(files.map(([, name]) => name))].map(name => name.split(':') as [keyof typeof NS, string])
      const ids = names.flatMap(([prefix, local]) => ['--id-attr:ID', `${NS[prefix]}:${local}`])
      const args = ['--verify', '--pubkey-pem', join(folder, 'key.pem'), ...ids]
      for (let from = 0; from < files.length; from += BATCH)
        execFileSync('/usr/bin/xmlsec1', [...args, ...files.slice(from, from + BATCH).map(([file]) => file)], { stdio: 'pipe' })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  TREES_MS,
)

test('SAML-09 canonicalization with InclusiveNamespaces and nested defaults agrees with xml-crypto', () => {
  const xml = `<a xmlns="urn:d" xmlns:p="urn:p" xmlns:q="urn:q" ID="_1"><b xmlns="urn:e"><p:c q:z="1" a="2" xmlns:q="urn:q2"/><d xmlns="urn:d"/></b></a>`
  const signer = new SignedXml({ privateKey: own.privatePem, signatureAlgorithm: RSA, canonicalizationAlgorithm: EXC })
  signer.addReference({
    xpath: '/*',
    transforms: [`${NS.ds}enveloped-signature`, EXC],
    digestAlgorithm: `${NS.xenc}sha256`,
    inclusiveNamespacesPrefixList: ['q', 'p'],
  })
  signer.computeSignature(xml)
  expect(signer.getSignedXml()).toContain('PrefixList="q p"')
  expect(outcome(signer.getSignedXml())).toBe('accepted')
})
