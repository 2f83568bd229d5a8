import { booleanOf, bytesOfBits, oidOf, partsOf, DerElements, readDer, smallIntegerOf, TAG, type Der } from './der.ts'
import { refuseCertificate } from './certificate-error.ts'

export interface Extension {
  oid: string
  critical: boolean
  /** The content of the OCTET STRING. */
  value: Buffer
}

/** Reads SEQUENCE OF Extension, each kind at most once. */
export function extensionsOf(list: Der): Extension[] {
  const extensions = new DerElements(list).all(TAG.sequence).map(element => {
    const parts = new DerElements(element)
    const oid = oidOf(parts.next())
    const critical = parts.maybe(TAG.boolean)
    const value = parts.next(TAG.octets).body
    parts.end()
    return { oid, critical: critical !== undefined && booleanOf(critical), value }
  })
  if (new Set(extensions.map(({ oid }) => oid)).size < extensions.length) refuseCertificate('unreadable')
  return extensions
}

const OID = { keyUsage: '2.5.29.15', basicConstraints: '2.5.29.19', extendedUsage: '2.5.29.37' }
/** Extensions read here, and those irrelevant for identity: alternative names and policies. */
const knownExtensions = new Set([...Object.values(OID), '2.5.29.17', '2.5.29.32'])
const forClients = new Set(['1.3.6.1.5.5.7.3.2', '2.5.29.37.0'])

export interface CertificateUses {
  /** Undefined: may not sign certificates. */
  authority: { pathLength: number } | undefined
  signs: boolean
  signsCertificates: boolean
  signsLists: boolean
  forClients: boolean
}

/** The allowed uses of a certificate; an unknown critical extension makes it invalid (RFC 5280, 4.2). */
export function certificateUsesOf(extensions: readonly Extension[]): CertificateUses {
  if (extensions.some(({ oid, critical }) => critical && !knownExtensions.has(oid))) refuseCertificate('criticalExtension')
  const value = (oid: string) => extensions.find(each => each.oid === oid)?.value
  const usage = value(OID.keyUsage)
  const has = usage ? usageOf(usage) : () => true
  const extended = value(OID.extendedUsage)
  return {
    authority: authorityOf(value(OID.basicConstraints)),
    signs: has(0),
    signsCertificates: has(5),
    signsLists: has(6),
    forClients:
      !extended ||
      partsOf(extended)
        .all(TAG.oid)
        .some(each => forClients.has(oidOf(each))),
  }
}

function authorityOf(value: Buffer | undefined): CertificateUses['authority'] {
  if (!value) return undefined
  const parts = partsOf(value)
  const flag = parts.maybe(TAG.boolean)
  const length = parts.maybe(TAG.integer)
  parts.end()
  if (!flag || !booleanOf(flag)) return undefined
  return { pathLength: length ? smallIntegerOf(length) : Infinity }
}

function usageOf(value: Buffer): (bit: number) => boolean {
  const { tag, body } = readDer(value, TAG.bits)
  const bytes = bytesOfBits({ tag, body: Buffer.concat([Buffer.of(0), body.subarray(1)]), whole: value })
  return bit => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0
}
