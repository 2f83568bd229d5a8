import { createHash, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'

/** One value of DER: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const [INTEGER, BIT_STRING, NULL, OID, UTF8, SEQUENCE, SET, VERSION] = [0x02, 0x03, 0x05, 0x06, 0x0c, 0x30, 0x31, 0xa0]
const [UTC_TIME, GENERALIZED_TIME] = [0x17, 0x18]
const SHA256_WITH_RSA = Buffer.from('2a864886f70d01010b', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')

/** UTCTime, with two digits of the year, through 2049, and GeneralizedTime from 2050 (RFC 5280, 4.1.2.5). */
function timeOf(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`
  return at.getUTCFullYear() < 2050 ? der(UTC_TIME, Buffer.from(digits.slice(2))) : der(GENERALIZED_TIME, Buffer.from(digits))
}

const nameOf = (name: string) => der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(UTF8, Buffer.from(name)))))

interface CertificateRequest {
  name: string
  begin: Date
  end: Date
  privateKey: KeyObject
  publicKey: KeyObject
}

/** Makes a self-signed certificate, because metadata carry keys as certificates and Node can only read certificates. */
export function selfSigned({ name, begin, end, privateKey, publicKey }: CertificateRequest): Buffer {
  const algorithm = der(SEQUENCE, der(OID, SHA256_WITH_RSA), der(NULL))
  const serial = randomBytes(16)
  // The serial number must be positive and keep its 16 bytes.
  serial[0] = (serial[0]! & 0x3f) | 0x40
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    algorithm,
    nameOf(name),
    der(SEQUENCE, timeOf(begin), timeOf(end)),
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  return der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey)))
}

export const certificateOf = (base64: string): X509Certificate => new X509Certificate(Buffer.from(base64, 'base64'))
export const fingerprintOf = (base64: string): string => createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex')
export const pemOf = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{1,64}/g, line => `${line}\n`)}-----END CERTIFICATE-----\n`
