import { constants, createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { encrypt, encryptWith } from './encrypt.ts'
import { rsaOaepSha256, sha256 } from './encrypt-fallback.ts'
import { system } from '../session.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = publicKey.export({ type: 'spki', format: 'der' })
const opened = (sealed: Uint8Array | string) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    typeof sealed === 'string' ? Buffer.from(sealed, 'base64') : sealed,
  ).toString('utf8')
const passwords = ['Admin#2026', '', '密码😀'.repeat(5), 'x'.repeat(190)]

afterEach(() => vi.unstubAllGlobals())

test.each(passwords)('D-21 WebCrypto encrypts %j so that the server can decrypt it', async password => {
  expect(opened(await encryptWith(spki.toString('base64'), password))).toBe(password)
})

test.each(passwords)('D-21 the fallback encrypts %j so that the server can decrypt it', password => {
  expect(opened(rsaOaepSha256(spki, new TextEncoder().encode(password)))).toBe(password)
})

test('D-21 the fallback is used where the browser has no crypto.subtle', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(opened(await encryptWith(spki.toString('base64'), 'Admin#2026'))).toBe('Admin#2026')
})

/** Decrypts a ciphertext of several blocks as the server does. */
const openedBlocks = (sealed: string) => {
  const bytes = Buffer.from(sealed, 'base64')
  expect(bytes.length % 256).toBe(0)
  const blocks = Array.from({ length: bytes.length / 256 }, (_, n) => bytes.subarray(n * 256, (n + 1) * 256))
  const options = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  return Buffer.concat(blocks.map(block => privateDecrypt(options, block))).toString('utf8')
}
const long = ['x'.repeat(191), 'x'.repeat(380), '密'.repeat(64), '😀'.repeat(128), 'MIIEvQIBADANBg'.repeat(120)]

test.each(long)('D-57 a secret longer than a block is encrypted in blocks, by WebCrypto and by the fallback: %#', async secret => {
  expect(openedBlocks(await encryptWith(spki.toString('base64'), secret))).toBe(secret)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(openedBlocks(await encryptWith(spki.toString('base64'), secret))).toBe(secret)
})

test('the fallback works with keys of 1024 and 4096 bits, too, and refuses text that does not fit', () => {
  for (const modulusLength of [1024, 4096]) {
    const pair = generateKeyPairSync('rsa', { modulusLength })
    const sealed = rsaOaepSha256(pair.publicKey.export({ type: 'spki', format: 'der' }), new TextEncoder().encode('secret'))
    const options = { key: pair.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    expect(privateDecrypt(options, sealed).toString()).toBe('secret')
  }
  expect(() => rsaOaepSha256(spki, new Uint8Array(191))).toThrow('message too long')
})

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('SHA-256 of %i bytes agrees with node:crypto', length => {
  const message = Uint8Array.from({ length }, (_, index) => (index * 7) % 256)
  expect(Buffer.from(sha256(message)).toString('hex')).toBe(createHash('sha256').update(message).digest('hex'))
})

test('ENT-35 the public key is fetched once and cached', async () => {
  system.set({ publicKey: '' })
  const fetched = vi.fn(() => Promise.resolve(Response.json({ code: 'success', message: '', data: spki.toString('base64') })))
  vi.stubGlobal('fetch', fetched)
  await encrypt('one')
  expect(opened(await encrypt('two'))).toBe('two')
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(system.get().publicKey).toBe(spki.toString('base64'))
})
