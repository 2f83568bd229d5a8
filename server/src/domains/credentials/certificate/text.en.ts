import type { reasons as chinese } from './text.ts'

export const reasons: Readonly<Record<keyof typeof chinese, string>> = {
  nonceUnknown: ' (the nonce was used, has expired or was not issued here)',
  unreadable: ' (the certificate or the signature is malformed)',
  unsupported: ' (the algorithm or version of the certificate is not supported)',
  weakKey: ' (the key of the certificate is too weak)',
  notYetValid: ' (the certificate is not valid yet)',
  expired: ' (the certificate has expired)',
  authorityUnknown: ' (the certificate was not issued by a trusted CA)',
  notAuthority: ' (the issuer is not a CA)',
  isAuthority: ' (a CA certificate cannot be used to sign in)',
  pathTooLong: ' (the chain is longer than the CA permits)',
  usageWrong: ' (the certificate may not be used to authenticate)',
  criticalExtension: ' (the certificate has a critical extension that is not known)',
  revoked: ' (the certificate has been revoked)',
  revocationUnknown: ' (there is no valid revocation list)',
  signatureWrong: ' (the signature is wrong)',
}
