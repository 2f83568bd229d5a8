import { wholeTable } from '../tables/whole-table.ts'
import pg from 'pg'
import { Kinds, nameInCode } from './kinds.ts'

/** A column of a prepared statement as the code receives it. */
export interface Column {
  name: string
  /** What the connection's parser makes of a value of this type. */
  kind: string
  pgType: string
  /** It may be null in its table, and no condition of the statement excludes null. */
  nullable: boolean
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Parses and describes a statement without executing it; the reply lists its columns. */
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

export class Describer {
  readonly #client: pg.PoolClient
  readonly #kinds: Kinds
  /** The names of the nullable columns of tables. */
  readonly #nullable: ReadonlyMap<string, string>

  private constructor(client: pg.PoolClient, kinds: Kinds, nullable: ReadonlyMap<string, string>) {
    this.#client = client
    this.#kinds = kinds
    this.#nullable = nullable
  }

  /** `pool`: opened by the product's own function, with its parsers. */
  static async open(pool: pg.Pool): Promise<Describer> {
    const { rows } = await pool.query<{ key: string; name: string }>(
      `select a.attrelid || '.' || a.attnum as key, a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
        left join pg_attribute b on b.attrelid = ${wholeTable('c')} and b.attname = a.attname
        where a.attnum > 0 and not coalesce(b.attnotnull, a.attnotnull) and (c.relkind in ('r', 'p') or b.attrelid is not null)`,
    )
    return new Describer(await pool.connect(), await Kinds.of(pool), new Map(rows.map(({ key, name }) => [key, name])))
  }

  close = (): void => this.#client.release()

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
      name: nameInCode(name),
      kind: this.#kinds.of(dataTypeID),
      pgType: this.#kinds.nameOf(dataTypeID),
      nullable: column !== undefined && !asksForValue(column, text),
    }
  }
}

/** Whether a condition excludes rows in which the column is null. */
const asksForValue = (column: string, text: string): boolean =>
  new RegExp(String.raw`\b${column}"?\s*(=|<|>|is not null|in \()|=\s*(\w+\.)?"?${column}\b`, 'i').test(text)
