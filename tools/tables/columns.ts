import type pg from 'pg'
import { Kinds } from '../statements/kinds.ts'
import { wholeTable } from './whole-table.ts'

/** A column of a table or a view, as described by the catalogue. */
export interface Column {
  table: string
  /** Where its values are kept: the table itself, or the one that a view such as live_user shows. */
  keptIn: string
  name: string
  isView: boolean
  /** The JavaScript type that the pool's parser gives, or `json`. */
  kind: string
  /** The values allowed by a check on this column alone. */
  allowed: readonly (string | number)[]
  nullable: boolean
  hasDefault: boolean
  /** Generated always: it cannot be written. */
  isGenerated: boolean
}

interface Found {
  table: string
  kept_in: string
  name: string
  type: number
  is_view: boolean
  not_null: boolean
  identity: string
  generated: string
  expression: string | null
  checks: string[]
}

/** The columns of all tables and views in order, without those of partitions. */
export async function columnsOf(pool: pg.Pool): Promise<Column[]> {
  const kinds = await Kinds.of(pool)
  const { rows } = await pool.query<Found>(`
    select c.relname as table, coalesce(b.attrelid::regclass::text, c.relname) as kept_in, a.attname as name, a.atttypid as type, c.relkind = 'v' as is_view, coalesce(b.attnotnull, a.attnotnull) as not_null,
      a.attidentity as identity, a.attgenerated as generated, pg_get_expr(d.adbin, d.adrelid) as expression,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = coalesce(b.attrelid, c.oid) and k.contype = 'c' and k.conkey = array[coalesce(b.attnum, a.attnum)]
        order by k.conname) as checks
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attribute b on b.attrelid = ${wholeTable('c')} and b.attname = a.attname
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    order by c.relname, a.attnum`)
  const filled = new Set(rows.filter(row => row.not_null).map(({ table, name }) => `${table}.${name}`))
  return rows.map(row => ({
    table: row.table,
    keptIn: row.kept_in,
    name: row.name,
    isView: row.is_view,
    kind: kinds.of(row.type),
    allowed: row.checks.map(allowedBy).find(values => values.length > 0) ?? [],
    nullable: !row.not_null && !isJoined(row, filled),
    hasDefault: row.identity !== '' || row.expression !== null,
    isGenerated: row.identity === 'a' || row.generated !== '',
  }))
}

const CHECK_IN = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.+)\]\)|([^()]+))\)\)$/
const LITERAL = /'((?:[^']|'')*)'::text|(-?\d+)/g

/** The values of `check (x in (…))` or `check (x = …)`; none where it says anything else. */
function allowedBy(check: string): (string | number)[] {
  const [, several, one] = CHECK_IN.exec(check) ?? []
  const list = several ?? one ?? ''
  const literals = [...list.matchAll(LITERAL)]
  if (literals.map(([literal]) => literal).join(', ') !== list) return []
  return literals.map(([, text, number]) => text?.replaceAll("''", "'") ?? Number(number))
}

/** Whether a generated key only joins columns that are not null; the catalogue calls it nullable. */
function isJoined({ table, generated, expression }: Found, filled: ReadonlySet<string>): boolean {
  if (generated === '') return false
  const parts = (expression ?? '')
    .replaceAll(/'[^']*'::text|\|\||[()]/g, ' ')
    .trim()
    .split(/\s+/)
  return parts.every(part => filled.has(`${table}.${part}`))
}
