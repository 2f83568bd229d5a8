import { errors, Provider, type Adapter, type AdapterFactory, type AdapterPayload, type AllClientMetadata } from 'oidc-provider'
import { sql } from 'kysely'
import { entryHash } from '../../../../platform/access/clients.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { Batched } from '../../../../platform/database/batched.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { hashToken } from '../../../../platform/access/sessions.ts'
import { findClients } from '../clients/client.sql.ts'
import { type Entry, type Key, Payloads, type Stored, STORED } from './payload.sql.ts'

/** Ids inside an entry that are encrypted, because they give access to another entry or, found by its user code, to this one. */
const SEALED: Record<string, readonly string[]> = { DeviceCode: ['jti'], Interaction: ['deviceCode', 'parJti'] }

type Fields = Record<string, unknown>

/** NUL in JSON: PostgreSQL cannot store it, and no parameter of the standards may contain it (RFC 6749, appendix A). */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** A user's session is stored under the console session's id (uid), so the library's cookie does not give access to it. */
const idHashOf = (type: string, id: string, payload?: Fields) =>
  type === 'Session' && payload?.accountId !== undefined ? hashToken(`uid ${String(payload.uid)}`) : entryHash(type, id)

/** The console session that an entry belongs to: that of a user's session, or that in which a grant was made. */
function sessionOf(type: string, { accountId, uid }: Fields): string | null {
  if (type === 'Session') return accountId === undefined ? null : String(uid)
  return type === 'Grant' ? (Provider.ctx?.oidc.session?.uid ?? null) : null
}

/** Ends what a session granted to one application, for signing out of that application alone. */
export const endGrants = (db: Db, uid: string, clientId: string) =>
  sql`delete from oidc_payload where uid = ${uid} and type = 'Grant' and payload ->> 'clientId' = ${clientId} and ${endsWithSession}`.execute(
    db,
  )
/** Makes a grant end with the grant it was exchanged from; returns false if that has already ended. */
export async function bindGrant(db: Db, grantId: string, parentId: string): Promise<boolean> {
  const { rows } = await sql`
    with parent as (select id_hash from oidc_payload where type = 'Grant' and id_hash = ${entryHash('Grant', parentId)} for share)
    update oidc_payload p set parent_hash = parent.id_hash from parent
    where p.type = 'Grant' and p.id_hash = ${entryHash('Grant', grantId)} returning 1`.execute(db)
  return rows.length > 0
}
/** Ends the grants that were made from a grant by token exchange. */
export const endExchanged = (db: Db, parentId: string) =>
  sql`delete from oidc_payload where parent_hash = ${entryHash('Grant', parentId)}`.execute(db)
/** The same condition as in the trigger of the session (migration 0042). */
const endsWithSession = sql`not coalesce(string_to_array(payload -> 'openid' ->> 'scope', ' ') @> '{offline_access}', false)`

/** All state of the protocol, in one table (docs/decisions/openid-connect.md, 0028). */
export function storeOf(kernel: Kernel): AdapterFactory {
  const payloads = new Payloads(kernel.db)
  const clients = new ClientStore(kernel)
  return type => (type === 'Client' ? clients : new PayloadStore(kernel, type, payloads))
}

class PayloadStore implements Adapter {
  readonly #kernel: Kernel
  readonly #type: string
  readonly #payloads: Payloads

