/** Why a certificate or signature is refused, for the log. Callers get one sentence for all reasons. */
export type CertificateReason =
  | 'unreadable'
  | 'unsupported'
  | 'weakKey'
  | 'notYetValid'
  | 'expired'
  | 'authorityUnknown'
  | 'notAuthority'
  | 'isAuthority'
  | 'pathTooLong'
  | 'usageWrong'
  | 'criticalExtension'
  | 'revoked'
  | 'revocationUnknown'
  | 'signatureWrong'

export class CertificateError extends Error {
  readonly reason: CertificateReason
  constructor(reason: CertificateReason) {
    super(reason)
    this.reason = reason
  }
}

export function refuseCertificate(reason: CertificateReason): never {
  throw new CertificateError(reason)
}
