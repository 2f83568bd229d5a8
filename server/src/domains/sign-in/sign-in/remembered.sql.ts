import { sql } from 'kysely'
import type { RememberedDevice } from '@hufu/contract/sign-in/account-devices'
import type { Kernel } from '../../../platform/kernel.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId, newToken } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { hashToken } from '../../../platform/access/sessions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { refuseClosedMethod } from './credential.ts'
import { findById, type StoredUser } from './account.sql.ts'
import { refuseUnusable } from './account-state.ts'

export const NAME_COOKIE = 'idaas-remember-name'
export const DEVICE_COOKIE = 'idaas-remember-pwd'
const SEVEN_DAYS = 604_800
/** A device family lives this long however often it is used; then the user must prove their identity again. */
const FAMILY_DAYS = 30

interface Device {
  family: string
  /** 'any': the device was remembered after a second step, which it replaces; it never replaces a cryptographic factor. */
  factor: '' | 'any'
  /** The session the device was last used for; it ends with that session. */
  sessionId: string
  /** When the user last proved their identity in that session. */
  authTime: string | null
  /** When the family began; null: now. */
  beginTime: string | null
}

/** Remembers the device after its user has proven their identity in this session. */
export async function rememberSession(ctx: Context): Promise<void> {
  const { db, who } = ctx
  const { rows } = await sql<{
    authTime: string | null
  }>`select auth_time::text as auth_time from session where id = ${who.sessionId}`.execute(db)
  const authTime = rows[0]?.authTime ?? null
  // The browser's old device cookie is about to be overwritten, so its family is forgotten.
  await forgetByToken(db, ctx.cookies[DEVICE_COOKIE])
  const device: Device = { family: newId(), factor: who.factor === '' ? '' : 'any', sessionId: who.sessionId, authTime, beginTime: null }
  await remember(ctx, { id: who.userId, userName: who.userName }, device)
}

/** A new token of the family; the cookie never holds the password in any form. */
export async function remember(
  { db, setCookie, ip, agent }: Pick<Context, 'db' | 'setCookie' | 'ip' | 'agent'>,
  user: { id: string; userName: string },
  { beginTime, ...device }: Device,
): Promise<void> {
  const token = newToken()
  const begun = sql<string>`coalesce(${beginTime}::timestamptz, now())`
  const { rest } = await db
    .insertInto('rememberedDevice')
    .values({
      ...device,
      tokenHash: hashToken(token),
      userId: user.id,
      ip,
      agent: agent.slice(0, 300),
      beginTime: begun,
      expiresAt: sql<string>`least(now() + ${sql.lit(SEVEN_DAYS)} * interval '1 second', ${begun} + ${sql.lit(FAMILY_DAYS)} * interval '1 day')`,
    })
    .returning(sql<number>`ceil(extract(epoch from expires_at - now()))::int`.as('rest'))
    .executeTakeFirstOrThrow()
  setCookie(NAME_COOKIE, user.userName, { maxAge: rest, path: '/', httpOnly: false })
  setCookie(DEVICE_COOKIE, token, { maxAge: rest, path: '/', httpOnly: true })
}

export function forgetCookies({ setCookie }: Pick<Context, 'setCookie'>): void {
  setCookie(NAME_COOKIE, '', { maxAge: 0, path: '/', httpOnly: false })
  setCookie(DEVICE_COOKIE, '', { maxAge: 0, path: '/', httpOnly: true })
}

/** Uses up the token. A token used twice ends its whole family (T3), outside the transaction. */
export async function useDevice(
  { db, config, now }: Kernel,
  token: string | undefined,
  ip: string,
): Promise<Device & { account: StoredUser }> {
  refuseClosedMethod({ config, now }, values => values.openPassword, ip)
  if (!token) refuse('ticketInvalid')
  const { rows } = await sql<Device & { userId: string }>`update remembered_device set used = true
    where token_hash = ${hashToken(token)} and not used and expires_at > now()
    returning family, factor, user_id, session_id, auth_time::text as auth_time, begin_time::text as begin_time`.execute(db)
  const used = rows[0] ?? (await refuseReplay(db, token))
  const { userId, ...device } = used
  const account = (await findById(db, userId)) ?? refuse('ticketInvalid')
  refuseUnusable(account)
  return { ...device, account }
}

async function refuseReplay(db: Db, token: string): Promise<never> {
  await forgetByToken(db, token)
  refuse('ticketInvalid')
}

/** Forgets the device of this token, with all earlier tokens of its family. */
export async function forgetByToken(db: Db, token: string | undefined): Promise<void> {
  if (token)
    await sql`delete from remembered_device where family in (select family from remembered_device where token_hash = ${hashToken(token)})`.execute(
      db,
    )
}

/** Whether the remembered device of this browser ends with this session. */
export async function isDeviceOf(db: Db, token: string | undefined, sessionId: string): Promise<boolean> {
  if (!token) return false
  const { rows } = await sql`select 1 from remembered_device where token_hash = ${hashToken(token)} and session_id = ${sessionId}`.execute(
    db,
  )
  return rows.length > 0
}

/** Ties the device to the session it has just been used for; it ends with that session. */
export const moveDevice = (db: Db, family: string, sessionId: string) =>
  db.updateTable('rememberedDevice').set({ sessionId }).where('family', '=', family).execute()

export const forgetDevices = (db: Db, userIds: readonly string[]) =>
  userIds.length > 0
    ? db
        .deleteFrom('rememberedDevice')
        .where('userId', 'in', [...userIds])
        .execute()
    : Promise.resolve([])

/** Forgets all devices of the user except the one last used for this session. */
export const forgetOtherDevices = (db: Db, userId: string, sessionId: string) =>
  db.deleteFrom('rememberedDevice').where('userId', '=', userId).where('sessionId', '!=', sessionId).execute()

/** The devices of one user, last used first. */
export async function devicesOf(db: Db, userId: string): Promise<(Omit<RememberedDevice, 'browser' | 'os' | 'isThis'> & Used)[]> {
  const { rows } = await sql<Omit<RememberedDevice, 'browser' | 'os' | 'isThis'> & Used>`
    select family as id, ip, agent, session_id, begin_time, create_time as last_time, expires_at as end_time from remembered_device
    where user_id = ${userId} and not used and expires_at > now() order by create_time desc, family`.execute(db)
  return rows
}
interface Used {
  agent: string
  sessionId: string
}

export async function forgetAccountDevice(db: Db, userId: string, family: string): Promise<boolean> {
  const { rows } = await sql`delete from remembered_device where user_id = ${userId} and family = ${family} returning 1`.execute(db)
  return rows.length > 0
}
