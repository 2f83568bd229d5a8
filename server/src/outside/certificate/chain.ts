import { CertificateError, refuseCertificate, type CertificateReason } from './certificate-error.ts'
import { refuseRevoked, type Revocation } from './revocation-list.ts'
import { isSignedBy, type Certificate } from './x509.ts'

const LONGEST = 8
const MOST = 16

export const isRoot = (certificate: Certificate): boolean =>
  certificate.subject === certificate.issuer && isSignedBy(certificate, certificate)

/**
 * Every way from somebody's certificate up to a root among the trusted ones, themselves first. Each authority on the way is one
 * the administrator has given: nothing a caller sends becomes one. Two of them may bear one name, before and after a change
 * of keys or of dates.
 */
export function* chainsOf(chain: readonly Certificate[], trusted: readonly Certificate[]): Generator<readonly Certificate[]> {
  const last = chain.at(-1)!
  for (const above of trusted) {
    if (above.subject !== last.issuer || chain.includes(above) || !isSignedBy(last, above)) continue
    if (isRoot(above)) yield [...chain, above]
    else if (chain.length < LONGEST) yield* chainsOf([...chain, above], trusted)
  }
}

/** Refuses unless one chain holds at this moment and its first may sign in. */
export function judge(leaf: Certificate, trusted: readonly Certificate[], revocation: Revocation, at: Date): void {
  let first: CertificateReason | undefined
  for (const chain of chainsOf([leaf], trusted).take(MOST)) {
    const reason = whyNot(chain, revocation, at)
    if (reason === undefined) return
    first ??= reason
  }
  refuseCertificate(first ?? 'authorityUnknown')
}

function whyNot(chain: readonly Certificate[], revocation: Revocation, at: Date): CertificateReason | undefined {
  try {
    judgeChain(chain, revocation, at)
  } catch (error) {
    if (error instanceof CertificateError) return error.reason
    throw error
  }
}

/** RFC 5280, 6.1. */
function judgeChain(chain: readonly Certificate[], revocation: Revocation, at: Date): void {
  for (const { notBefore, notAfter } of chain) {
    if (at < notBefore) refuseCertificate('notYetValid')
    if (at > notAfter) refuseCertificate('expired')
  }
  const [leaf, ...authorities] = chain
  let below = 0
  for (const { powers, subject, issuer } of authorities) {
    if (!powers.authority || !powers.signsCertificates) return refuseCertificate('notAuthority')
    if (below > powers.authority.pathLength) refuseCertificate('pathTooLong')
    // Those that sign themselves anew do not count (4.2.1.9).
    if (subject !== issuer) below += 1
  }
  for (const [n, certificate] of chain.slice(0, -1).entries()) refuseRevoked(certificate, chain[n + 1]!, revocation, at)
  if (leaf!.powers.authority) refuseCertificate('isAuthority')
  if (!leaf!.powers.signs || !leaf!.powers.forClients) refuseCertificate('usageWrong')
}
