import { sql } from 'kysely'
import type { ScanType } from '@hufu/contract/credentials/scan'
import type { Db } from '../../../platform/database/db.ts'

const LIFE_SECONDS = 120

export interface Scan {
  type: ScanType
  state: 'WAIT' | 'SCANNED' | 'CONFIRMED' | 'OVER'
  userId: string | null
  page: string
  /** Seconds until it expires; 0: expired. */
  expire: number
}
export interface ScannedIdentity {
  subjectHash: string
  name: string
}

export async function findScan(db: Db, loginHash: string): Promise<Scan | undefined> {
  const { rows } = await sql<Scan>`select type, state, user_id, page,
    greatest(0, ceil(extract(epoch from expires_at - now())))::int as expire
    from scan_login where login_hash = ${loginHash}`.execute(db)
  return rows[0]
}

/** Concurrent starts of one scan create one row. */
export const beginScan = (db: Db, scan: { loginHash: string; type: ScanType; userId: string | null; page: string }) =>
  db
    .insertInto('scanLogin')
    .values({ ...scan, expiresAt: sql<string>`now() + ${sql.lit(LIFE_SECONDS)} * interval '1 second'` })
    .onConflict(conflict => conflict.column('loginHash').doNothing())
    .execute()

/** The first callback from the provider; undefined for unknown, used and expired scans alike. */
export async function claimScan(db: Db, loginHash: string, type?: ScanType): Promise<{ type: ScanType } | undefined> {
  const { rows } = await sql<{ type: ScanType }>`update scan_login set state = 'SCANNED'
    where login_hash = ${loginHash} and type = coalesce(${type ?? null}, type) and state = 'WAIT' and expires_at > now()
    returning type`.execute(db)
  return rows[0]
}

export const confirmScan = (db: Db, loginHash: string, { subjectHash, name }: ScannedIdentity) =>
  sql`update scan_login set state = 'CONFIRMED', subject_hash = ${subjectHash}, name = ${name}
    where login_hash = ${loginHash} and state = 'SCANNED'`.execute(db)

export const endScan = (db: Db, loginHash: string) =>
  sql`update scan_login set state = 'OVER' where login_hash = ${loginHash} and state = 'SCANNED'`.execute(db)

/** Takes the confirmed identity once; only one of several concurrent callers gets it. */
export async function takeScan(db: Db, loginHash: string): Promise<ScannedIdentity | undefined> {
  const { rows } = await sql<ScannedIdentity>`update scan_login set state = 'OVER'
    where login_hash = ${loginHash} and state = 'CONFIRMED' and expires_at > now() and subject_hash is not null and name is not null
    returning subject_hash, name`.execute(db)
  return rows[0]
}
