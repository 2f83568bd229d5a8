import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider'
import { sql } from 'kysely'
import { entryHash } from '../../kernel/clients.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { hashToken } from '../../kernel/sessions.ts'
import { findClient } from './client.sql.ts'
import { Finder, type Stored } from './finder.sql.ts'

/** Ids inside an entry that are secrets of another, or its own where it is found by something else. */
const SEALED: Record<string, readonly string[]> = { DeviceCode: ['jti'], Interaction: ['deviceCode', 'parJti'] }

type Fields = Record<string, unknown>

/** A sign PostgreSQL cannot keep, and no parameter of the standards may hold (RFC 6749, appendix A), as JSON writes it. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** A person's session stands under the console's own (uid): its cookie opens nothing. */
const idHashOf = (type: string, id: string, payload?: Fields) =>
  type === 'Session' && payload?.accountId !== undefined ? hashToken(`uid ${String(payload.uid)}`) : entryHash(type, id)

/** Everything the protocol must remember, in one table (docs/decisions/0028-oidc.md). */
export function storeOf(kernel: Kernel): AdapterFactory {
  const finder = new Finder(kernel.db)
  return type => (type === 'Client' ? new ClientStore(kernel) : new PayloadStore(kernel, type, finder))
}

class PayloadStore implements Adapter {
  readonly #kernel: Kernel
  readonly #type: string

  readonly #finder: Finder

  constructor(kernel: Kernel, type: string, finder: Finder) {
    this.#kernel = kernel
    this.#type = type
    this.#finder = finder
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<undefined> {
    const { db } = this.#kernel
    const fields = payload as Fields
    const kept = JSON.stringify(this.#closed(fields))
    if (NUL.test(kept)) throw new errors.InvalidRequest('parameters must not contain NUL')
    const row = {
      type: this.#type,
      idHash: idHashOf(this.#type, id, fields),
      payload: kept,
      grantId: typeof fields.grantId === 'string' ? fields.grantId : null,
      userCode: typeof fields.userCode === 'string' ? hashToken(fields.userCode) : null,
      uid: this.#type === 'Session' && fields.accountId !== undefined ? String(fields.uid) : null,
      expiresAt: sql<string>`now() + ${expiresIn} * interval '1 second'`,
    }
    const { idHash: _, type: __, ...changed } = row
    const once = this.#type === 'ReplayDetection'
    const result = await db
      .insertInto('oidcPayload')
      .values(row)
      .onConflict(conflict => (once ? conflict.doNothing() : conflict.columns(['type', 'idHash']).doUpdateSet(changed)))
      .executeTakeFirst()
    // Two at once have both found nothing: the second one is the replay.
    if (once && result.numInsertedOrUpdatedRows === 0n) throw new errors.InvalidDpopProof('DPoP proof JWT Replay detected')
  }

  find = async (id: string) => this.#made(await this.#finder.find(this.#type, idHashOf(this.#type, id)), id)
  findByUserCode = (userCode: string) => this.#one(sql`user_code = ${hashToken(userCode)}`)
  /** A session of the console that has ended is none here. */
  findByUid = (uid: string) =>
    this.#one(sql`uid = ${uid} and exists (select 1 from session s where s.id = ${uid} and s.ended_by is null and s.expires_at > now())`)

  async #one(where: ReturnType<typeof sql>): Promise<AdapterPayload | undefined> {
    const { rows } = await sql<Stored>`
      select payload, consumed_at is not null as consumed from oidc_payload where ${where}`.execute(this.#kernel.db)
    return this.#made(rows[0])
  }

  #made(row: Stored | undefined, id?: string): AdapterPayload | undefined {
    if (!row) return undefined
    return { ...this.#opened(row.payload), ...(id !== undefined && { jti: id }), ...(row.consumed && { consumed: true }) }
  }

  /** Used once, by whoever comes first; whoever comes at the same time is told so, and what it gave is taken back. */
  async consume(id: string): Promise<undefined> {
    const entry = sql`type = ${this.#type} and id_hash = ${idHashOf(this.#type, id)}`
    const { rows } = await sql<{ isFirst: boolean; grantId: string | null }>`
      with used as (update oidc_payload set consumed_at = now() where ${entry} and consumed_at is null returning 1)
      select exists (select 1 from used) as is_first, (select grant_id from oidc_payload where ${entry}) as grant_id`.execute(
      this.#kernel.db,
    )
    const { isFirst, grantId } = rows[0]!
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

const never = (): never => {
  throw new Error('clients are applications: they are not written here')
}

/** Clients are applications and API clients, as they stand now. */
class ClientStore implements Adapter {
  readonly #kernel: Kernel
  constructor(kernel: Kernel) {
    this.#kernel = kernel
  }
  find = async (id: string) => (id.includes('\0') ? undefined : findClient(this.#kernel.db, id))
  upsert = never
  findByUserCode = never
  findByUid = never
  consume = never
  destroy = never
  revokeByGrantId = never
}
