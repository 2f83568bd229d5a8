import { createHash, createHmac, createPublicKey, privateDecrypt, publicEncrypt, constants, sign, verify } from 'node:crypto'
import { seal, unseal } from './seal.ts'
import { sm4Decrypt, sm4Encrypt } from './sm4.ts'

export const RSA_BITS = 2048
const BLOCK_BYTES = RSA_BITS / 8
/** Plaintext bytes per block with OAEP and SHA-256. */
const PLAIN_BYTES = BLOCK_BYTES - 66

export type SecretPurpose = 'field' | 'index' | 'sm4' | 'audit' | 'token'
export interface KeyPair {
  privatePem: string
  /** Base64 of the SPKI DER, as getRsaPublicKey returns it */
  publicPart: string
}
export type PairPurpose = 'login' | 'config' | 'checkpoint'

/** Every key of the system, unwrapped in memory. */
export class Keys {
  readonly #pairs: Record<PairPurpose, KeyPair>
  readonly #secret: Record<SecretPurpose, Buffer>

  constructor(pairs: Record<PairPurpose, KeyPair>, secret: Record<SecretPurpose, Buffer>) {
    this.#pairs = pairs
    this.#secret = secret
  }

  publicKey(purpose: PairPurpose): string {
    return this.#pairs[purpose].publicPart
  }

  /** SHA-256 of the public key's DER, which two people can compare over the telephone. */
  fingerprint(purpose: PairPurpose): string {
    return createHash('sha256').update(this.publicKey(purpose), 'base64').digest('hex')
  }

  /** Signs a checkpoint of the operation log with Ed25519, base64. */
  sign(message: string): string {
    return sign(null, Buffer.from(message, 'utf8'), this.#pairs.checkpoint.privatePem).toString('base64')
  }

  hasSigned(message: string, signature: string): boolean {
    const key = createPublicKey({ key: Buffer.from(this.publicKey('checkpoint'), 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(message, 'utf8'), key, Buffer.from(signature, 'base64'))
  }

  #publicPem(purpose: 'login' | 'config'): string {
    return `-----BEGIN PUBLIC KEY-----\n${this.#pairs[purpose].publicPart}\n-----END PUBLIC KEY-----`
  }

  /** Text longer than one block, such as a private key, is encrypted as several blocks one after the other. */
  encrypt(purpose: 'login' | 'config', plain: string): string {
    const bytes = Buffer.from(plain, 'utf8')
    const pieces = Array.from({ length: Math.ceil(bytes.length / PLAIN_BYTES) }, (_, n) =>
      publicEncrypt(
        { key: this.#publicPem(purpose), oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING },
        bytes.subarray(n * PLAIN_BYTES, (n + 1) * PLAIN_BYTES),
      ),
    )
    return Buffer.concat(pieces).toString('base64')
  }

  /**
   * Decrypts RSA-OAEP with SHA-256, base64. Undefined for every kind of failure, so that callers cannot tell them apart.
   */
  decrypt(purpose: 'login' | 'config', ciphertext: string): string | undefined {
    const bytes = Buffer.from(ciphertext, 'base64')
    if (bytes.length === 0 || bytes.length % BLOCK_BYTES !== 0) return undefined
    try {
      const key = { key: this.#pairs[purpose].privatePem, oaepHash: 'sha256', padding: constants.RSA_PKCS1_OAEP_PADDING }
      const pieces = Array.from({ length: bytes.length / BLOCK_BYTES }, (_, n) =>
        privateDecrypt(key, bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)),
      )
      return Buffer.concat(pieces).toString('utf8')
    } catch {
      return undefined
    }
  }

  /** Keyed 64-bit digests of the blocks; short, because a lookup compares with millions of them. */
  blockDigests(ciphertext: string): string[] {
    const bytes = Buffer.from(ciphertext, 'base64')
    return Array.from({ length: Math.ceil(bytes.length / BLOCK_BYTES) }, (_, n) => {
      const block = bytes.subarray(n * BLOCK_BYTES, (n + 1) * BLOCK_BYTES)
      return createHmac('sha256', this.#secret.index).update('ciphertext:').update(block).digest().readBigInt64BE().toString()
    })
  }

  sealField(plain: string): string {
    return seal(this.#secret.field, 'gcm.field.1', Buffer.from(plain, 'utf8'))
  }

  openField(sealed: string): string {
    return unseal(this.#secret.field, sealed).toString('utf8')
  }

  /** Seals protocol tokens and ids that must come back in plain text. */
  sealToken(plain: string): string {
    return seal(this.#secret.token, 'gcm.token.1', Buffer.from(plain, 'utf8'))
  }

  openToken(sealed: string): string {
    return unseal(this.#secret.token, sealed).toString('utf8')
  }

  /** The blind index of a sensitive value: equal values give equal text, and the text reveals nothing else. */
  blindIndex(purpose: 'phone' | 'phoneTail' | 'idCard' | 'smsCode' | 'emailCode' | 'recoveryCode' | 'decryption', value: string): string {
    return createHmac('sha256', this.#secret.index).update(`${purpose}:${value}`).digest('base64url')
  }

  /** Only for the call sm4EnDe: none of Hufu's data is encrypted with this key. */
  sm4Encrypt(plain: string): string {
    return sm4Encrypt(this.#secret.sm4, plain)
  }

  sm4Decrypt(ciphertext: string): string | undefined {
    return sm4Decrypt(this.#secret.sm4, ciphertext)
  }
}
