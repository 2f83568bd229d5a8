import { sql } from 'kysely'
import type { RegistrationToken, RegistrationTokenDraft } from '@hufu/contract/federation/registration'
import { hashToken } from '../../../platform/access/sessions.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId, newToken } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Policy } from './metadata.ts'

/** A valid registration token that was presented. */
export interface ShownToken extends Policy {
  id: string
  name: string
  appGroupId: string
  needsApproval: 0 | 1
}
const LISTED_MAX = 500
/** Whether the token is valid; its application group must still exist. */
const isTokenUsable = sql`revoked_time is null and end_time > now() and uses < max_uses and app_group_id is not null`

export async function listTokens(db: Db): Promise<RegistrationToken[]> {
  const { rows } = await sql<RegistrationToken>`
    select t.id, t.name, t.max_uses, t.uses, t.end_time, t.redirect_hosts, t.redirect_schemes, t.grant_types, t.scopes, g.name as app_group_name,
      t.needs_approval, t.create_time, case when t.revoked_time is not null then 'revoked' when t.end_time <= now() then 'over'
        when t.uses >= t.max_uses then 'usedUp' else 'usable' end as state,
      (select count(*) from app_registration r join app a on a.id = r.app_id
        where r.token_id = t.id and r.approved_time is null and a.status = 0) as waiting
    from registration_token t left join app_group g on g.id = t.app_group_id order by t.create_time desc, t.id desc limit ${LISTED_MAX}`.execute(
    db,
  )
  return rows
}

export async function insertToken(db: Db, draft: RegistrationTokenDraft): Promise<{ id: string; token: string }> {
  const made = { id: newId(), token: newToken() }
  await db
    .insertInto('registrationToken')
    .values({ id: made.id, tokenHash: hashToken(made.token), ...draft, endTime: sql<string>`${draft.endTime}::timestamptz` })
    .execute()
  return made
}

/** Revokes a token; returns the applications registered with it, so that they can be disabled, too. */
export async function revokeToken(db: Db, id: string): Promise<string[]> {
  const { rows } =
    await sql`update registration_token set revoked_time = now() where id = ${id} and revoked_time is null returning 1`.execute(db)
  if (rows.length === 0) refuse('registrationTokenMissing')
  const made = await db.selectFrom('appRegistration').select('appId').where('tokenId', '=', id).execute()
  return made.map(({ appId }) => appId)
}

export async function findToken(db: Db, shown: string): Promise<ShownToken | undefined> {
  const { rows } =
    await sql<ShownToken>`select id, name, app_group_id, needs_approval, redirect_hosts, redirect_schemes, grant_types, scopes
    from registration_token where token_hash = ${hashToken(shown)} and ${isTokenUsable}`.execute(db)
  return rows[0]
}

/** Counts one use; of two concurrent registrations only one gets the last use. */
export async function useToken(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`update registration_token set uses = uses + 1 where id = ${id} and ${isTokenUsable} returning 1`.execute(db)
  return rows.length > 0
}
