import pg from 'pg'
import { CamelCasePlugin } from 'kysely'

interface PgType {
  name: string
  category: string
  /** The type of the elements of an array type. */
  element: number
}

const SAMPLES: Readonly<Record<string, string>> = { B: 't', D: '2026-01-02 03:04:05', N: '1', T: '00:00:01' }

/** The JavaScript types that the pool's parsers give for PostgreSQL's types. */
export class Kinds {
  readonly #types: ReadonlyMap<number, PgType>
  readonly #parser: (oid: number) => (value: string) => unknown

  private constructor(types: ReadonlyMap<number, PgType>, parsers: pg.CustomTypesConfig) {
    this.#types = types
    this.#parser = oid => parsers.getTypeParser(oid, 'text') as (value: string) => unknown
  }

  /** `pool`: opened by the product's own function, with its parsers. */
  static async of(pool: pg.Pool): Promise<Kinds> {
    const { rows } = await pool.query<PgType & { oid: number }>(
      'select oid, typname as name, typcategory as category, typelem as element from pg_type',
    )
    return new Kinds(new Map(rows.map(({ oid, ...type }) => [oid, type])), pool.options.types!)
  }

  nameOf = (oid: number): string => this.#types.get(oid)?.name ?? String(oid)

  /** The JavaScript type of a value, found by parsing a sample. */
  of(oid: number): string {
    const type = this.#types.get(oid)
    if (type?.name === 'json' || type?.name === 'jsonb') return 'json'
    if (type?.category === 'A') {
      if (['json', 'jsonb'].includes(this.nameOf(type.element))) return 'json[]'
      const list = this.#parser(oid)(`{"${this.#sample(type.element)}"}`)
      return Array.isArray(list) ? `${kindOfValue(list[0])}[]` : kindOfValue(list)
    }
    return kindOfValue(this.#parser(oid)(this.#sample(oid)))
  }

  #sample(oid: number): string {
    const { category = '' } = this.#types.get(oid) ?? {}
    return SAMPLES[category] ?? 'x'
  }
}

const kindOfValue = (value: unknown): string => (typeof value === 'object' && value !== null ? value.constructor.name : typeof value)

/** Names columns the way Kysely does. */
class Names extends CamelCasePlugin {
  of = (column: string): string => this.camelCase(column)
}
const names = new Names()

export const nameInCode = (column: string): string => names.of(column)
