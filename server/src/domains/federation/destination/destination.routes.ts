import { destination } from '@hufu/contract/federation/destination'
import { downloadOf, findFile } from '../../../platform/files/files.ts'
import { feature, type Context } from '../../../platform/http/context.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { destinationOf } from './destination.ts'

const MINUTE = 60_000
/** As for the protocols: many people behind one office address may start work at the same time; each asks for name and logo. */
const REQUESTS_A_MINUTE = 1200

async function limitedDestination({ kernel, ip, query }: Pick<Context<{ uri: string }>, 'kernel' | 'ip' | 'query'>) {
  await kernel.limits.count('destination', ip, REQUESTS_A_MINUTE, MINUTE)
  return destinationOf(kernel, query.uri)
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
