import { chainsOf, isRoot, judge } from './chain.ts'
import { CertificateError, refuseCertificate, type CertificateReason } from './certificate-error.ts'
import { blocksOf, bytesOf } from './pem.ts'
import { readRevocationList, type Revocation, type RevocationList } from './revocation-list.ts'
import { hasSigned, holdersAlgorithm } from './signature.ts'
import { readCertificate, type Certificate } from './x509.ts'

export type { CertificateReason }

/** Whom to believe, as the settings have it: PEM texts. */
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

/** Whose certificate it is; by the digest they are found again. */
export interface Holder {
  digest: string
  name: string
}
export type Verdict = { holder: Holder } | { reason: CertificateReason }

/**
 * Judges a certificate and, over the nonce, a signature of its holder. What is signed are the bytes of the nonce as it was
 * given out, in UTF-8, and nothing else: with RSA by PKCS#1 v1.5 and SHA-256 (PSS where the certificate's key is one for PSS),
 * with ECDSA and SHA-256 as DER, with SM2 and SM3 for the identity 1234567812345678 as DER (GM/T 0009).
 */
export const proveHolder = ({ nonce, cert, sign }: Proof, trust: Trust, at = new Date()): Verdict =>
  verdictOn(() => {
    const certificate = trusted(cert, trust, at)
    const { publicKey } = certificate
    const signature = bytesOf(sign)
    if (!hasSigned(publicKey, holdersAlgorithm(publicKey), Buffer.from(nonce), signature)) refuseCertificate('signatureWrong')
    return certificate
  })

/** The same without a signature: for a proxy that has seen the holder prove themselves (mutual TLS). */
export const judgeCertificate = (cert: string, trust: Trust, at = new Date()): Verdict => verdictOn(() => trusted(cert, trust, at))

/** Whose it says it is, nothing of it being judged. */
export const namedHolder = (cert: string): Verdict => verdictOn(() => oneCertificate(cert))

function trusted(cert: string, trust: Trust, at: Date): Certificate {
  const certificate = oneCertificate(cert)
  judge(certificate, authoritiesOf(trust.trustCerts), revocationOf(trust), at)
  return certificate
}

function oneCertificate(cert: string): Certificate {
  const [bytes, ...more] = blocksOf(cert, 'CERTIFICATE')
  return bytes && more.length === 0 ? readCertificate(bytes) : refuseCertificate('unreadable')
}

/** The settings change rarely and may be long: what the last text said is kept. */
function keptOf<T>(read: (text: string) => T): (text: string) => T {
  let kept: { text: string; value: T } | undefined
  return text => (kept?.text === text ? kept : (kept = { text, value: read(text) })).value
}
const authoritiesOf = keptOf((text): Certificate[] => blocksOf(text, 'CERTIFICATE').map(readCertificate))
const listsOf = keptOf((text): RevocationList[] => blocksOf(text, 'X509 CRL').map(readRevocationList))
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

/** Whether a text holds authorities, each with its way to a root among them: what may be set as ca.trustCerts. */
export const areAuthorities = (text: string): boolean =>
  isRight(() => {
    const authorities = authoritiesOf(text)
    for (const each of authorities) {
      if (!each.powers.authority || !each.powers.signsCertificates) refuseCertificate('notAuthority')
      if (!isRoot(each) && chainsOf([each], authorities).next().done) refuseCertificate('authorityUnknown')
    }
  })

/** Whether a text holds lists that can be read: what may be set as ca.revocationLists. */
export const areRevocationLists = (text: string): boolean =>
  isRight(() => {
    listsOf(text)
  })

function isRight(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof CertificateError) return false
    throw error
  }
}

/** When the first of the trusted authorities ends; undefined where there is none. */
export function endOfAuthorities(trustCerts: string): Date | undefined {
  if (trustCerts.trim() === '') return undefined
  return authoritiesOf(trustCerts).map(each => each.notAfter).sort((a, b) => a.getTime() - b.getTime())[0] // prettier-ignore
}
