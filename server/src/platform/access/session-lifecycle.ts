import { sql } from 'kysely'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { everyone } from './scope.ts'
import type { ConfigKey } from '../config/config-catalog.ts'
import type { Db } from '../database/db.ts'
import { newId, newToken } from '../database/ids.ts'
import { refuse } from '../http/refuse.ts'
import { hashToken } from './sessions.ts'

/** The longest session lifetime, whatever the setting says. */
const HOURS_MAX = 24

export interface NewSession {
  id: string
  token: string
  link: string
}

const setting = (key: ConfigKey) => sql`(select config_value::int from config where config_key = ${key})`

/** What a session takes over if the user does not prove their identity at its start. */
export interface Origin {
  /**
   * The parent: the session in which the code was made. The new session ends with it and inherits its authentication time (decision
   * 0040).
   */
  parentId?: string | undefined
  /** When the user last proved their identity on this remembered device. */
  authTime?: string | null | undefined
  /** The identity at the upstream provider the user signed in with, and that provider's session id (`sid`). */
  identity?: { id: string; sid: string | null } | undefined
  /** The family of that remembered device, which from now on ends with this session. */
  family?: string | undefined
}

interface StartingSession {
  userId: string
  loginType: string
  ip: string
  agent: string
  factor?: Strength
  /** False if the user has proven nothing just now: sign-in by ticket, code or remembered device. */
  isProven?: boolean
  origin?: Origin
}

export async function startSession(db: Db, { isProven = true, origin = {}, ...session }: StartingSession): Promise<NewSession> {
  const id = newId()
  const parent = origin.parentId === undefined ? undefined : await lockParent(db, origin.parentId, session.userId)
  const begun = { parentId: parent?.id ?? null, authTime: parent ? parent.authTime : (origin.authTime ?? null) }
  const token = newToken()
  const link = newToken()
  await db
    .insertInto('session')
    .values({
      id,
      tokenHash: hashToken(token),
      linkHash: hashToken(link),
      ...session,
      ...begun,
      identityId: origin.identity?.id ?? null,
      identitySid: origin.identity?.sid ?? null,
      agent: session.agent.slice(0, 300),
      ...(isProven && { provenAt: sql<string>`now()`, authTime: sql<string>`now()` }),
      expiresAt: sql<string>`least(now() + least(${setting('sessionHours')}, ${sql.lit(HOURS_MAX)}) * interval '1 hour',
        ${parent?.expiresAt ?? null}::timestamptz)`,
    })
    .execute()
  await endExcessSessions(db, session.userId)
  return { id, token, link }
}

interface Parent {
  id: string
  authTime: string | null
  expiresAt: string
}

/** Locks the parent (shared), so that ending the parent waits for the child and then ends it too. */
async function lockParent(db: Db, id: string, userId: string): Promise<Parent> {
  const { rows } = await sql<Parent>`select id, auth_time::text as auth_time, expires_at::text as expires_at from session
    where id = ${id} and user_id = ${userId} and ended_by is null and expires_at > now() for share`.execute(db)
  return rows[0] ?? refuse('ticketInvalid')
}

/**
 * Keeps the newest sessions of an account, as many as the setting allows (0: all); concurrent sign-ins of one account wait for each
 * other.
 */
async function endExcessSessions(db: Db, userId: string): Promise<void> {
  const { rows } = await sql<{ most: number }>`select ${setting('maxSessions')} as most`.execute(db)
  const most = rows[0]?.most ?? 0
  if (most === 0) return
  await everyone(
    'the user who is signing in, before any caller is known',
    sql`select 1 from users where id = ${userId} for no key update`,
  ).execute(db)
  // Child sessions of an ended surplus session go on without a parent.
  await sql`with surplus as materialized (
      select id from session where user_id = ${userId} and ended_by is null and expires_at > now()
      order by create_time desc, id desc offset ${most}),
    freed as (update session set parent_id = null where parent_id in (select id from surplus) and id not in (select id from surplus))
    update session set ended_by = 'forced' where id in (select id from surplus)`.execute(db)
}

/** Ends the sessions of these users and forgets their devices (disable, delete, password change, reset: D-17, N-04). */
export async function endSessions(db: Db, userIds: readonly string[], { except = '' } = {}): Promise<void> {
  if (userIds.length === 0) return
  await sql`with devices as (delete from remembered_device where user_id = any (${[...userIds]}))
    update session set ended_by = 'forced' where user_id = any (${[...userIds]}) and ended_by is null and id <> ${except}`.execute(db)
}

/** Ends these sessions of others; answers how many were still going on. */
export async function forceEndSessions(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`update session set ended_by = 'forced' where id = any (${[...ids]}) and ended_by is null
    and expires_at > now() returning id`.execute(db)
  return rows.length
}

export const endSession = (db: Db, id: string) =>
  db.updateTable('session').set({ endedBy: 'logout' }).where('id', '=', id).where('endedBy', 'is', null).execute()
