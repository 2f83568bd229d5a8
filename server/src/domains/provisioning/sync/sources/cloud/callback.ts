import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const BLOCK = 32
const RANDOM = 16
const sha = (algorithm: 'sha1' | 'sha256', text: string | Buffer) => createHash(algorithm).update(text).digest('hex')

/** Compares digests, so that neither timing nor length reveals the expected value. */
const isSame = (actual: string, right: string): boolean =>
  timingSafeEqual(createHash('sha256').update(actual).digest(), createHash('sha256').update(right).digest())

export interface EnvelopeKeys {
  token: string
  /** EncodingAESKey: 43 characters of base64. */
  aesKey: string
  /** The application key at DingTalk, the corporation id at WeCom. */
  owner: string
}
export interface Signed {
  signature: string
  timestamp: string
  nonce: string
  encrypt: string
}

/** Signs the callback envelope that DingTalk and WeCom share. */
export const signEnvelope = (token: string, { timestamp, nonce, encrypt }: Omit<Signed, 'signature'>): string =>
  sha('sha1', [token, timestamp, nonce, encrypt].toSorted().join(''))

/** Returns the decrypted text; undefined if the signature, the padding or the owner is wrong. */
export function openEnvelope({ token, aesKey, owner }: EnvelopeKeys, signed: Signed): string | undefined {
  if (!isSame(signed.signature, signEnvelope(token, signed))) return undefined
  const plain = decrypted(keyOf(aesKey), Buffer.from(signed.encrypt, 'base64'))
  const pad = plain?.at(-1) ?? 0
  if (!plain || pad < 1 || pad > BLOCK || plain.length < RANDOM + 4 + pad) return undefined
  const body = plain.subarray(RANDOM + 4, plain.length - pad)
  const length = plain.readUInt32BE(RANDOM)
  if (length > body.length || !isSame(body.subarray(length).toString(), owner)) return undefined
  return body.subarray(0, length).toString()
}

/** Encrypts and signs a reply in the same envelope. */
export function sealEnvelope(
  { token, aesKey, owner }: EnvelopeKeys,
  text: string,
  { timestamp, nonce }: Pick<Signed, 'timestamp' | 'nonce'>,
): Signed {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(text))
  const body = Buffer.concat([randomBytes(RANDOM), length, Buffer.from(text + owner)])
  const pad = BLOCK - (body.length % BLOCK)
  const key = keyOf(aesKey)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, RANDOM)).setAutoPadding(false)
  const encrypt = Buffer.concat([cipher.update(Buffer.concat([body, Buffer.alloc(pad, pad)])), cipher.final()]).toString('base64')
  return { signature: signEnvelope(token, { timestamp, nonce, encrypt }), timestamp, nonce, encrypt }
}

const keyOf = (aesKey: string) => Buffer.from(`${aesKey}=`, 'base64')

/** The plaintext is padded to blocks of 32 bytes and not to the cipher's 16, so the caller removes the padding itself. */
function decrypted(key: Buffer, sealed: Buffer): Buffer | undefined {
  if (key.length !== 32 || sealed.length === 0 || sealed.length % RANDOM !== 0) return undefined
  const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, RANDOM)).setAutoPadding(false)
  return Buffer.concat([cipher.update(sealed), cipher.final()])
}

/** Feishu signs the raw request body. */
export const isFeishuSigned = (encryptKey: string, { signature, timestamp, nonce }: Omit<Signed, 'encrypt'>, body: Buffer): boolean =>
  isSame(signature, sha('sha256', Buffer.concat([Buffer.from(timestamp + nonce + encryptKey), body])))

/** Returns the decrypted text of a Feishu event; undefined if it was encrypted with another key. */
export function openFeishu(encryptKey: string, encrypt: string): string | undefined {
  const bytes = Buffer.from(encrypt, 'base64')
  if (bytes.length <= RANDOM) return undefined
  const key = createHash('sha256').update(encryptKey).digest()
  const cipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, RANDOM))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(RANDOM)), cipher.final()]).toString()
  } catch {
    return undefined
  }
}
