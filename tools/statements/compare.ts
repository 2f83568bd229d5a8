import type { Column } from './describe.ts'
import type { Asserted, AssertedRow } from './row-type.ts'

/** How the asserted row type differs from the columns found; a type that is wider than needed is allowed. */
export function differences(row: AssertedRow, columns: readonly Column[]): string[] {
  const columnByName = new Map(row.columns.map(column => [column.name, column]))
  const found = new Map(columns.map(column => [column.name, column]))
  const missing = row.columns
    .filter(({ name, optional }) => !optional && !found.has(name))
    .map(({ name }) => `${name}: asserted, not selected`)
  const extra = row.isOpen ? [] : columns.filter(({ name }) => !columnByName.has(name)).map(({ name }) => `${name}: selected, not asserted`)
  const wrong = row.columns.flatMap(asserted => {
    const column = found.get(asserted.name)
    return column ? differencesOf(asserted, column) : []
  })
  return [...missing, ...extra, ...wrong]
}

function differencesOf(asserted: Asserted, column: Column): string[] {
  if (asserted.kinds.includes('any')) return []
  const finding = `${asserted.name}: asserted ${asserted.kinds.join(' | ')}${asserted.nullable ? ' | null' : ''}, found ${column.kind}`
  // PostgreSQL does not know what a JSON value holds.
  if (column.kind !== 'json' && !asserted.kinds.includes(column.kind)) return [`${finding} (${column.pgType})`]
  return column.nullable && !asserted.nullable ? [`${finding} | null`] : []
}
