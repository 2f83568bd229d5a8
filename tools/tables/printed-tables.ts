import { readFileSync } from 'node:fs'
import { format, type FormatConfig } from 'oxfmt'
import type pg from 'pg'
import { ownerOf } from '../domains.ts'
import { nameInCode } from '../statements/kinds.ts'
import { columnsOf, type Column } from './columns.ts'
import { filledViews, knownTypes, sources } from './known.ts'

const note = 'Printed from the migrated database by `npm run print`; do not edit. A test fails when this copy is stale.'

/** The types of the tables of a migrated database: one file for each owner, with its path. */
export async function printedTables(pool: pg.Pool): Promise<[file: string, text: string][]> {
  const columns = (await columnsOf(pool)).filter(({ table }) => ownerOf.has(table))
  refuseUnknown(columns)
  const byOwner = [...Map.groupBy(columns, ({ table }) => ownerOf.get(table)!)]
  return Promise.all(
    byOwner.map(async ([owner, own]): Promise<[string, string]> => {
      const file = `server/migrations/tables/${owner}.ts`
      return [file, await formatted(file, fileOf(owner, own))]
    }),
  )
}

/** Fails when known.ts names a column or a view that no longer exists. */
function refuseUnknown(columns: readonly Column[]): void {
  const there = new Set(columns.flatMap(({ table, name, isView }) => [`${table}.${name}`, ...(isView ? [table] : [])]))
  const gone = [...Object.keys(knownTypes), ...filledViews].filter(name => !there.has(name))
  if (gone.length > 0) throw new Error(`tools/tables/known.ts names what does not exist: ${gone.join(', ')}`)
}

function fileOf(owner: string, columns: readonly Column[]): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(
    ([table, own]) => `${nameInCode(table)}: { ${own.map(column => `${nameInCode(column.name)}: ${typeOf(column)}`).join('; ')} }`,
  )
  const body = `/** ${note} */\nexport interface ${interfaceOf(owner)} {\n${tables.join('\n')}\n}\n`
  const imports = Object.entries(sources).flatMap(([source, names]) => {
    const used = names.filter(name => new RegExp(String.raw`\b${name}\b`).test(body))
    return used.length > 0 ? [`import type { ${used.join(', ')} } from '${source}'\n`] : []
  })
  return `${imports.join('')}\n${body}`
}

const interfaceOf = (owner: string): string => `${owner.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Tables`

/** The Kysely type of a column. */
export function typeOf(column: Column): string {
  const key = `${column.keptIn}.${column.name}`
  const nullable = column.nullable && !filledViews.includes(column.table)
  const columnType = knownTypes[key] ?? allowedType(column)
  if (column.kind === 'json') {
    if (columnType === undefined) throw new Error(`tools/tables/known.ts does not say what ${key} holds`)
    return `${column.hasDefault ? 'JsonWithDefault' : 'Json'}<${columnType}>${nullable ? ' | null' : ''}`
  }
  const type = `${columnType ?? column.kind}${nullable ? ' | null' : ''}`
  if (column.isGenerated || column.isView) return `GeneratedAlways<${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

const allowedType = ({ allowed }: Column): string | undefined =>
  allowed.length > 0
    ? allowed.map(value => (typeof value === 'string' ? `'${value.replaceAll("'", String.raw`\'`)}'` : String(value))).join(' | ')
    : undefined

async function formatted(file: string, text: string): Promise<string> {
  const style = JSON.parse(readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8')) as FormatConfig
  const { code, errors } = await format(file, text, style)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  return code
}
