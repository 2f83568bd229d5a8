import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import { newId } from '../database/ids.ts'
import { lockedDictionaries } from './dictionary-catalog.ts'

export interface DictionaryEntry {
  code: string
  name: string
}
interface Snapshot {
  version: number
  /** The enabled items of every type, in their order. */
  types: ReadonlyMap<string, readonly DictionaryEntry[]>
}

/** The dictionary cached on this node; read again when the watched version of the configuration has moved. */
export class Dictionary {
  readonly #db: Kysely<Tables>
  readonly #config: Config
  #snapshot: Snapshot | undefined

  private constructor(db: Kysely<Tables>, config: Config) {
    this.#db = db
    this.#config = config
  }

  static async open(db: Kysely<Tables>, config: Config): Promise<Dictionary> {
    await seedLocked(db)
    return new Dictionary(db, config)
  }

  /** The enabled items of a type; undefined where there is no such type. */
  async entriesOf(type: string): Promise<readonly DictionaryEntry[] | undefined> {
    const { version } = this.#config
    if (this.#snapshot?.version !== version) await this.#readAt(version)
    return this.#snapshot?.types.get(type)
  }

  async #readAt(version: number): Promise<void> {
    const { rows } = await sql<{ type: string; entries: DictionaryEntry[] }>`
      select t.type, coalesce(jsonb_agg(jsonb_build_object('code', i.code, 'name', i.name) order by i.sort_num, i.id)
        filter (where i.status = 1), '[]') as entries
      from dict_type t left join dict_item i on i.type = t.type group by t.type`.execute(this.#db)
    // Of two concurrent reads the slower one may hold the older rows.
    if (version < (this.#snapshot?.version ?? 0)) return
    this.#snapshot = { version, types: new Map(rows.map(row => [row.type, row.entries])) }
  }
}

/** Adds the program's types and codes that are missing; renamed ones keep their names. */
async function seedLocked(db: Db): Promise<void> {
  const types = Object.entries(lockedDictionaries).map(([type, { name }]) => ({ id: newId(), type, name }))
  const items = Object.entries(lockedDictionaries).flatMap(([type, { items: names }]) =>
    Object.entries(names).map(([code, name], index) => ({ id: newId(), type, code, name, sort_num: index + 1 })),
  )
  const { rows } = await sql<{ type: string; code: string }>`select type, code from dict_item`.execute(db)
  const existing = new Set(rows.map(({ type, code }) => `${type} ${code}`))
  const missing = items.filter(({ type, code }) => !existing.has(`${type} ${code}`))
  if (missing.length === 0) return
  await sql`insert into dict_type (id, type, name, locked, built_in) select id, type, name, 1, 1
    from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as t (id text, type text, name text) on conflict do nothing`.execute(db)
  await sql`insert into dict_item (id, type, code, name, sort_num) select id, type, code, name, sort_num
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as i (id text, type text, code text, name text, sort_num int)
    on conflict do nothing`.execute(db)
}

/** The present items of a type, to check many rows before anything is written. */
export async function readVocabulary(db: Db, type: string) {
  const { rows } = await sql<DictionaryEntry & { status: number }>`select code, name, status from dict_item where type = ${type}
    order by sort_num, id`.execute(db)
  const codes = codesOf(rows.filter(row => row.status === 1))
  const names = new Map(rows.map(({ code, name }) => [code, name]))
  return { codeOf: (typed: string) => codes.get(typed), nameOf: (code: string) => names.get(code) ?? code }
}

/** Codes win over names, and of several entries with one name the first wins. */
const codesOf = (entries: readonly DictionaryEntry[]): Map<string, string> =>
  new Map([
    ...entries.toReversed().map(({ code, name }): [string, string] => [name, code]),
    ...entries.map(({ code }): [string, string] => [code, code]),
  ])

/**
 * Maps the given codes or names to codes of enabled items of a type. The items are locked, so that they cannot be deleted until the
 * transaction ends.
 */
export async function dictionaryCodes(db: Db, type: string, typed: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(typed)]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<DictionaryEntry>`select code, name from dict_item where type = ${type} and status = 1
    and (code = any (${wanted}) or name = any (${wanted})) order by sort_num, id for key share`.execute(db)
  return codesOf(rows)
}
