import { chainsOf, isRoot, refuseWithoutValidChain } from './chain.ts'
import { CertificateError, refuseCertificate, type CertificateReason } from './certificate-error.ts'
import { blocksOf, bytesOf } from './pem.ts'
import { readRevocationList, type Revocation, type RevocationList } from './revocation-list.ts'
import { hasSigned, holdersAlgorithm } from './signature.ts'
import { readCertificate, type Certificate } from './x509.ts'

export type { CertificateReason }

/** The trusted certificates and revocation lists of the settings, as PEM texts. */
export interface Trust {
  trustCerts: string
  revocationLists: string
  needRevocationList: boolean
}

export interface Proof {
  nonce: string
  /** Base64 of DER, or PEM. */
  cert: string
  /** Base64. */
  sign: string
}

/** The holder of a certificate; the digest identifies their binding. */
export interface Holder {
  digest: string
  name: string
}
export type Verdict = { holder: Holder } | { reason: CertificateReason }

/**
 * Verifies a certificate and a signature of its holder over the nonce. Signed are exactly the bytes of the nonce in UTF-8:
 * with RSA by PKCS#1 v1.5 and SHA-256 (PSS for a PSS key), with ECDSA and SHA-256 as DER, with SM2 and SM3 for the identity
 * 1234567812345678 as DER (GM/T 0009).
 */
export const proveHolder = ({ nonce, cert, sign }: Proof, trust: Trust, at = new Date()): Verdict =>
  verdictOn(() => {
    const certificate = trustedCertificate(cert, trust, at)
    const { publicKey } = certificate
    const signature = bytesOf(sign)
    if (!hasSigned(publicKey, holdersAlgorithm(publicKey), Buffer.from(nonce), signature)) refuseCertificate('signatureWrong')
    return certificate
  })

/** The same without a signature, for a proxy that has verified possession (mutual TLS). */
export const validateCertificate = (cert: string, trust: Trust, at = new Date()): Verdict =>
  verdictOn(() => trustedCertificate(cert, trust, at))

/** The holder a certificate names, without verifying anything. */
export const namedHolder = (cert: string): Verdict => verdictOn(() => oneCertificate(cert))

function trustedCertificate(cert: string, trust: Trust, at: Date): Certificate {
  const certificate = oneCertificate(cert)
  refuseWithoutValidChain(certificate, authoritiesOf(trust.trustCerts), revocationOf(trust), at)
  return certificate
}

function oneCertificate(cert: string): Certificate {
  const [bytes, ...more] = blocksOf(cert, 'CERTIFICATE')
  return bytes && more.length === 0 ? readCertificate(bytes) : refuseCertificate('unreadable')
}

/** Caches the result for the last text, as settings change rarely and may be long. */
function memoizeLast<T>(read: (text: string) => T): (text: string) => T {
  let cached: { text: string; value: T } | undefined
  return text => (cached?.text === text ? cached : (cached = { text, value: read(text) })).value
}
const authoritiesOf = memoizeLast((text): Certificate[] => blocksOf(text, 'CERTIFICATE').map(readCertificate))
const listsOf = memoizeLast((text): RevocationList[] => blocksOf(text, 'X509 CRL').map(readRevocationList))
const revocationOf = ({ revocationLists, needRevocationList }: Omit<Trust, 'trustCerts'>): Revocation => ({
  lists: listsOf(revocationLists),
  needed: needRevocationList,
})

function verdictOn(work: () => Certificate): Verdict {
  try {
    const { digest, name } = work()
    return { holder: { digest, name } }
  } catch (error) {
    if (error instanceof CertificateError) return { reason: error.reason }
    throw error
  }
}

/** Whether a text contains authorities, each with its path to a root: valid values of ca.trustCerts. */
export const areAuthorities = (text: string): boolean =>
  succeeds(() => {
    const authorities = authoritiesOf(text)
    for (const each of authorities) {
      if (!each.powers.authority || !each.powers.signsCertificates) refuseCertificate('notAuthority')
      if (!isRoot(each) && chainsOf([each], authorities).next().done) refuseCertificate('authorityUnknown')
    }
  })

/** Whether a text contains readable lists: valid values of ca.revocationLists. */
export const areRevocationLists = (text: string): boolean =>
  succeeds(() => {
    listsOf(text)
  })

function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof CertificateError) return false
    throw error
  }
}

/** When the first trusted authority expires; undefined without any. */
export function endOfAuthorities(trustCerts: string): Date | undefined {
  if (trustCerts.trim() === '') return undefined
  return authoritiesOf(trustCerts).map(each => each.notAfter).sort((a, b) => a.getTime() - b.getTime())[0] // prettier-ignore
}
