import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import type { JWK } from 'oidc-provider'
import type { SigningKey } from '@hufu/contract/federation/signing-key'
import { inTransaction, SYSTEM, type Db } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { newSm2Key } from './sm2.ts'

type Alg = 'ES256' | 'RS256' | 'SM2'
const algsOf = ({ settings }: Kernel): Alg[] => (settings.cryptoProfile === 'sm' ? ['ES256', 'RS256', 'SM2'] : ['ES256', 'RS256'])

const RSA_BITS = 2048
/** A key is published this long before it signs: nodes look for keys every minute, applications when they meet an unknown one. */
const AHEAD_MINUTES = 10
/** A key stays published this long after it has last signed: the longest life of a token. */
const BEHIND_HOURS = 48
/** The age at which a key is replaced automatically. */
const AGE_DAYS = 90

const makers: Record<Alg, () => JWK> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: RSA_BITS }).privateKey.export({ format: 'jwk' }),
  SM2: newSm2Key,
}

async function addKey({ keys }: Kernel, db: Db, alg: Alg, aheadMinutes: number): Promise<void> {
  const kid = newId()
  const jwk: JWK = { ...makers[alg](), kid, alg, use: 'sig' }
  await db
    .insertInto('oidcKey')
    .values({
      kid,
      alg,
      sealed: keys.sealToken(JSON.stringify(jwk)),
      beginTime: sql<string>`now() + make_interval(mins => ${aheadMinutes})`,
    })
    .execute()
}

/** Lets only one transaction at a time create keys. */
const lockRotation = (db: Db) => sql`select pg_advisory_xact_lock(7328)`.execute(db)

/** Creates the first key of each algorithm; nodes that start at once create only one set. */
export const makeMissingKeys = (kernel: Kernel) =>
  inTransaction(kernel.db, SYSTEM, async db => {
    await lockRotation(db)
    const present = await db.selectFrom('oidcKey').select('alg').distinct().execute()
    for (const alg of algsOf(kernel)) if (!present.some(key => key.alg === alg)) await addKey(kernel, db, alg, 0)
  })

/** Adds a key per algorithm. The present keys sign until it begins, and stay published until their last token has expired. */
async function replaceKeys(kernel: Kernel, db: Db): Promise<void> {
  await sql`update oidc_key set end_time = now() + make_interval(mins => ${AHEAD_MINUTES}, hours => ${BEHIND_HOURS})
    where end_time is null`.execute(db)
  for (const alg of algsOf(kernel)) await addKey(kernel, db, alg, AHEAD_MINUTES)
}

/** Whether there is a key that is yet to begin, or that began less than this many days ago. */
async function hasKeySince(db: Db, days: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from oidc_key where end_time is null and begin_time > now() - make_interval(days => ${days}) limit 1`.execute(db)
  return rows.length > 0
}

/** Replaces the keys for an administrator; refused until the keys of the last replacement sign. */
export async function rotateKeys(kernel: Kernel, db: Db): Promise<void> {
  await lockRotation(db)
  if (await hasKeySince(db, 0)) refuse('signingKeyComing')
  await replaceKeys(kernel, db)
}

/** Replaces keys that are too old. A second node finds the new keys and does nothing. */
export const rotateOldKeys = (kernel: Kernel) =>
  inTransaction(kernel.db, SYSTEM, async db => {
    await lockRotation(db)
    if (!(await hasKeySince(db, AGE_DAYS))) await replaceKeys(kernel, db)
  })

/** The published keys, without their private parts. */
export async function listKeys(kernel: Kernel, db: Db): Promise<SigningKey[]> {
  const { rows } = await sql<SigningKey>`
    select kid, alg, begin_time, end_time, case when begin_time > now() then 'next'
      when kid = first_value(kid) over (partition by alg order by begin_time > now(), begin_time desc, kid) then 'current' else 'former' end as state
    from oidc_key where (end_time is null or end_time > now()) and alg = any (${algsOf(kernel)}) order by alg, begin_time desc, kid`.execute(
    db,
  )
  return rows
}

/** All published keys with their private parts; the key that signs now is the first of its algorithm. */
export async function signingKeys(kernel: Kernel): Promise<JWK[]> {
  const { db, keys } = kernel
  const { rows } = await sql<{ sealed: string }>`
    select sealed from oidc_key where (end_time is null or end_time > now()) and alg = any (${algsOf(kernel)})
    order by alg, begin_time > now(), begin_time desc, kid`.execute(db)
  return rows.map(({ sealed }) => JSON.parse(keys.openToken(sealed)) as JWK)
}
