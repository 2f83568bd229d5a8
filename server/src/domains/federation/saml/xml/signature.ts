import { constants, createHash, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto'
import { promisify } from 'node:util'
import { canonical } from './canonical.ts'
import { ENVELOPED, EXCLUSIVE, NS, RSA_SHA256, SHA256 } from '../names.ts'
import { reject } from '../problem.ts'
import { attributeOf, childrenOf, type Element, elementsOf, is, textOf, withDescendants } from './read.ts'
import { el, write } from './write.ts'

const XMLDSIG_MORE = 'http://www.w3.org/2001/04/xmldsig-more#'
interface Algorithm {
  hash: string
  kind: 'rsa' | 'ec'
  padding?: number
  saltLength?: number
}
const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
const algorithms: ReadonlyMap<string, Algorithm> = new Map<string, Algorithm>([
  [RSA_SHA256, { hash: 'sha256', kind: 'rsa' }],
  [`${XMLDSIG_MORE}rsa-sha384`, { hash: 'sha384', kind: 'rsa' }],
  [`${XMLDSIG_MORE}rsa-sha512`, { hash: 'sha512', kind: 'rsa' }],
  ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', { hash: 'sha256', kind: 'rsa', ...pss }],
  [`${XMLDSIG_MORE}ecdsa-sha256`, { hash: 'sha256', kind: 'ec' }],
  [`${XMLDSIG_MORE}ecdsa-sha384`, { hash: 'sha384', kind: 'ec' }],
])
const digests: ReadonlyMap<string, string> = new Map([
  [SHA256, 'sha256'],
  [`${XMLDSIG_MORE}sha384`, 'sha384'],
  [`${NS.xenc}sha512`, 'sha512'],
])
/** The algorithms Hufu verifies, the preferred ones first. */
export const [SIGNATURES, DIGESTS] = [[...algorithms.keys()], [...digests.keys()]]
const RSA_BITS_MIN = 2048
const PREFIXES_MAX = 50

/** Decodes strict base64; white space is allowed. */
export function bytesOf(base64: string): Buffer {
  const bare = base64.replace(/[ \t\r\n]/g, '')
  const bytes = Buffer.from(bare, 'base64')
  return bytes.toString('base64') === bare ? bytes : reject('malformed', 'base64')
}

/** Whether one of the keys signed these bytes. */
export function hasSigned(uri: string, bytes: Buffer, value: Buffer, keys: readonly KeyObject[]): boolean {
  const algorithm = algorithms.get(uri) ?? reject('algorithm', uri)
  const { hash, kind, ...options } = algorithm
  return keys.some(key => {
    if (key.asymmetricKeyType !== kind) return false
    if (kind === 'ec') return verify(hash, bytes, { key, dsaEncoding: 'ieee-p1363' }, value)
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    return modulusLength >= RSA_BITS_MIN && verify(hash, bytes, { key, ...options }, value)
  })
}

const signaturesIn = (root: Element) => withDescendants(root).filter(one => is(one, NS.ds, 'Signature'))
export const isSigned = (root: Element): boolean => signaturesIn(root).length > 0

const shape = (what: string) => reject('signatureBad', `unexpected ${what}`)

/** The child elements, which must be exactly these in this order. */
function childrenInOrder(element: Element, names: readonly string[]): Element[] {
  const found = elementsOf(element)
  return found.length === names.length && found.every((one, at) => is(one, NS.ds, names[at]!)) ? found : shape(element.local)
}

function prefixesOf(element: Element): string[] {
  const [list, ...more] = elementsOf(element)
  if (list === undefined) return []
  if (more.length > 0 || !is(list, EXCLUSIVE, 'InclusiveNamespaces')) return shape(element.local)
  const prefixes = (attributeOf(list, 'PrefixList') ?? '').split(/\s+/).filter(prefix => prefix !== '')
  if (prefixes.length > PREFIXES_MAX) reject('tooLarge')
  return prefixes.map(prefix => (prefix === '#default' ? '' : prefix))
}

/** The digest and the inclusive prefixes of a reference, which must point to the root. */
function digestOf(reference: Element, root: Element): { hash: string; wanted: Buffer; prefixes: string[] } {
  const id = attributeOf(root, 'ID')
  if (!id || attributeOf(reference, 'URI') !== `#${id}`) shape('Reference')
  const [transforms, method, value] = childrenInOrder(reference, ['Transforms', 'DigestMethod', 'DigestValue']) as [
    Element,
    Element,
    Element,
  ]
  const [enveloped, exclusive] = childrenInOrder(transforms, ['Transform', 'Transform']) as [Element, Element]
  // The children of the first transform are ignored: it takes no parameters, but xml-crypto writes one.
  if (attributeOf(enveloped, 'Algorithm') !== ENVELOPED) shape('Transform')
  if (attributeOf(exclusive, 'Algorithm') !== EXCLUSIVE) shape('Transform')
  const uri = attributeOf(method, 'Algorithm') ?? ''
  return { hash: digests.get(uri) ?? reject('algorithm', uri), wanted: bytesOf(textOf(value)), prefixes: prefixesOf(exclusive) }
}

/** Verifies that one of the keys signed exactly this tree. The KeyInfo of the signature is never trusted. */
export function verifyRoot(root: Element, keys: readonly KeyObject[]): void {
  const [signature, ...others] = signaturesIn(root)
  if (!signature) reject('signatureMissing')
  if (others.length > 0 || !root.children.includes(signature)) shape('Signature')
  const [info, value, ...rest] = elementsOf(signature)
  if (!is(info, NS.ds, 'SignedInfo') || !is(value, NS.ds, 'SignatureValue')) return shape('Signature')
  if (rest.length > 1 || rest.some(one => !is(one, NS.ds, 'KeyInfo'))) shape('Signature')
  const [form, method, reference] = childrenInOrder(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']) as [
    Element,
    Element,
    Element,
  ]
  if (attributeOf(form, 'Algorithm') !== EXCLUSIVE) shape('CanonicalizationMethod')
  if (elementsOf(method).length > 0) shape('SignatureMethod')
  const { hash, wanted, prefixes } = digestOf(reference, root)
  const digest = createHash(hash)
    .update(canonical(root, { without: signature, prefixes }))
    .digest()
  if (wanted.length !== digest.length || !timingSafeEqual(wanted, digest)) reject('signatureBad', 'digest')
  const bytes = Buffer.from(canonical(info, { prefixes: prefixesOf(form) }))
  if (!hasSigned(attributeOf(method, 'Algorithm') ?? '', bytes, bytesOf(textOf(value)), keys)) reject('signatureBad', 'no known key')
}

export interface SigningPair {
  kid: string
  key: KeyObject
  /** Base64 of the DER. */
  certificate: string
}

const signAsync = promisify<string, NodeJS.ArrayBufferView, KeyObject, Buffer>(sign)
/** Signs in the thread pool, because a signature of 3,072 bits would block the event loop for milliseconds. */
const rsaSha256 = async (text: string, key: KeyObject) => (await signAsync('sha256', Buffer.from(text), key)).toString('base64')

/** An enveloped signature over an element made by `el`, which `write` serialises canonically. */
export async function signatureOf(element: Element, { key, certificate }: SigningPair): Promise<Element> {
  const transforms = el('ds:Transforms', {}, el('ds:Transform', { Algorithm: ENVELOPED }), el('ds:Transform', { Algorithm: EXCLUSIVE }))
  const digest = createHash('sha256').update(write(element)).digest('base64')
  const info = el(
    'ds:SignedInfo',
    {},
    el('ds:CanonicalizationMethod', { Algorithm: EXCLUSIVE }),
    el('ds:SignatureMethod', { Algorithm: RSA_SHA256 }),
    el(
      'ds:Reference',
      { URI: `#${attributeOf(element, 'ID')}` },
      transforms,
      el('ds:DigestMethod', { Algorithm: SHA256 }),
      el('ds:DigestValue', {}, digest),
    ),
  )
  const keyInfo = el('ds:KeyInfo', {}, el('ds:X509Data', {}, el('ds:X509Certificate', {}, certificate)))
  return el('ds:Signature', {}, info, el('ds:SignatureValue', {}, await rsaSha256(write(info), key)), keyInfo)
}

/** Redirect binding: the query with a signature over exactly the bytes sent. */
export async function signQuery(query: string, { key }: SigningPair): Promise<string> {
  const signed = `${query}&SigAlg=${encodeURIComponent(RSA_SHA256)}`
  return `${signed}&Signature=${encodeURIComponent(await rsaSha256(signed, key))}`
}

export const x509Of = (signature: Element): string[] =>
  withDescendants(signature)
    .filter(one => is(one, NS.ds, 'X509Certificate'))
    .map(one => textOf(one).replace(/\s/g, ''))

export const signatureIn = (root: Element): Element | undefined => childrenOf(root, NS.ds, 'Signature')[0]
