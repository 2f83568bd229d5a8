import type { Kernel } from '../../../platform/kernel.ts'
import { originOf } from '../../../platform/http/origin.ts'

export const SAML_PATH = '/protocols/saml'

export interface Own {
  entityId: string
  sso: string
  slo: string
}

/** By what we are known to applications; never from what a request says. */
export function ownOf(kernel: Kernel): Own {
  const at = `${originOf(kernel) ?? ''}${SAML_PATH}`
  return { entityId: `${at}/metadata`, sso: `${at}/sso`, slo: `${at}/slo` }
}
