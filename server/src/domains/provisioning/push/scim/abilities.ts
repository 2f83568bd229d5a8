import type { Pushed } from '../../../../outside/push.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Target } from '../push-queue.sql.ts'
import { keepAbilities, keptAbilities } from './abilities.sql.ts'
import { jsonIn, ScimStop, statusOf, type ScimClient } from './client.ts'

/** The abilities of a SCIM server that change how pushes are sent to it. */
export interface Abilities {
  patch: boolean
  /** Whether the server can filter by `externalId`. Servers do not report this, but refuse the filter. */
  byExternalId: boolean
}

const ALL: Abilities = { patch: true, byExternalId: true }
const NO_CONFIG_STATUSES = new Set([404, 405, 501])

/** The abilities from the server's ServiceProviderConfig, cached for a day; those not reported are assumed. */
export async function abilitiesOf(db: Db, target: Pick<Target, 'appId' | 'url'>, client: ScimClient): Promise<Abilities> {
  const cached = await keptAbilities(db, target)
  if (cached) return cached
  const abilities = abilitiesIn(await client.ask('GET', '/ServiceProviderConfig'))
  if (abilities) await keepAbilities(db, target, abilities)
  return abilities ?? { ...ALL }
}

/** The abilities in the answer; undefined if the answer must not be cached. */
function abilitiesIn(pushed: Pushed): Abilities | undefined {
  if (NO_CONFIG_STATUSES.has(statusOf(pushed))) return { ...ALL }
  try {
    const { patch } = jsonIn(pushed) as { patch?: { supported?: unknown } | null }
    return { ...ALL, patch: patch?.supported !== false }
  } catch (error) {
    if (error instanceof ScimStop) return undefined
    throw error
  }
}
