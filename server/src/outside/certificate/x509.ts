import { createHash } from 'node:crypto'
import { bytesOfBits, context, integerOf, oidOf, partsOf, DerElements, readDer, smallIntegerOf, TAG, timeOf, type Der } from './der.ts'
import { extensionsOf, certificateUsesOf, type CertificateUses } from './extensions.ts'
import { refuseCertificate } from './certificate-error.ts'
import { algorithmOf, hasSigned, publicKeyOf, type Algorithm, type PublicKey } from './signature.ts'

/** Something an authority has signed: the bytes, the algorithm, and the signature. */
export interface SignedStructure {
  signed: Buffer
  algorithm: Algorithm
  signature: Buffer
}

export interface Certificate extends SignedStructure {
  serial: string
  /** Names as encoded, to be compared byte by byte. */
  issuer: string
  subject: string
  name: string
  notBefore: Date
  notAfter: Date
  publicKey: PublicKey
  powers: CertificateUses
  /** SHA-256 of the signed part: an ECDSA signature can be rewritten by others, which would change a digest of the whole. */
  digest: string
}

/** Reads the X.509 envelope of signed data: content, algorithm (repeated), signature. */
export function readSigned(bytes: Buffer): SignedStructure & { content: DerElements; agrees: (algorithm: Der) => void } {
  const outer = new DerElements(readDer(bytes, TAG.sequence))
  const thing = outer.next(TAG.sequence)
  const algorithm = outer.next(TAG.sequence)
  const signature = bytesOfBits(outer.next(TAG.bits))
  outer.end()
  const agrees = (inner: Der) => {
    if (!inner.whole.equals(algorithm.whole)) refuseCertificate('unreadable')
  }
  return { signed: thing.whole, algorithm: algorithmOf(algorithm), signature, content: new DerElements(thing), agrees }
}

// Results by signed object and key, as every sign-in verifies the same authorities and lists.
const verdicts = new WeakMap<SignedStructure, WeakMap<PublicKey, boolean>>()
export function isSignedBy(thing: SignedStructure, { publicKey }: Pick<Certificate, 'publicKey'>): boolean {
  const cached = verdicts.get(thing) ?? new WeakMap<PublicKey, boolean>()
  verdicts.set(thing, cached)
  const verdict = cached.get(publicKey) ?? hasSigned(publicKey, thing.algorithm, thing.signed, thing.signature)
  cached.set(publicKey, verdict)
  return verdict
}

/** A certificate of version 3 (RFC 5280; with SM2 keys GB/T 20518). */
export function readCertificate(bytes: Buffer): Certificate {
  const { content, agrees, signed, algorithm, signature } = readSigned(bytes)
  if (smallIntegerOf(new DerElements(content.next(context(0))).next()) !== 2) refuseCertificate('unsupported')
  const serial = integerOf(content.next()).toString('hex')
  agrees(content.next())
  const issuer = content.next(TAG.sequence)
  const validity = new DerElements(content.next(TAG.sequence))
  const [notBefore, notAfter] = [timeOf(validity.next()), timeOf(validity.next())]
  validity.end()
  const subject = content.next(TAG.sequence)
  const publicKey = publicKeyOf(content.next(TAG.sequence).whole)
  // Unique identifiers of version 2, long unused.
  content.maybe(0x81)
  content.maybe(0x82)
  const list = content.maybe(context(3))
  content.end()
  return {
    signed,
    algorithm,
    signature,
    serial,
    issuer: issuer.whole.toString('hex'),
    subject: subject.whole.toString('hex'),
    name: commonName(subject),
    notBefore,
    notAfter,
    publicKey,
    powers: certificateUsesOf(list ? extensionsOf(readDer(list.body, TAG.sequence)) : []),
    digest: createHash('sha256').update(signed).digest('hex'),
  }
}

const COMMON_NAME = '2.5.4.3'
const NAME_MAX = 64

/** The last CN of a name, on one line. */
function commonName(name: Der): string {
  const attributes = new DerElements(name).all(TAG.set).flatMap(set => new DerElements(set).all(TAG.sequence))
  const values = attributes.map(attribute => partsOf(attribute.whole)).filter(parts => oidOf(parts.next()) === COMMON_NAME)
  const value = values.at(-1)?.next()
  return value
    ? plainText(value)
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
        .trim()
        .slice(0, NAME_MAX)
        .toWellFormed()
    : ''
}

function plainText({ tag, body }: Der): string {
  if (tag === TAG.bmp) return new TextDecoder('utf-16be').decode(body)
  return tag === TAG.teletex ? body.toString('latin1') : new TextDecoder().decode(body)
}
