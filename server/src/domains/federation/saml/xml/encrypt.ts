import { constants, createCipheriv, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto'
import { OAEP, OAEP_11 } from './decrypt.ts'
import { NS, SHA256 } from '../names.ts'
import { type Element } from './read.ts'
import { el, write } from './write.ts'

interface Cipher {
  name: string
  bits: number
  isGcm: boolean
}
const gcm = (bits: number): Cipher => ({ name: `aes-${bits}-gcm`, bits, isGcm: true })
const cbc = (bits: number): Cipher => ({ name: `aes-${bits}-cbc`, bits, isGcm: false })
const ciphers: ReadonlyMap<string, Cipher> = new Map([
  [`${NS.xenc11}aes256-gcm`, gcm(256)],
  [`${NS.xenc11}aes128-gcm`, gcm(128)],
  [`${NS.xenc}aes256-cbc`, cbc(256)],
  [`${NS.xenc}aes128-cbc`, cbc(128)],
])

/** The algorithm for encrypting an assertion; undefined: the metadata name only algorithms that must not be used. */
export function dataAlgorithm(algorithms: readonly string[], allowCbc: boolean): string | undefined {
  const usable = [...ciphers].filter(([, { isGcm }]) => isGcm || allowCbc).map(([uri]) => uri)
  // The list also has the algorithms for encrypting keys.
  const named = algorithms.filter(uri => !/rsa/i.test(uri))
  return named.length === 0 ? usable[0] : named.find(uri => usable.includes(uri))
}

export const isAuthenticated = (algorithm: string): boolean => ciphers.get(algorithm)?.isGcm === true

function encrypted(text: string, { name, bits, isGcm }: Cipher): { key: Buffer; body: Buffer } {
  const key = randomBytes(bits / 8)
  const iv = randomBytes(isGcm ? 12 : 16)
  if (isGcm) {
    const cipher = createCipheriv(name as 'aes-256-gcm', key, iv)
    return { key, body: Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]) }
  }
  const cipher = createCipheriv(name, key, iv)
  return { key, body: Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]) }
}

const valueOf = (bytes: Buffer) => el('xenc:CipherData', {}, el('xenc:CipherValue', {}, bytes.toString('base64')))

/** Encrypts the whole assertion for the holder of this key (XML Encryption, Type Element). */
export function encryptAssertion(assertion: Element, publicKey: KeyObject, algorithm: string, algorithms: readonly string[]): Element {
  const { key, body } = encrypted(write(assertion), ciphers.get(algorithm)!)
  // OAEP uses SHA-256 only if the metadata name it: xmlsec 1.2, which many products use, supports only SHA-1, which is not weak
  // here.
  const isNew = algorithms.includes(OAEP_11)
  const wrapped = publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: isNew ? 'sha256' : 'sha1' }, key)
  const method = isNew
    ? el(
        'xenc:EncryptionMethod',
        { Algorithm: OAEP_11 },
        el('ds:DigestMethod', { Algorithm: SHA256 }),
        el('xenc11:MGF', { Algorithm: `${NS.xenc11}mgf1sha256` }),
      )
    : el('xenc:EncryptionMethod', { Algorithm: OAEP }, el('ds:DigestMethod', { Algorithm: `${NS.ds}sha1` }))
  return el(
    'saml:EncryptedAssertion',
    {},
    el(
      'xenc:EncryptedData',
      { Type: `${NS.xenc}Element` },
      el('xenc:EncryptionMethod', { Algorithm: algorithm }),
      el('ds:KeyInfo', {}, el('xenc:EncryptedKey', {}, method, valueOf(wrapped))),
      valueOf(body),
    ),
  )
}
