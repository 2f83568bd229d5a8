import type { Configuration } from 'oidc-provider'
import type { Kernel } from '../../../../platform/kernel.ts'
import { aliasesOf, authMethodsOf } from './mtls.ts'

/** Discovery metadata that Hufu adds to the library's. */
export function discoveryOf(kernel: Kernel, issuer: string): NonNullable<Configuration['discovery']> {
  const authMethods = authMethodsOf(kernel)
  return {
    // Hufu's own endpoint instead of the library's, because it creates the application in the same transaction.
    registration_endpoint: kernel.config.values.openRegistration ? `${issuer}/reg` : undefined,
    prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    ui_locales_supported: ['zh-CN', 'en'],
    introspection_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: [...authMethods, 'none'],
    mtls_endpoint_aliases: aliasesOf(kernel),
    frontchannel_logout_supported: true,
    frontchannel_logout_session_supported: true,
  }
}
