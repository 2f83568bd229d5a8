import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const FORMAT = 'v2.'
const IV_BYTES = 16
const MAC_BYTES = 32

/** SM4-CBC with the IV in front and an HMAC-SM3 behind, base64 (D-58): a modified text does not decrypt. */
export function sm4Encrypt(secret: Buffer, plain: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('sm4-cbc', secret, iv)
  const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final()])
  return FORMAT + Buffer.concat([sealed, macOf(secret, sealed)]).toString('base64')
}

/** Also decrypts the older form without the HMAC, if the result is text. */
export function sm4Decrypt(secret: Buffer, ciphertext: string): string | undefined {
  try {
    const sealed = ciphertext.startsWith(FORMAT)
      ? verifiedBytes(secret, ciphertext.slice(FORMAT.length))
      : Buffer.from(ciphertext, 'base64')
    if (!sealed) return undefined
    const decipher = createDecipheriv('sm4-cbc', secret, sealed.subarray(0, IV_BYTES))
    const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES)), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain)
  } catch {
    return undefined
  }
}

function verifiedBytes(secret: Buffer, text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const sealed = bytes.subarray(0, -MAC_BYTES)
  return timingSafeEqual(macOf(secret, sealed), bytes.subarray(-MAC_BYTES)) ? sealed : undefined
}

function macOf(secret: Buffer, sealed: Buffer): Buffer {
  const key = createHmac('sm3', secret).update('sm4EnDe').digest()
  return createHmac('sm3', key).update(sealed).digest()
}
