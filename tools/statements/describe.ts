import pg from 'pg'
import { CamelCasePlugin } from 'kysely'

/** A column of a prepared statement as the code receives it. */
export interface Column {
  name: string
  /** What the connection's parser makes of a value of this type. */
  kind: string
  pgType: string
  /** It may be empty in its table, and no condition of the statement asks for a value. */
  nullable: boolean
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Parsed and described, never carried out: the reply says which columns it would have. */
class Description {
  readonly #text: string
  readonly #done: (fields: readonly Field[] | Error) => void
  #fields: readonly Field[] = []

  constructor(text: string, done: (fields: readonly Field[] | Error) => void) {
    this.#text = text
    this.#done = done
  }

  submit(connection: pg.Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly Field[] }): void {
    this.#fields = fields
  }

  handleError(error: Error): void {
    this.#done(error)
  }

  handleReadyForQuery(): void {
    this.#done(this.#fields)
  }
}

const SAMPLES: Readonly<Record<string, string>> = { B: 't', D: '2026-01-02 03:04:05', N: '1', T: '00:00:01' }

export class Describer {
  readonly #client: pg.PoolClient
  readonly #parser: (oid: number) => (value: string) => unknown
  #types = new Map<number, { name: string; category: string; element: number }>()
  /** The columns of tables that may be empty: their names. */
  #nullable = new Map<string, string>()

  private constructor(client: pg.PoolClient, types: pg.CustomTypesConfig) {
    this.#client = client
    this.#parser = oid => types.getTypeParser(oid, 'text') as (value: string) => unknown
  }

  /** `pool`: as the product opens it, with its own parsers. */
  static async open(pool: pg.Pool): Promise<Describer> {
    const describer = new Describer(await pool.connect(), pool.options.types!)
    await describer.#learn()
    return describer
  }

  close = (): void => this.#client.release()

  async #learn(): Promise<void> {
    const ask = async <T extends pg.QueryResultRow>(text: string) => (await this.#client.query<T>(text)).rows
    const types = await ask<{ oid: number; name: string; category: string; element: number }>(
      'select oid, typname as name, typcategory as category, typelem as element from pg_type',
    )
    this.#types = new Map(types.map(({ oid, ...type }) => [oid, type]))
    const columns = await ask<{ key: string; name: string }>(
      `select attrelid || '.' || attnum as key, attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        where attnum > 0 and not attnotnull and c.relkind in ('r', 'p')`,
    )
    this.#nullable = new Map(columns.map(({ key, name }) => [key, name]))
  }

  async columnsOf(text: string): Promise<Column[]> {
    const fields = await new Promise<readonly Field[] | Error>(done => {
      this.#client.query(new Description(text, done) as unknown as pg.Submittable)
    })
    if (fields instanceof Error) throw fields
    return fields.map(field => this.#column(field, text))
  }

  #column({ name, dataTypeID, tableID, columnID }: Field, text: string): Column {
    const column = this.#nullable.get(`${tableID}.${columnID}`)
    return {
      name: names.of(name),
      kind: this.#kindOf(dataTypeID),
      pgType: this.#types.get(dataTypeID)?.name ?? String(dataTypeID),
      nullable: column !== undefined && !asksForValue(column, text),
    }
  }

  /** What a value of this type is in JavaScript: its own parser is asked. */
  #kindOf(oid: number): string {
    const type = this.#types.get(oid)
    if (type?.name === 'json' || type?.name === 'jsonb') return 'json'
    if (type?.category === 'A') {
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

/** A condition that rows without a value do not meet. */
const asksForValue = (column: string, text: string): boolean =>
  new RegExp(String.raw`\b${column}"?\s*(=|<|>|is not null|in \()|=\s*(\w+\.)?"?${column}\b`, 'i').test(text)

/** Kysely's own way to name columns. */
class Names extends CamelCasePlugin {
  of = (column: string): string => this.camelCase(column)
}
const names = new Names()
