import { sql, type RawBuilder } from 'kysely'
import { UNFINISHED_RESTORE } from '../../server/src/platform/database/start-checks.ts'
import type { Db } from '../../server/src/platform/database/db.ts'

export interface Column {
  name: string
  /** The type as PostgreSQL spells it. */
  type: string
  identity: boolean
}

export interface Table {
  name: string
  columns: readonly Column[]
  /** The primary key, or all columns: rows are written and compared in this order. */
  order: readonly string[]
}

/**
 * Tables that are left out: the record of migrations, which migrating writes, and sessions, because a session that was
 * ended after the backup must not come back with it.
 */
const leftOut = [UNFINISHED_RESTORE, 'schema_step', 'schema_lock', 'session', 'remembered_device']

/** All logged tables with their columns, without generated ones; unlogged tables hold nothing that must last. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'identity', a.attidentity <> '') order by a.attnum) as columns,
      coalesce((select jsonb_agg(k.attname order by key.n) from pg_index i cross join unnest(i.indkey) with ordinality as key (attnum, n)
          join pg_attribute k on k.attrelid = c.oid and k.attnum = key.attnum where i.indrelid = c.oid and i.indisprimary),
        jsonb_agg(a.attname order by a.attnum)) as "order"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' and not c.relname = any (${leftOut})
    group by c.oid, c.relname order by c.relname`.execute(db)
  return rows
}

const isJson = ({ type }: Column) => type === 'json' || type === 'jsonb'
const isText = ({ type }: Column) => type === 'text' || type.startsWith('character')

/** A row is one line of JSON. JSON columns travel as text, so that a JSON null differs from SQL null. */
export function linesQuery({ name, columns, order }: Table): RawBuilder<{ line: string }> {
  const shown = columns.map(column =>
    isJson(column) ? sql`${sql.ref(column.name)}::text as ${sql.ref(column.name)}` : sql.ref(column.name),
  )
  const textual = new Set(columns.filter(isText).map(column => column.name))
  // The same order everywhere, because databases may collate differently.
  const by = order.map(column => (textual.has(column) ? sql`r.${sql.ref(column)} collate "C"` : sql`r.${sql.ref(column)}`))
  return sql`select row_to_json(r)::text as line from (select ${sql.join(shown)} from ${sql.table(name)}) r order by ${sql.join(by)}`
}

/** Takes lines as one parameter, a JSON array. */
export function insertQuery({ name, columns }: Table, lines: string): RawBuilder<unknown> {
  const names = sql.join(columns.map(column => sql.ref(column.name)))
  const read = sql.join(columns.map(column => sql`${sql.ref(column.name)} ${sql.raw(isJson(column) ? 'text' : column.type)}`))
  const values = sql.join(
    columns.map(column => (isJson(column) ? sql`r.${sql.ref(column.name)}::${sql.raw(column.type)}` : sql`r.${sql.ref(column.name)}`)),
  )
  return sql`insert into ${sql.table(name)} (${names}) overriding system value select ${values} from json_to_recordset(${lines}::json) as r (${read})`
}

/** The names of the migrations the database has had; none for an empty database. */
export async function readSteps(db: Db): Promise<string[]> {
  const { rows: there } = await sql<{ table: string | null }>`select to_regclass('schema_step')::text as table`.execute(db)
  if (there[0]?.table === null) return []
  const { rows } = await sql<{ name: string }>`select name from schema_step order by name collate "C"`.execute(db)
  return rows.map(({ name }) => name)
}

const FETCH_BYTES = 4 * 1024 * 1024
const FETCH_FIRST = 100
const FETCH_MOST = 5000

/** All lines of a table through a cursor, a few megabytes at a time. Works only inside a transaction. */
export async function* linesOf(db: Db, table: Table): AsyncGenerator<string[]> {
  await sql`declare lines no scroll cursor for ${linesQuery(table)}`.execute(db)
  for (let wanted = FETCH_FIRST; ;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(wanted)} from lines`.execute(db)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
    const mean = rows.reduce((sum, { line }) => sum + line.length, 0) / rows.length
    wanted = Math.max(1, Math.min(FETCH_MOST, Math.floor(FETCH_BYTES / mean)))
  }
  await sql`close lines`.execute(db)
}
