import type { Kernel } from '../../../platform/kernel.ts'
import { appOfCasRequest } from '../cas/waiting-app.ts'
import { appOfInteraction } from '../oidc/pages/interaction-app.ts'
import { appOfSamlRequest } from '../saml/sso/waiting.ts'
import { findNamedApp, type NamedApp } from './destination.sql.ts'

type FindAppByUrl = (kernel: Kernel, url: URL) => Promise<string | undefined>
const protocols: readonly FindAppByUrl[] = [appOfInteraction, appOfCasRequest, appOfSamlRequest]

/** The application whose request continues at this address. Only name and logo are returned, as the caller is unknown. */
export async function destinationOf(kernel: Kernel, uri: string): Promise<NamedApp | undefined> {
  const base = 'http://server'
  if (!uri.startsWith('/protocols/') || !URL.canParse(uri, base)) return undefined
  const url = new URL(uri, base)
  for (const appOf of protocols) {
    const id = await appOf(kernel, url)
    if (id !== undefined) return findNamedApp(kernel.db, id)
  }
  return undefined
}
