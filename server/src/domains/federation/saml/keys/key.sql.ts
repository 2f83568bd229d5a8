import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { SamlKey } from '@hufu/contract/federation/saml'
import { inTransaction, SYSTEM, type Db } from '../../../../platform/database/db.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { wireTime } from '../../../../platform/clock.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { certificateOf, fingerprintOf, pemOf, selfSigned } from '../xml/certificate.ts'
import { refuseSaml } from '../refuse.ts'
import type { SigningPair } from '../xml/signature.ts'

const RSA_BITS = 3072
const YEARS = 10
export const DAY_MS = 86_400_000
const NAME = 'Hufu SAML'

const makePair = promisify(generateKeyPair)

export async function newKey({ keys, now }: Kernel): Promise<Published> {
  const { privateKey, publicKey } = await makePair('rsa', { modulusLength: RSA_BITS })
  const begin = new Date(now().getTime() - DAY_MS)
  const end = new Date(begin.getTime() + YEARS * 365.25 * DAY_MS)
  return {
    kid: newId(),
    sealed: keys.sealToken(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    certificate: selfSigned({ name: NAME, begin, end, privateKey, publicKey }).toString('base64'),
  }
}

async function insertKey(kernel: Kernel, db: Db): Promise<void> {
  await db
    .insertInto('samlKey')
    .values(await newKey(kernel))
    .execute()
}

/** Lets one transaction at a time change the keys. */
export const lockKeys = (db: Db) => sql`select pg_advisory_xact_lock(7329)`.execute(db)

const makeFirst = (kernel: Kernel) =>
  inTransaction(kernel.db, SYSTEM, async db => {
    await lockKeys(db)
    if ((await listPublished(db)).length === 0) await insertKey(kernel, db)
  })

export interface Published {
  kid: string
  certificate: string
  sealed: string
}

/** The published keys, oldest first; the oldest is the current one, which signs for every application not moved to another. */
async function listPublished(db: Db): Promise<Published[]> {
  const { rows } = await sql<Published>`select kid, certificate, sealed from saml_key where end_time is null order by kid`.execute(db)
  return rows
}

/** The published keys; the first key is made on first use. */
export async function publishedKeys(kernel: Kernel): Promise<Published[]> {
  const found = await listPublished(kernel.db)
  if (found.length > 0) return found
  await makeFirst(kernel)
  return listPublished(kernel.db)
}

const opened = new WeakMap<Kernel, Map<string, KeyObject>>()

export function privateKeyOf(kernel: Kernel, { kid, sealed }: Published): KeyObject {
  const keys = opened.get(kernel) ?? new Map<string, KeyObject>()
  opened.set(kernel, keys)
  const key = keys.get(kid) ?? createPrivateKey(kernel.keys.openToken(sealed))
  keys.set(kid, key)
  return key
}

/** The key that signs for an application: the one it was moved to, else the current one. */
export async function signingPair(kernel: Kernel, kid: string | null): Promise<SigningPair> {
  const published = await publishedKeys(kernel)
  const found = published.find(each => each.kid === kid) ?? published[0]!
  return { kid: found.kid, certificate: found.certificate, key: privateKeyOf(kernel, found) }
}

export async function listKeys(kernel: Kernel): Promise<SamlKey[]> {
  await publishedKeys(kernel)
  const { rows } = await sql<Omit<SamlKey, 'fingerprint' | 'expiresAt'>>`
    with known as (select kid, certificate, begin_time, end_time, end_time is null
        and kid = (select kid from saml_key where end_time is null order by kid limit 1) as is_current from saml_key)
    select k.kid, k.certificate, k.begin_time, k.end_time,
      case when k.end_time is not null then 'former' when k.is_current then 'current' else 'next' end as state,
      (select count(*) from saml_sp s where s.kid = k.kid or (k.is_current and s.kid is null)) as app_count
    from known k order by k.kid`.execute(kernel.db)
  return rows.map(row => ({
    ...row,
    fingerprint: fingerprintOf(row.certificate),
    expiresAt: wireTime(certificateOf(row.certificate).validToDate),
    certificate: pemOf(row.certificate),
  }))
}

/** Publishes a key beside the current one; administrators move applications to it one by one. */
export async function addKey(kernel: Kernel, db: Db): Promise<void> {
  await lockKeys(db)
  if ((await listPublished(db)).length > 1) refuseSaml('keyComing')
  await insertKey(kernel, db)
}

/** A successor is published this many days before a certificate ends: the job runs once a day, so at least thirty days are left. */
export const AHEAD_DAYS = 31

/**
 * Publishes a successor if the current certificate ends soon, and then returns that end. A concurrent call waits for the lock and
 * finds the successor.
 */
export async function addEndingKey(kernel: Kernel, db: Db): Promise<Date | undefined> {
  await lockKeys(db)
  const [current, ...others] = await listPublished(db)
  if (!current || others.length > 0) return undefined
  const end = certificateOf(current.certificate).validToDate
  if (end.getTime() >= kernel.now().getTime() + AHEAD_DAYS * DAY_MS) return undefined
  await insertKey(kernel, db)
  return end
}

export async function listAppsOf(db: Db, kid: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from saml_sp s join app a on a.id = s.app_id
    where s.kid = ${kid} or (s.kid is null and ${kid} = (select kid from saml_key where end_time is null order by kid limit 1))
    order by a.name, a.id`.execute(db)
  return rows
}

export async function moveApp(db: Db, appId: string, kid: string): Promise<void> {
  await lockKeys(db)
  if (!(await listPublished(db)).some(key => key.kid === kid)) refuseSaml('keyMissing')
  const { numUpdatedRows } = await db.updateTable('samlSp').set({ kid }).where('appId', '=', appId).executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('appMissing')
}

/** Withdraws a key that no longer signs for any application; the last key cannot be withdrawn. */
export async function withdrawKey(db: Db, kid: string): Promise<void> {
  await lockKeys(db)
  const published = await listPublished(db)
  if (!published.some(key => key.kid === kid)) refuseSaml('keyMissing')
  if (published.length === 1) refuseSaml('keyLast')
  if ((await listAppsOf(db, kid)).length > 0) refuseSaml('keyUsed')
  await sql`update saml_sp set kid = null where kid = ${kid}`.execute(db)
  await sql`update saml_key set end_time = now() where kid = ${kid}`.execute(db)
}
