import { constants, createPublicKey, verify, type KeyObject } from 'node:crypto'
import { bytesOfBits, oidOf, partsOf, DerElements, smallIntegerOf, TAG, context, type Der } from './der.ts'
import { refuseCertificate } from './certificate-error.ts'
import { isSm2Point, verifySm2 } from './sm2.ts'

const MIN_RSA_BITS = 2048
const hashes: Readonly<Record<string, Hash>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
type Hash = 'sha256' | 'sha384' | 'sha512'

/** Accepted signature algorithms; MD5 and SHA-1 are not among them. */
export type Algorithm = { kind: 'rsa' | 'ec'; hash: Hash } | { kind: 'pss'; hash: Hash; salt: number } | { kind: 'sm2' }

const algorithms: Readonly<Record<string, Algorithm>> = {
  '1.2.840.113549.1.1.11': { kind: 'rsa', hash: 'sha256' },
  '1.2.840.113549.1.1.12': { kind: 'rsa', hash: 'sha384' },
  '1.2.840.113549.1.1.13': { kind: 'rsa', hash: 'sha512' },
  '1.2.840.10045.4.3.2': { kind: 'ec', hash: 'sha256' },
  '1.2.840.10045.4.3.3': { kind: 'ec', hash: 'sha384' },
  '1.2.840.10045.4.3.4': { kind: 'ec', hash: 'sha512' },
  '1.2.156.10197.1.501': { kind: 'sm2' },
}
const PSS = '1.2.840.113549.1.1.10'
const MGF1 = '1.2.840.113549.1.1.8'

/** Reads the AlgorithmIdentifier of a signature. */
export function algorithmOf(identifier: Der): Algorithm {
  const parts = new DerElements(identifier)
  const oid = oidOf(parts.next())
  return oid === PSS ? pssOf(parts.next(TAG.sequence)) : (algorithms[oid] ?? refuseCertificate('unsupported'))
}

/** RFC 4055; its default hash SHA-1 is refused. */
function pssOf(parameters: Der): Algorithm {
  const parts = new DerElements(parameters)
  const inside = (n: number) => {
    const part = parts.maybe(context(n))
    return part && new DerElements(part).next()
  }
  const [hash, mask, salt] = [inside(0), inside(1), inside(2)]
  const name = hashOf(hash)
  const maskParts = new DerElements(mask ?? refuseCertificate('unsupported'))
  if (oidOf(maskParts.next()) !== MGF1 || hashOf(maskParts.next()) !== name) refuseCertificate('unsupported')
  return { kind: 'pss', hash: name, salt: salt ? smallIntegerOf(salt) : 20 }
}
const hashOf = (identifier: Der | undefined): Hash =>
  (identifier && hashes[oidOf(new DerElements(identifier).next())]) ?? refuseCertificate('unsupported')

export type PublicKey = { kind: 'rsa' | 'pss' | 'ec'; key: KeyObject } | { kind: 'sm2'; point: Buffer }

const RSA = '1.2.840.113549.1.1.1'
const EC = '1.2.840.10045.2.1'
/** GM/T 0015: the curve, which may also name the algorithm of the key. */
const SM2 = '1.2.156.10197.1.301'
/** P-256, P-384, P-521; explicit curve parameters are refused, as they could be anything. */
const curves = new Set(['1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35'])

/** A SubjectPublicKeyInfo. Node's OpenSSL reads SM2 keys but verifies with an empty identity, so Hufu verifies SM2 itself. */
export function publicKeyOf(info: Buffer): PublicKey {
  const parts = partsOf(info)
  const identifier = new DerElements(parts.next(TAG.sequence))
  const oid = oidOf(identifier.next())
  const point = bytesOfBits(parts.next(TAG.bits))
  parts.end()
  if (oid === RSA || oid === PSS) return { kind: oid === RSA ? 'rsa' : 'pss', key: strongRsa(info) }
  if (oid !== EC && oid !== SM2) return refuseCertificate('unsupported')
  const curve = identifier.next()
  const name = curve.tag === TAG.oid ? oidOf(curve) : refuseCertificate('unsupported')
  if (name === SM2) return isSm2Point(point) ? { kind: 'sm2', point } : refuseCertificate('unreadable')
  return oid === EC && curves.has(name) ? { kind: 'ec', key: readKey(info) } : refuseCertificate('unsupported')
}

function strongRsa(info: Buffer): KeyObject {
  const key = readKey(info)
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  return modulusLength >= MIN_RSA_BITS && modulusLength <= 8192 && publicExponent >= 3n ? key : refuseCertificate('weakKey')
}

function readKey(info: Buffer): KeyObject {
  try {
    return createPublicKey({ key: info, format: 'der', type: 'spki' })
  } catch {
    return refuseCertificate('unreadable')
  }
}

/** Whether this key made this signature with this algorithm; false for a key of another kind. */
export function hasSigned(publicKey: PublicKey, algorithm: Algorithm, message: Buffer, signature: Buffer): boolean {
  if (publicKey.kind === 'sm2' || algorithm.kind === 'sm2')
    return publicKey.kind === 'sm2' && algorithm.kind === 'sm2' && verifySm2(publicKey.point, message, signature)
  if ((publicKey.kind === 'ec') !== (algorithm.kind === 'ec') || (publicKey.kind === 'pss' && algorithm.kind !== 'pss')) return false
  const { key } = publicKey
  const padding = algorithm.kind === 'pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: algorithm.salt } : {}
  try {
    return verify(algorithm.hash, message, { key, ...padding }, signature)
  } catch {
    // The key is bound to another hash, or the signature is no DER.
    return false
  }
}

/** The algorithm a holder must use to sign (D-30): SHA-256, or SM3 with SM2. */
export function holdersAlgorithm({ kind, ...publicKey }: PublicKey): Algorithm {
  if (kind === 'sm2') return { kind }
  if (kind !== 'pss') return { kind, hash: 'sha256' }
  const details = 'key' in publicKey ? publicKey.key.asymmetricKeyDetails : undefined
  const hash = Object.values(hashes).find(each => each === (details?.hashAlgorithm ?? 'sha256'))
  return { kind, hash: hash ?? refuseCertificate('unsupported'), salt: constants.RSA_PSS_SALTLEN_AUTO }
}
