import type { Kernel } from '../../../platform/kernel.ts'
import { originOf } from '../../../platform/http/origin.ts'

export const SAML_PATH = '/protocols/saml'

export interface OwnEntity {
  entityId: string
  sso: string
  slo: string
}

/** The entity ID and endpoints of this server, made from the configured origin and never from a request. */
export function ownEntityOf(kernel: Kernel): OwnEntity {
  const at = `${originOf(kernel) ?? ''}${SAML_PATH}`
  return { entityId: `${at}/metadata`, sso: `${at}/sso`, slo: `${at}/slo` }
}
