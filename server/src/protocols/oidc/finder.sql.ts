import { sql } from 'kysely'
import type { Db } from '../../kernel/db.ts'

export interface Stored {
  payload: Record<string, unknown>
  consumed: boolean
}

interface Sought {
  type: string
  idHash: string
  found: (row: Stored | undefined) => void
  failed: (error: unknown) => void
}

/** The library looks a token up as each kind it may be, all in one breath: they are asked for in one statement. */
export class Finder {
  readonly #db: Db
  #waiting: Sought[] = []

  constructor(db: Db) {
    this.#db = db
  }

  find(type: string, idHash: string): Promise<Stored | undefined> {
    return new Promise((found, failed) => {
      if (this.#waiting.push({ type, idHash, found, failed }) === 1) queueMicrotask(() => void this.#ask())
    })
  }

  async #ask(): Promise<void> {
    const asked = this.#waiting
    this.#waiting = []
    try {
      const rows = await this.#read(asked)
      for (const { type, idHash, found } of asked) found(rows.find(row => row.type === type && row.idHash === idHash))
    } catch (error) {
      for (const { failed } of asked) failed(error)
    }
  }

  async #read(asked: readonly Sought[]): Promise<(Stored & { type: string; idHash: string })[]> {
    const [types, hashes] = [asked.map(({ type }) => type), asked.map(({ idHash }) => idHash)]
    const { rows } = await sql<Stored & { type: string; idHash: string }>`
      select p.type, p.id_hash, p.payload, p.consumed_at is not null as consumed
      from unnest(${types}::text[], ${hashes}::text[]) asked (type, id_hash)
        join oidc_payload p on p.type = asked.type and p.id_hash = asked.id_hash`.execute(this.#db)
    return rows
  }
}
