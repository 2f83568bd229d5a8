import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { TestServer } from './harness.ts'

const PLAIN_BYTES = 190

/** Encrypts a password as the console does before sending it (D-21). */
export async function sealed(server: Pick<TestServer, 'nobody'>, password: string): Promise<string> {
  const key = await server.nobody.call(signIn.publicKey)
  const pem = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  const bytes = Buffer.from(password)
  const blocks = Array.from({ length: Math.max(1, Math.ceil(bytes.length / PLAIN_BYTES)) }, (_, n) =>
    publicEncrypt(
      { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      bytes.subarray(n * PLAIN_BYTES, (n + 1) * PLAIN_BYTES),
    ),
  )
  return Buffer.concat(blocks).toString('base64')
}
