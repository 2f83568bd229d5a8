import { sql } from 'kysely'
import { RECOVERY_CODES } from '@hufu/contract/credentials/totp'
import type { Db } from '../../../platform/database/db.ts'
import { randomChunk } from '../../../platform/database/ids.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { matchingStep } from './totp-code.ts'

/** Replaces the former secret and deletes its recovery codes. */
export async function bindTotp(db: Db, userId: string, secret: string, lastStep: number): Promise<void> {
  await db.deleteFrom('totp').where('userId', '=', userId).execute()
  await db.insertInto('totp').values({ userId, secret, lastStep }).execute()
}

export async function removeTotp(db: Db, userId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('totp').where('userId', '=', userId).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('totpMissing')
}

/** Whether this is their present code. One update uses up the step, so of two concurrent uses one is accepted. */
export async function useTotp({ db, keys, now }: Pick<Kernel, 'db' | 'keys' | 'now'>, userId: string, code: string): Promise<boolean> {
  const bound = await db.selectFrom('totp').select(['secret', 'lastStep']).where('userId', '=', userId).executeTakeFirst()
  if (!bound) return false
  const step = matchingStep(Buffer.from(keys.openField(bound.secret), 'base64'), code, bound.lastStep, now().getTime())
  if (step === undefined) return false
  const { rows } = await sql`update totp set last_step = ${step}
    where user_id = ${userId} and secret = ${bound.secret} and last_step < ${step} returning 1`.execute(db)
  return rows.length > 0
}

/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF_LENGTH = 5
const halfCode = (): string => Array.from({ length: HALF_LENGTH }, letter).join('')
/** Discards bytes beyond the last whole multiple, so that all letters are equally likely. */
function letter(): string {
  const byte = randomChunk(1)[0]!
  return byte < ALPHABET.length * Math.floor(256 / ALPHABET.length) ? ALPHABET[byte % ALPHABET.length]! : letter()
}

const hashOf = (keys: Keys, userId: string, code: string): string =>
  keys.blindIndex('recoveryCode', `${userId}:${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)

/** Ten new codes, returned only here. */
export async function renewRecoveryCodes(keys: Keys, db: Db, userId: string): Promise<string[]> {
  const bound = await db.selectFrom('totp').select('userId').where('userId', '=', userId).forUpdate().executeTakeFirst()
  if (!bound) refuse('totpMissing')
  await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${halfCode()}-${halfCode()}`)
  await db
    .insertInto('recoveryCode')
    .values(codes.map(code => ({ userId, codeHash: hashOf(keys, userId, code) })))
    .execute()
  return codes
}

/** Uses a code once: one update finds it unused. */
export async function useRecoveryCode({ db, keys }: Pick<Kernel, 'db' | 'keys'>, userId: string, code: string): Promise<boolean> {
  const { rows } = await sql`update recovery_code set used_at = now()
    where user_id = ${userId} and code_hash = ${hashOf(keys, userId, code)} and used_at is null returning 1`.execute(db)
  return rows.length > 0
}
