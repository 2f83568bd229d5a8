import { CertificateError, refuseCertificate, type CertificateReason } from './certificate-error.ts'
import { refuseRevoked, type Revocation } from './revocation-list.ts'
import { isSignedBy, type Certificate } from './x509.ts'

const LONGEST = 8
const MOST = 16

export const isRoot = (certificate: Certificate): boolean =>
  certificate.subject === certificate.issuer && isSignedBy(certificate, certificate)

/**
 * Every path from a certificate up to a trusted root, starting with the certificate. All authorities of a path are
 * configured ones, never sent by the caller. Two of them may have the same name, before and after a change of keys or
 * dates.
 */
export function* chainsOf(chain: readonly Certificate[], trusted: readonly Certificate[]): Generator<readonly Certificate[]> {
  const last = chain.at(-1)!
  for (const above of trusted) {
    if (above.subject !== last.issuer || chain.includes(above) || !isSignedBy(last, above)) continue
    if (isRoot(above)) yield [...chain, above]
    else if (chain.length < LONGEST) yield* chainsOf([...chain, above], trusted)
  }
}

/** Refuses unless one chain is valid at this moment and its certificate may sign in. */
export function refuseWithoutValidChain(leaf: Certificate, trusted: readonly Certificate[], revocation: Revocation, at: Date): void {
  let first: CertificateReason | undefined
  for (const chain of chainsOf([leaf], trusted).take(MOST)) {
    const reason = rejectionReason(chain, revocation, at)
    if (reason === undefined) return
    first ??= reason
  }
  refuseCertificate(first ?? 'authorityUnknown')
}

function rejectionReason(chain: readonly Certificate[], revocation: Revocation, at: Date): CertificateReason | undefined {
  try {
    validateChain(chain, revocation, at)
  } catch (error) {
    if (error instanceof CertificateError) return error.reason
    throw error
  }
}

/** RFC 5280, 6.1. */
function validateChain(chain: readonly Certificate[], revocation: Revocation, at: Date): void {
  for (const { notBefore, notAfter } of chain) {
    if (at < notBefore) refuseCertificate('notYetValid')
    if (at > notAfter) refuseCertificate('expired')
  }
  const [leaf, ...authorities] = chain
  let below = 0
  for (const { powers, subject, issuer } of authorities) {
    if (!powers.authority || !powers.signsCertificates) return refuseCertificate('notAuthority')
    if (below > powers.authority.pathLength) refuseCertificate('pathTooLong')
    // Self-issued certificates do not count (4.2.1.9).
    if (subject !== issuer) below += 1
  }
  for (const [n, certificate] of chain.slice(0, -1).entries()) refuseRevoked(certificate, chain[n + 1]!, revocation, at)
  if (leaf!.powers.authority) refuseCertificate('isAuthority')
  if (!leaf!.powers.signs || !leaf!.powers.forClients) refuseCertificate('usageWrong')
}
