import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import type { Target } from '../push-queue.sql.ts'
import type { Abilities } from './abilities.ts'

type AbilitiesKey = Pick<Target, 'appId' | 'url'>

/** The abilities that the server at this address has reported within the last day. */
export async function keptAbilities(db: Db, { appId, url }: AbilitiesKey): Promise<Abilities | undefined> {
  const { rows } = await sql<Abilities>`select scim_patch as patch, scim_by_external_id as by_external_id from push_target
    where app_id = ${appId} and scim_url = ${url} and scim_time > now() - interval '1 day'`.execute(db)
  return rows[0]
}

export const keepAbilities = (db: Db, { appId, url }: AbilitiesKey, { patch, byExternalId }: Abilities) =>
  sql`update push_target set scim_url = ${url}, scim_patch = ${patch}, scim_by_external_id = ${byExternalId}, scim_time = now()
    where app_id = ${appId}`.execute(db)

/** Remembers that the server refuses to filter by `externalId`. */
export const keepNoExternalId = (db: Db, { appId, url }: AbilitiesKey) =>
  sql`update push_target set scim_by_external_id = false where app_id = ${appId} and scim_url = ${url} and scim_by_external_id`.execute(db)