  constructor(kernel: Kernel, type: string, payloads: Payloads) {
    this.#kernel = kernel
    this.#type = type
    this.#payloads = payloads
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<undefined> {
    const fields = payload as Fields
    const json = JSON.stringify(this.#closed(fields))
    if (NUL.test(json)) throw new errors.InvalidRequest('parameters must not contain NUL')
    const entry: Entry = {
      ...this.#keyOf(id, fields),
      payload: json,
      grantId: typeof fields.grantId === 'string' ? fields.grantId : null,
      userCode: typeof fields.userCode === 'string' ? hashToken(fields.userCode) : null,
      uid: sessionOf(this.#type, fields),
      expiresIn,
    }
    if (this.#type === 'ReplayDetection') await insertOnce(this.#kernel.db, entry)
    else await this.#payloads.keep(entry)
  }

  find = async (id: string) => this.#made(await this.#payloads.find(this.#keyOf(id)), id)
  findByUid = async (uid: string) => this.#made(await this.#payloads.findByUid(uid))
  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<Stored>`
      select ${STORED} from oidc_payload p where user_code = ${hashToken(userCode)}`.execute(this.#kernel.db)
    return this.#made(rows[0])
  }

  #made(row: Stored | undefined, id?: string): AdapterPayload | undefined {
    if (!row) return undefined
    return {
      ...inNodeTime(this.#opened(row.payload), row.rest),
      ...(id !== undefined && { jti: id }),
      ...(row.consumed && { consumed: true }),
    }
  }

  /** Marks an entry as used. A second use is refused and ends the grant with everything issued under it. */
  async consume(id: string): Promise<undefined> {
    const { isFirst, grantId } = await this.#payloads.use(this.#keyOf(id))
    if (isFirst) return
    if (grantId !== null)
      await sql`delete from oidc_payload where grant_id = ${grantId} or (type = 'Grant' and id_hash = ${idHashOf('Grant', grantId)})`.execute(
        this.#kernel.db,
      )
    throw new errors.InvalidGrant('already used')
  }

  async destroy(id: string): Promise<undefined> {
    await sql`delete from oidc_payload where type = ${this.#type} and id_hash = ${idHashOf(this.#type, id)}`.execute(this.#kernel.db)
  }

  async revokeByGrantId(grantId: string): Promise<undefined> {
    await sql`delete from oidc_payload where grant_id = ${grantId} and type = ${this.#type}`.execute(this.#kernel.db)
  }

  #keyOf(id: string, fields?: Fields): Key {
    return { type: this.#type, idHash: idHashOf(this.#type, id, fields) }
  }

  #closed({ jti, ...payload }: Fields): Fields {
    const all: Fields = { ...payload, jti }
    const sealed = (SEALED[this.#type] ?? []).flatMap(key =>
      typeof all[key] === 'string' ? [[key, this.#kernel.keys.sealToken(all[key])]] : [],
    )
    return { ...payload, ...Object.fromEntries(sealed) }
  }

  #opened(payload: Fields): Fields {
    const sealed = (SEALED[this.#type] ?? []).filter(key => typeof payload[key] === 'string')
    return { ...payload, ...Object.fromEntries(sealed.map(key => [key, this.#kernel.keys.openToken(payload[key] as string)])) }
  }
}

/**
 * Entries expire by the clock of the database, but the library compares `exp` with the clock of the node. So `exp` is computed
 * from the remaining time: a node whose clock is slow or fast neither prolongs nor shortens an entry.
 */
function inNodeTime({ exp, iat, ...payload }: Fields, rest: number): Fields {
  const now = Math.floor(Date.now() / 1000)
  return {
    ...payload,
    ...(typeof exp === 'number' && { exp: now + Math.ceil(rest) }),
    // If the node's clock is slow, `iat` must still not lie in the future.
    ...(typeof iat === 'number' && { iat: Math.min(iat, now) }),
  }
}

/** Two simultaneous uses have both found no entry; the second one to insert it is the replay. */
async function insertOnce(db: Db, { expiresIn, ...entry }: Entry): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('oidcPayload')
    .values({ ...entry, expiresAt: sql<string>`now() + ${expiresIn} * interval '1 second'` })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) throw new errors.InvalidDpopProof('DPoP proof JWT Replay detected')
}

const never = (): never => {
  throw new Error('clients are applications: they are not written here')
}

/** Clients are applications and API clients in their present state. */
class ClientStore implements Adapter {
  readonly #clients: Batched<string, AllClientMetadata | undefined>
  constructor({ db, settings }: Kernel) {
    this.#clients = new Batched(ids => findClients(db, ids, { hasMtls: settings.mtlsUrl !== '' }))
  }
  find = async (id: string) => (id.includes('\0') ? undefined : this.#clients.ask(id))
  upsert = never
  findByUserCode = never
  findByUid = never
  consume = never
  destroy = never
  revokeByGrantId = never
}
