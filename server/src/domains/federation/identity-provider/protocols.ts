import type { ProviderKind } from '@hufu/contract/federation/identity-provider'
import type { Kernel } from '../../../platform/kernel.ts'
import { CasClient } from './cas.ts'
import type { ProviderProtocol } from './identity.ts'
import { SamlClient } from './saml.ts'

/** Loads the OpenID Connect library at its first use, so that a server without such providers starts faster. */
const makers: Record<ProviderKind, (kernel: Kernel) => Promise<ProviderProtocol>> = {
  oidc: async kernel => new (await import('./oidc.ts')).OidcClient(kernel),
  cas: async kernel => new CasClient(kernel),
  saml: async kernel => new SamlClient(kernel),
}

const made = new WeakMap<Kernel, Map<ProviderKind, Promise<ProviderProtocol>>>()

/** The protocol client of this kernel; each node has its own cache of provider data. */
export function protocolOf(kernel: Kernel, kind: ProviderKind): Promise<ProviderProtocol> {
  const protocols = made.get(kernel) ?? new Map<ProviderKind, Promise<ProviderProtocol>>()
  made.set(kernel, protocols)
  const protocol = protocols.get(kind) ?? makers[kind](kernel)
  protocols.set(kind, protocol)
  return protocol
}
