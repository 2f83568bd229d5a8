import { destination } from '@hufu/contract/federation/destination'
import { downloadOf, findFile } from '../../../platform/files/files.ts'
import { feature, type Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { appOfCasRequest } from '../cas/waiting-app.ts'
import { appOfInteraction } from '../oidc/pages/interaction-app.ts'
import { appOfSamlRequest } from '../saml/sso/waiting.ts'
import { findNamedApp, type NamedApp } from './destination.sql.ts'

const MINUTE = 60_000
/** As for the protocols: many people behind one office address may start work at the same time; each asks for name and logo. */
const REQUESTS_A_MINUTE = 1200

async function limitedDestination({ kernel, ip, query }: Pick<Context<{ uri: string }>, 'kernel' | 'ip' | 'query'>) {
  await kernel.limits.count('destination', ip, REQUESTS_A_MINUTE, MINUTE)
  return destinationOf(kernel, query.uri)
}

type FindAppByUrl = (kernel: Kernel, url: URL) => Promise<string | undefined>
const protocols: readonly FindAppByUrl[] = [appOfInteraction, appOfCasRequest, appOfSamlRequest]

/** The application whose request continues at this address. Only name and logo are returned, as the caller is unknown. */
async function destinationOf(kernel: Kernel, uri: string): Promise<NamedApp | undefined> {
  const base = 'http://server'
  if (!uri.startsWith('/protocols/') || !URL.canParse(uri, base)) return undefined
  const url = new URL(uri, base)
  for (const appOf of protocols) {
    const id = await appOf(kernel, url)
    if (id !== undefined) return findNamedApp(kernel.db, id)
  }
  return undefined
}

export const destinationFeature = feature('destination', destination, {
  find: async ctx => {
    const app = await limitedDestination(ctx)
    return app ? { name: app.name, hasLogo: app.logo !== null } : null
  },
  logo: async ctx => {
    const { logo } = (await limitedDestination(ctx)) ?? refuse('fileMissing')
    return downloadOf(ctx.db, await findFile(ctx.db, logo ?? refuse('fileMissing')), true)
  },
})
