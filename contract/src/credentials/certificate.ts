import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, id } from '../shapes.ts'
import { LoginData } from '../sign-in/sign-in.ts'

/** A certificate, and its holder's signature over the nonce's bytes, each in base64. */
export const CertificateProof = z.strictObject({ nonce: z.string().max(64), cert: z.string().max(16_384), sign: z.string().max(2048) })
export type CertificateProof = z.infer<typeof CertificateProof>

/** Sign-in by digital certificate: RSA, ECDSA, SM2. */
export const certificate = {
  /** The nonce to sign, valid once and for `expire` seconds. */
  nonce: get('/thirdlogin/getNonce', { permit: 'anyone', reply: z.object({ nonce: z.string(), expire: z.number() }) }),
  login: post('/thirdlogin/caLogin', { permit: 'anyone', loginLike: 'unguessable', body: CertificateProof, reply: LoginData }),
  /** Signs in by the certificate a proxy saw in the TLS handshake; trusted from configured proxies only. */
  loginByProxy: get('/thirdlogin/proxyCertificate', { permit: 'anyone', loginLike: 'unguessable', changes: true, reply: LoginData }),
  /** A certificate has one user and a user one certificate; a new one replaces the old. */
  bind: post('/ca/bindKtCA', { permit: 'signedIn', stepUp: true, body: CertificateProof, reply: done }),
  unbind: post('/ca/unBindKtCA', { permit: 'signedIn', stepUp: true, reply: done }),
  /** Only super administrators may ask about another user. */
  isBound: post('/ca/isBinCa', { permit: 'signedIn', changes: false, body: z.strictObject({ userId: id }), reply: z.boolean() }),
}
