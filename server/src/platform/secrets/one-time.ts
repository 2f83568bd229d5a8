import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { newToken } from '../database/ids.ts'
import { hashToken } from '../access/sessions.ts'
import type { Settings } from '../../settings.ts'
import type { Keys } from './keys.ts'

/** The purpose of a one-time token; a token of another purpose is not accepted. */
export type OneTimePurpose =
  | 'ticket'
  | 'casTicket'
  | 'casRenew'
  | 'casJob'
  | 'oidcFrames'
  | 'samlRequest'
  | 'samlLeaving'
  | 'samlLogout'
  | 'samlRest'
  | 'samlSeen'
  | 'idpState'
  | 'idpAnswer'
  | 'idpLogout'
  | 'code'
  | 'certificateNonce'
  | 'recovery'
  | 'bindKey'
  | 'secondStep'
  | 'phoneProven'
  | 'faceProof'
  | 'passkeyChallenge'
  | 'secondFactor'
  | 'totpSecret'
  | 'proofOfWork'

export interface OneTime<Detail = Record<string, unknown>> {
  userId: string | null
  detail: Detail
}

interface NewOneTime {
  seconds: number
  userId?: string
  detail?: object
  /** Set if the token is derived or comes from elsewhere; else 256 random bits are used. */
  token?: string
}

/** Returns the token; only its digest is stored. Issuing the same token again replaces its earlier detail and expiry. */
export async function issueOneTime(db: Db, purpose: OneTimePurpose, { seconds, userId, detail = {}, token = newToken() }: NewOneTime) {
  const expiresAt = sql<string>`now() + ${seconds} * interval '1 second'`
  const row = { tokenHash: hashToken(`${purpose}:${token}`), purpose, userId: userId ?? null, detail: JSON.stringify(detail), expiresAt }
  await db
    .insertInto('oneTime')
    .values(row)
    .onConflict(conflict => conflict.column('tokenHash').doUpdateSet({ userId: row.userId, detail: row.detail, expiresAt }))
    .execute()
  return token
}

/** Whether the value is seen for the first time within that many seconds, on any node. */
export async function rememberOnce(db: Db, purpose: OneTimePurpose, token: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`insert into one_time (token_hash, purpose, detail, expires_at)
    values (${hashToken(`${purpose}:${token}`)}, ${purpose}, '{}', now() + make_interval(secs => ${seconds}))
    on conflict (token_hash) do nothing returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Redeems a token once, even if several requests show it at the same time; undefined for a used, expired, foreign or unknown one.
 */
export async function redeemOneTime<Detail = Record<string, unknown>>(
  db: Db,
  purpose: OneTimePurpose,
  token: string,
): Promise<OneTime<Detail> | undefined> {
  const { rows } = await sql<OneTime<Detail> & { live: boolean }>`
    delete from one_time where token_hash = ${hashToken(`${purpose}:${token}`)}
    returning user_id, detail, expires_at > now() as live`.execute(db)
  return rows[0]?.live ? rows[0] : undefined
}

/** Reads a token without redeeming it, for tokens that only a right answer uses up. */
export async function peekOneTime<Detail = Record<string, unknown>>(
  db: Db,
  purpose: OneTimePurpose,
  token: string,
): Promise<OneTime<Detail> | undefined> {
  const { rows } = await sql<OneTime<Detail>>`
    select user_id, detail from one_time where token_hash = ${hashToken(`${purpose}:${token}`)} and expires_at > now()`.execute(db)
  return rows[0]
}

/** A six-digit verification code. */
export const newNumberCode = ({ fixedSmsCode }: Pick<Settings, 'fixedSmsCode'>): string =>
  fixedSmsCode || String(randomInt(1_000_000)).padStart(6, '0')

/**
 * False if this ciphertext has carried a password before, so that a recorded one cannot be replayed. Digests are kept as long
 * as the key, for all nodes; one per block, because blocks could be recombined.
 */
export async function spendCiphertext(db: Db, keys: Keys, ciphertext: string): Promise<boolean> {
  const digests = keys.blockDigests(ciphertext)
  const { rows } = await sql<{ one: number }>`
    insert into used_ciphertext (digest) select distinct unnest(${digests}::bigint[])
    on conflict do nothing returning 1 as one`.execute(db)
  return rows.length === digests.length
}
