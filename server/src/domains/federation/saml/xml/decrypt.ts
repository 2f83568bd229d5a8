import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto'
import { decodeText } from '../../../../platform/text/decode.ts'
import { NS, SHA256 } from '../names.ts'
import { reject } from '../problem.ts'
import { attributeOf, childOf, childrenOf, type Element, is, readXml, textOf } from './read.ts'
import { bytesOf } from './signature.ts'

/** Authenticated encryption only: others allow padding oracle attacks (XML Encryption, 1.1, 6.1.1). */
export const ciphers: ReadonlyMap<string, { name: 'aes-128-gcm' | 'aes-256-gcm'; bytes: number }> = new Map([
  [`${NS.xenc11}aes256-gcm`, { name: 'aes-256-gcm', bytes: 32 }],
  [`${NS.xenc11}aes128-gcm`, { name: 'aes-128-gcm', bytes: 16 }],
])
export const OAEP = `${NS.xenc}rsa-oaep-mgf1p`
export const OAEP_11 = `${NS.xenc11}rsa-oaep`
const MGF1_SHA256 = `${NS.xenc11}mgf1sha256`
const SHA1 = `${NS.ds}sha1`
const [IV_BYTES, TAG_BYTES] = [12, 16]

const refuse = (what: string): never => reject('encryption', what)
const requiredChild = (element: Element | undefined, uri: string, local: string): Element =>
  (element && childOf(element, uri, local)) ?? refuse(`no ${local}`)

/** OAEP with one hash for digest and mask, as node:crypto supports: SHA-1 by default, or SHA-256 for both. */
function hashOf(method: Element): 'sha1' | 'sha256' {
  const [algorithm, digest, mgf] = [method, childOf(method, NS.ds, 'DigestMethod'), childOf(method, NS.xenc11, 'MGF')].map(
    one => one && attributeOf(one, 'Algorithm'),
  )
  const isPlain = digest === undefined || digest === SHA1
  if (algorithm === OAEP && isPlain) return 'sha1'
  if (algorithm === OAEP_11 && digest === SHA256 && mgf === MGF1_SHA256) return 'sha256'
  if (algorithm === OAEP_11 && isPlain && (mgf === undefined || mgf === `${NS.xenc11}mgf1sha1`)) return 'sha1'
  return refuse(`key by ${algorithm} ${digest ?? ''} ${mgf ?? ''}`)
}

const valueIn = (element: Element) => bytesOf(textOf(requiredChild(requiredChild(element, NS.xenc, 'CipherData'), NS.xenc, 'CipherValue')))

/** The only EncryptedKey, which stands inside EncryptedData or beside it. */
function keyIn(encrypted: Element, data: Element): Element {
  const info = childOf(data, NS.ds, 'KeyInfo')
  const found = [...(info ? childrenOf(info, NS.xenc, 'EncryptedKey') : []), ...childrenOf(encrypted, NS.xenc, 'EncryptedKey')]
  return found.length === 1 ? found[0]! : refuse(`${found.length} keys`)
}

/** Decrypts the assertion and reads it with `readXml`. All failures of decryption look the same, so that they are no oracle. */
export function decryptAssertion(encrypted: Element, privateKeys: readonly KeyObject[]): Element {
  const data = requiredChild(encrypted, NS.xenc, 'EncryptedData')
  const cipher = ciphers.get(attributeOf(requiredChild(data, NS.xenc, 'EncryptionMethod'), 'Algorithm') ?? '') ?? refuse('cipher')
  const wrapped = keyIn(encrypted, data)
  const oaepHash = hashOf(requiredChild(wrapped, NS.xenc, 'EncryptionMethod'))
  const [body, sealed] = [valueIn(data), valueIn(wrapped)]
  const open = (key: KeyObject) =>
    decrypted(body, cipher, () => privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash }, sealed))
  const plain = privateKeys.map(open).find(text => text !== undefined) ?? refuse('not for us')
  const assertion = readXml(plain)
  return is(assertion, NS.saml, 'Assertion') ? assertion : refuse('no assertion')
}

type Cipher = NonNullable<ReturnType<typeof ciphers.get>>

function decrypted(body: Buffer, { name, bytes }: Cipher, unwrap: () => Buffer): string | undefined {
  try {
    const key = unwrap()
    if (key.length !== bytes || body.length <= IV_BYTES + TAG_BYTES) throw new Error('length')
    const decipher = createDecipheriv(name, key, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(body.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
    return decodeText(plain, { isStrict: true })
  } catch {
    return undefined
  }
}
