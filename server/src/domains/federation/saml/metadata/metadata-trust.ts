import { createHash, type X509Certificate } from 'node:crypto'
import { certificateOf } from '../xml/certificate.ts'
import { reject, SamlProblem } from '../problem.ts'
import { attributeOf, type Element } from '../xml/read.ts'
import { signatureIn, verifyRoot, x509Of } from '../xml/signature.ts'

const CERTIFICATES_MAX = 50
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const namesOf = (certificate: X509Certificate) => [
  sha256(certificate.raw),
  sha256(certificate.publicKey.export({ format: 'der', type: 'spki' })),
]

function read(base64: string): X509Certificate | undefined {
  try {
    return certificateOf(base64)
  } catch {
    return undefined
  }
}

/**
 * SHA-256 of the certificate that signed the metadata; null: no valid signature. With a pin, anything but a valid signature by that
 * key is refused.
 */
export function signerOf(root: Element, pin: string | null): string | null {
  const signature = signatureIn(root)
  if (!signature) return pin === null ? null : reject('signatureMissing', 'pin')
  // A pinned certificate may stand anywhere: some signatures carry none and are made with the key of the service provider.
  const carried = x509Of(pin === null ? signature : root)
    .slice(0, CERTIFICATES_MAX)
    .flatMap(each => read(each) ?? [])
  const certificate = pin === null ? carried[0] : carried.find(each => namesOf(each).includes(pin))
  if (!certificate) return pin === null ? null : reject('signatureBad', 'pin')
  try {
    verifyRoot(root, [certificate.publicKey])
    return namesOf(certificate)[0]!
  } catch (error) {
    if (pin !== null || !(error instanceof SamlProblem)) throw error
    return null
  }
}

const DURATION = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/
const UNITS = [31_536_000, 2_592_000, 86_400, 3600, 60, 1]

/** The seconds of an XML Schema duration; null for anything else. */
export function secondsOf(duration: string | undefined): number | null {
  const parts = DURATION.exec(duration ?? '')?.slice(1)
  if (!parts?.some(part => part !== undefined)) return null
  return parts.reduce((sum, part, at) => sum + Number(part ?? 0) * UNITS[at]!, 0)
}

/** The earliest `validUntil` and the shortest `cacheDuration` of these elements; expired metadata are refused. */
export function validityOf(elements: readonly Element[], now: Date): { validUntil: Date | null; cacheSeconds: number | null } {
  const ends = elements.flatMap(one => attributeOf(one, 'validUntil') ?? []).map(until => ({ until, at: Date.parse(until) }))
  for (const { until, at } of ends) if (!(at > now.getTime())) reject('expired', until)
  const lives = elements.flatMap(one => secondsOf(attributeOf(one, 'cacheDuration')) ?? [])
  return {
    validUntil: ends.length === 0 ? null : new Date(Math.min(...ends.map(({ at }) => at))),
    cacheSeconds: lives.length === 0 ? null : Math.min(...lives),
  }
}
