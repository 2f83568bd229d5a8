import { createCipheriv, createDecipheriv } from 'node:crypto'
import { randomChunk } from '../database/ids.ts'

const GCM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Every ciphertext begins with a label for algorithm, key id and version. */
export function seal(key: Buffer, label: string, plain: Buffer): string {
  const iv = randomChunk(IV_BYTES)
  const cipher = createCipheriv(GCM, key, iv)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return `${label}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`
}

export function unseal(key: Buffer, sealed: string): Buffer {
  const bytes = Buffer.from(sealed.slice(sealed.lastIndexOf('.') + 1), 'base64url')
  const decipher = createDecipheriv(GCM, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}
