import type { FastifyRequest } from 'fastify'
import { OidcOptions } from '@hufu/contract/federation/identity-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { postLogoutUrlOf } from './addresses.ts'
import type { OidcClient } from './oidc.ts'
import { protocolOf } from './protocols.ts'
import { providerOfSession } from './provider.sql.ts'

/** Where whoever came by a provider signs out there as well; null: nowhere. A provider that does not answer keeps nobody from leaving. */
export async function providerSignOutUrl(kernel: Kernel, request: FastifyRequest, sessionId: string): Promise<string | null> {
  const provider = await providerOfSession(kernel.db, sessionId)
  if (provider?.kind !== 'oidc' || !OidcOptions.parse(provider.options).signsOut) return null
  try {
    const oidc = (await protocolOf(kernel, 'oidc')) as OidcClient
    return (await oidc.signOutAddress(provider, postLogoutUrlOf(kernel, request))) ?? null
  } catch (error) {
    request.log.warn({ err: error, provider: provider.code }, 'no sign-out at the identity provider')
    return null
  }
}
