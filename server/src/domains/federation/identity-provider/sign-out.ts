import type { FastifyRequest } from 'fastify'
import { OidcOptions } from '@hufu/contract/federation/identity-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { postLogoutUrlOf } from './addresses.ts'
import type { OidcClient } from './oidc.ts'
import { protocolOf } from './protocols.ts'
import { providerOfSession } from './provider.sql.ts'

/**
 * The address at which a user who signed in by a provider signs out there, too; null if there is none. A provider that does not
 * answer does not prevent the sign-out here.
 */
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
