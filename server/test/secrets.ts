import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { signIn } from '@hufu/contract/sign-in'
import type { House } from './harness.ts'

/** What the console does to a password before it is sent (D-21). */
export async function sealed(house: Pick<House, 'nobody'>, password: string): Promise<string> {
  const key = await house.nobody.call(signIn.publicKey)
  const pem = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return publicEncrypt({ key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, Buffer.from(password)).toString(
    'base64',
  )
}
