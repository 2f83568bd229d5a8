import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** RSA2 of 支付宝开放平台: SHA256withRSA, base64 (opendocs.alipay.com/common/02kf5q, 02mse7). */
const RSA2 = 'RSA-SHA256'

/** Keys are pasted with or without PEM lines, in one line or several. */
const derOf = (pasted: string) => Buffer.from(pasted.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''), 'base64')

/** PKCS#8 or PKCS#1. Throws if it is neither. */
export function privateKeyOf(pasted: string): KeyObject {
  const key = derOf(pasted)
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } catch {
    return createPrivateKey({ key, format: 'der', type: 'pkcs1' })
  }
}

export const publicKeyOf = (pasted: string): KeyObject => createPublicKey({ key: derOf(pasted), format: 'der', type: 'spki' })

/** The signed text of a request: every parameter with a value except `sign`, sorted by name. */
export const signedText = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

export const signRsa2 = (key: KeyObject, text: string): string => sign(RSA2, Buffer.from(text, 'utf8'), key).toString('base64')

export const verifyRsa2 = (key: KeyObject, text: string, signature: string): boolean =>
  verify(RSA2, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'))

/** Strings, or the tokens between them. */
const piece = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * The value of one member of a JSON object exactly as written, as that is what was signed. Only members of the object
 * itself count, not of nested ones; a repeated member counts as missing.
 */
export function memberText(json: string, name: string): string | undefined {
  const found: string[] = []
  let depth = 0
  let key = ''
  let start = 0
  let last = ''
  for (const { 0: character, index } of json.matchAll(piece)) {
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else if (character === ':' && depth === 1) [key, start] = [last, index + 1]
    const ends = (character === ',' && depth === 1) || (character === '}' && depth === 0)
    if (ends && key === name) found.push(json.slice(start, index).trim())
    if (ends) key = ''
    if (character.startsWith('"')) last = character.slice(1, -1)
  }
  return found.length === 1 ? found[0] : undefined
}
