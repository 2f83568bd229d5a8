import { send } from '../client.ts'
import { calls } from './plain-calls.ts'
import { system } from '../session.ts'
import { CallError, ok } from './wire.ts'

/** Bytes of text that OAEP with SHA-256 leaves in a block of 2048 bits. */
const BLOCK = 190

/**
 * Encrypts a secret for the wire: RSA-OAEP with SHA-256, base64 (D-21); long ones in consecutive blocks. The key is fetched
 * once.
 */
export async function encrypt(plainText: string): Promise<string> {
  return encryptWith(await publicKey(), plainText)
}

export async function encryptWith(publicKey: string, plainText: string): Promise<string> {
  const key = bytesOf(publicKey)
  const message = new TextEncoder().encode(plainText)
  const seal = await sealer(key)
  // An empty text is one block, too, so that there is a ciphertext.
  const blocks: number[] = []
  for (let at = 0; at === 0 || at < message.length; at += BLOCK) blocks.push(...(await seal(message.slice(at, at + BLOCK))))
  return btoa(blocks.map(byte => String.fromCharCode(byte)).join(''))
}

type Seal = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array> | Uint8Array
/** Plain http on an address other than localhost has no WebCrypto, except its random numbers. */
async function sealer(key: Uint8Array<ArrayBuffer>): Promise<Seal> {
  if (globalThis.crypto.subtle) return bySubtle(key)
  const { rsaOaepSha256 } = await import('./encrypt-fallback.ts')
  return message => rsaOaepSha256(key, message)
}

async function publicKey(): Promise<string> {
  const cached = system.get().publicKey
  if (cached) return cached
  const answer = await send(calls.publicKey)
  if (!ok(answer)) throw new CallError(answer.message, { envelope: answer, isShown: answer.status === false })
  system.set({ publicKey: answer.data })
  return answer.data
}

async function bySubtle(key: Uint8Array<ArrayBuffer>): Promise<Seal> {
  const imported = await crypto.subtle.importKey('spki', key, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  return async message => new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, imported, message))
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))
