import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { Batched } from '../../../../platform/database/batched.ts'

/** Identifies an entry by its type and the hash of its id. */
export interface Key {
  type: string
  idHash: string
}

export interface Stored {
  payload: Record<string, unknown>
  consumed: boolean
  /** Seconds until it expires, by the clock of the database; negative if it has expired. */
  rest: number
}

export interface Entry extends Key {
  payload: string
  grantId: string | null
  userCode: string | null
  uid: string | null
  /** Seconds until it expires. */
  expiresIn: number
}

interface Use {
  isFirst: boolean
  grantId: string | null
}

const nameOf = ({ type, idHash }: Key) => `${type} ${idHash}`
const keysOf = (keys: readonly Key[]) =>
  sql`unnest(${keys.map(({ type }) => type)}::text[], ${keys.map(({ idHash }) => idHash)}::text[]) asked (type, id_hash)`
/** The columns that are read of an entry `p`. */
export const STORED = sql`p.payload, p.consumed_at is not null as consumed, extract(epoch from p.expires_at - now())::float8 as rest`
const isAsked = sql`p.type = asked.type and p.id_hash = asked.id_hash`

/**
 * The entries of oidc_payload. Simultaneous queries become one statement (decision 0035), because the library looks a token up as
 * each type it may have, and many applications send requests at once.
 */
export class Payloads {
  /** Undefined where there is none. */
  readonly find: (key: Key) => Promise<Stored | undefined>
  /** The library's session of a console session; undefined once that has ended. */
  readonly findByUid: (uid: string) => Promise<Stored | undefined>
  /** Inserts the entry, or replaces it. */
  readonly keep: (entry: Entry) => Promise<void>
  /** Marks the entry as used; `isFirst` is true for exactly one caller. */
  readonly use: (key: Key) => Promise<Use>

  constructor(db: Db) {
    this.find = new Batched((keys: readonly Key[]) => findAll(db, keys)).ask
    this.findByUid = new Batched((uids: readonly string[]) => findAllByUid(db, uids)).ask
    this.keep = new Batched((entries: readonly Entry[]) => keepAll(db, entries)).ask
    this.use = new Batched((keys: readonly Key[]) => markUsed(db, keys)).ask
  }
}

async function findAll(db: Db, keys: readonly Key[]): Promise<(Stored | undefined)[]> {
  const { rows } = await sql<Key & Stored>`
    select p.type, p.id_hash, ${STORED} from ${keysOf(keys)} join oidc_payload p on ${isAsked}`.execute(db)
  const found = new Map(rows.map(row => [nameOf(row), row]))
  return keys.map(key => found.get(nameOf(key)))
}

async function findAllByUid(db: Db, uids: readonly string[]): Promise<(Stored | undefined)[]> {
  const { rows } = await sql<Stored & { uid: string }>`
    select p.uid, ${STORED} from oidc_payload p
      join session s on s.id = p.uid and s.ended_by is null and s.expires_at > now()
    where p.uid = any (${[...uids]}) and p.type = 'Session'`.execute(db)
  const found = new Map(rows.map(row => [row.uid, row]))
  return uids.map(uid => found.get(uid))
}

/** Writes in one order, so that two statements cannot deadlock. Of two writes of the same entry the later one counts. */
async function keepAll(db: Db, entries: readonly Entry[]): Promise<void[]> {
  const last = new Map(entries.map(entry => [nameOf(entry), entry]))
  const rows = [...last].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry)
  const column = <K extends keyof Entry>(name: K) => rows.map(row => row[name])
  await sql`
    insert into oidc_payload (type, id_hash, payload, grant_id, user_code, uid, expires_at)
    select e.type, e.id_hash, e.payload::jsonb, e.grant_id, e.user_code, e.uid, now() + e.expires_in * interval '1 second'
    from unnest(${column('type')}::text[], ${column('idHash')}::text[], ${column('payload')}::text[], ${column('grantId')}::text[],
      ${column('userCode')}::text[], ${column('uid')}::text[], ${column('expiresIn')}::float8[])
      as e (type, id_hash, payload, grant_id, user_code, uid, expires_in)
    on conflict (type, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id, user_code = excluded.user_code,
      uid = excluded.uid, expires_at = excluded.expires_at`.execute(db)
  return entries.map(() => undefined)
}

async function markUsed(db: Db, keys: readonly Key[]): Promise<Use[]> {
  const { rows } = await sql<Key & Use>`
    with used as (
      update oidc_payload p set consumed_at = now() from ${keysOf(keys)} where ${isAsked} and p.consumed_at is null returning p.type, p.id_hash)
    select p.type, p.id_hash, p.grant_id, exists (select 1 from used u where u.type = p.type and u.id_hash = p.id_hash) as is_first
    from ${keysOf(keys)} join oidc_payload p on ${isAsked}`.execute(db)
  const rowByName = new Map(rows.map(row => [nameOf(row), row]))
  const taken = new Set<string>()
  return keys.map(key => {
    const { isFirst = false, grantId = null } = rowByName.get(nameOf(key)) ?? {}
    // If one entry is used twice in the same statement, only the first use counts as the first.
    const isMine = isFirst && !taken.has(nameOf(key))
    taken.add(nameOf(key))
    return { isFirst: isMine, grantId }
  })
}
