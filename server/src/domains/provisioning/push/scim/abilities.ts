import type { Pushed } from '../../../../outside/push.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Target } from '../push-queue.sql.ts'
import { keepAbilities, keptAbilities } from './abilities.sql.ts'
import { jsonIn, ScimStop, statusOf, type ScimClient } from './client.ts'

/** What a SCIM server can do, as far as it is told differently without. */
export interface Abilities {
  patch: boolean
  /** Whether it finds by `externalId`: it says so of no attribute, but refuses the filter. */
  byExternalId: boolean
}

const ALL: Abilities = { patch: true, byExternalId: true }
const NO_CONFIG_STATUSES = new Set([404, 405, 501])

/** As the server said within a day; what it did not say is taken to be there. */
export async function abilitiesOf(db: Db, target: Pick<Target, 'appId' | 'url'>, client: ScimClient): Promise<Abilities> {
  const cached = await keptAbilities(db, target)
  if (cached) return cached
  const abilities = abilitiesIn(await client.ask('GET', '/ServiceProviderConfig'))
  if (abilities) await keepAbilities(db, target, abilities)
  return abilities ?? { ...ALL }
}

/** Undefined where it gave no answer that lasts a day. */
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
