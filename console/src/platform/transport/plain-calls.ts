import type { saml } from '@hufu/contract/federation/saml'
import type { config } from '@hufu/contract/operations/config'
import type { signIn } from '@hufu/contract/sign-in/sign-in'
import type { BodyOf, Transport, QueryOf, ReplyOf } from '@hufu/contract/call'
import type { Sendable } from './wire.ts'

/** A call of the contract without its schemas, as the sign-in page must stay small and zod is not. */
export const plain = <C>(
  method: 'GET' | 'POST',
  path: string,
  transport: Transport = 'json',
): Sendable<QueryOf<C>, BodyOf<C>, ReplyOf<C>> => ({
  method,
  path,
  transport,
})

/** plain-calls.test.ts compares each with the contract. */
export const calls = {
  logout: plain<typeof signIn.logout>('GET', '/userLogin/logout'),
  leaving: plain<typeof saml.leaving>('POST', '/v3/saml/leaving'),
  publicKey: plain<typeof signIn.publicKey>('GET', '/userLogin/getRsaPublicKey'),
  publicConfig: plain<typeof config.public>('GET', '/publicApi/config/getConfig'),
}
