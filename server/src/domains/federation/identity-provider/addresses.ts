import type { ProviderKind } from '@hufu/contract/federation/identity-provider'
import type { FastifyRequest } from 'fastify'
import { siteOrigin } from '../../../platform/http/origin.ts'
import { ISSUER_PATH } from '../oidc/issuer.ts'
import type { Kernel } from '../../../platform/kernel.ts'

export const UPSTREAM_PATH = '/protocols/upstream'

type Request = Pick<FastifyRequest, 'headers'>

const base = (kernel: Pick<Kernel, 'settings'>, request: Request, code: string) => `${siteOrigin(kernel, request)}${UPSTREAM_PATH}/${code}`

/** The address to which a provider sends the browser back. */
export const callbackOf = (kernel: Pick<Kernel, 'settings'>, request: Request, { kind, code }: { kind: ProviderKind; code: string }) =>
  `${base(kernel, request, code)}/${kind === 'saml' ? 'acs' : 'callback'}`

/** The entity id of this server for a SAML provider, which is also the address of its metadata. */
export const metadataOf = (kernel: Pick<Kernel, 'settings'>, request: Request, code: string) => `${base(kernel, request, code)}/metadata`

/** The address at which a provider announces that a user has signed out there. */
export const logoutOf = (kernel: Pick<Kernel, 'settings'>, request: Request, { kind, code }: { kind: ProviderKind; code: string }) =>
  `${base(kernel, request, code)}/${kind === 'saml' ? 'slo' : 'logout'}`

/** The address to which a provider sends users after its own sign-out. */
export const postLogoutUrlOf = (kernel: Pick<Kernel, 'settings'>, request: Request) => `${siteOrigin(kernel, request)}/login`

/** The addresses to register at the provider. For CAS it is a prefix, because the callback address carries the state. */
export const registeredOf = (kernel: Pick<Kernel, 'settings'>, request: Request, provider: { kind: ProviderKind; code: string }) => ({
  callback: provider.kind === 'cas' ? `${base(kernel, request, provider.code)}/` : callbackOf(kernel, request, provider),
  logout: provider.kind === 'oidc' ? logoutOf(kernel, request, provider) : null,
  jwks: provider.kind === 'oidc' ? `${siteOrigin(kernel, request)}${ISSUER_PATH}/jwks` : null,
  afterLogout: provider.kind === 'oidc' ? postLogoutUrlOf(kernel, request) : null,
  metadata: provider.kind === 'saml' ? metadataOf(kernel, request, provider.code) : null,
})
