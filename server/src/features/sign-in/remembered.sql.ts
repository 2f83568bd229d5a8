import { sql } from 'kysely'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db.ts'
import { newId, newToken } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/refuse.ts'
import { hashToken } from '../../kernel/sessions.ts'
import type { Turn } from '../../kernel/turn.ts'
import { refuseAtTheDoor } from './credential.ts'
import { findById, type Known } from './known.sql.ts'

export const NAME_COOKIE = 'idaas-remember-name'
export const DEVICE_COOKIE = 'idaas-remember-pwd'
const SEVEN_DAYS = 604_800

interface Device {
  family?: string
  /** 'any': remembered after a second step, which it stands for until it is forgotten; never for one that is cryptography. */
  factor: '' | 'any'
}

/** A new token of the family; the cookie never holds the password in any form (D-68). */
export async function remember(
  { db, setCookie }: Pick<Turn, 'db' | 'setCookie'>,
  user: { id: string; userName: string },
  { family = newId(), factor }: Device,
): Promise<void> {
  const token = newToken()
  await db
    .insertInto('rememberedDevice')
    .values({
      tokenHash: hashToken(token),
      family,
      factor,
      userId: user.id,
      expiresAt: sql<string>`now() + ${sql.lit(SEVEN_DAYS)} * interval '1 second'`,
    })
    .execute()
  setCookie(NAME_COOKIE, user.userName, { maxAge: SEVEN_DAYS, path: '/', httpOnly: false })
  setCookie(DEVICE_COOKIE, token, { maxAge: SEVEN_DAYS, path: '/', httpOnly: true })
}

export function forgetCookies({ setCookie }: Pick<Turn, 'setCookie'>): void {
  setCookie(NAME_COOKIE, '', { maxAge: 0, path: '/', httpOnly: false })
  setCookie(DEVICE_COOKIE, '', { maxAge: 0, path: '/', httpOnly: true })
}

/** One use; a token shown twice ends its whole family (T3), past any rollback. */
export async function useDevice(
  { db, config, now }: Kernel,
  token: string | undefined,
  ip: string,
): Promise<Required<Device> & { known: Known }> {
  refuseAtTheDoor({ config, now }, values => values.openPassword, ip)
  if (!token) refuse('ticketInvalid')
  const { rows } = await sql<Required<Device> & { userId: string }>`update remembered_device set used = true
    where token_hash = ${hashToken(token)} and not used and expires_at > now() returning family, factor, user_id`.execute(db)
  const used = rows[0] ?? (await endFamily(db, token))
  const known = (await findById(db, used.userId)) ?? refuse('ticketInvalid')
  if (known.status !== 1) refuse('accountDisabled')
  if (known.expired) refuse('accountExpired')
  return { known, family: used.family, factor: used.factor }
}

async function endFamily(db: Db, token: string): Promise<never> {
  await sql`delete from remembered_device where family in (select family from remembered_device where token_hash = ${hashToken(token)})`.execute(
    db,
  )
  refuse('ticketInvalid')
}

export const forgetDevices = (db: Db, userIds: readonly string[]) =>
  userIds.length > 0
    ? db
        .deleteFrom('rememberedDevice')
        .where('userId', 'in', [...userIds])
        .execute()
    : Promise.resolve([])
