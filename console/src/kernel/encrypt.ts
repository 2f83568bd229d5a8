import { send } from './client.ts'
import { calls } from './plain-calls.ts'
import { system } from './session.ts'
import { CallFault, ok } from './wire.ts'

/** A password as it travels: RSA-OAEP with SHA-256, base64 (D-21). The key is fetched once (ENT-35). */
export async function encrypt(plainText: string): Promise<string> {
  return encryptWith(await publicKey(), plainText)
}

export async function encryptWith(publicKey: string, plainText: string): Promise<string> {
  const key = bytesOf(publicKey)
  const message = new TextEncoder().encode(plainText)
  // Plain http on an address other than localhost has no WebCrypto; its random numbers are there all the same.
  const sealed = globalThis.crypto.subtle
    ? await bySubtle(key, message)
    : (await import('./encrypt-fallback.ts')).rsaOaepSha256(key, message)
  return btoa(String.fromCharCode(...sealed))
}

async function publicKey(): Promise<string> {
  const held = system.get().publicKey
  if (held) return held
  const answer = await send(calls.publicKey)
  if (!ok(answer)) throw new CallFault(answer.message, { envelope: answer, told: answer.status === false })
  system.set({ publicKey: answer.data })
  return answer.data
}

async function bySubtle(key: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey('spki', key, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt'])
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, imported, message))
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), character => character.charCodeAt(0))
