import { type Envelope, ok } from '../../../platform/client.ts'
import type { Saved } from '../../../ui/batch/batch-grid.tsx'
import { cellOf, filled, type GridRow, isBlank } from '../../../ui/batch/batch-rows.ts'
import { text } from './batch-text.ts'

/** The stored organisation of a grid row; rows typed below it become its children. */
export interface StoredOrg {
  id: string
  name: string
}
export type StoredOrgs = ReadonlyMap<number, StoredOrg>

/** The parent of a row: the last filled row above it that is less indented. */
export function parentRow(row: GridRow, rows: readonly GridRow[]): GridRow | undefined {
  const above = rows.slice(0, rows.indexOf(row))
  return above.findLast(one => one.depth < row.depth && !isBlank(one))
}

interface Actions {
  /** All rows of the grid, faulty ones included, as they may be parents. */
  rows: readonly GridRow[]
  topId: string
  storedParents: StoredOrgs
  save: (parentId: string, list: Record<string, string>[]) => Promise<Envelope<Saved>>
  /** The organisations directly below one. */
  children: (parentId: string) => Promise<readonly { id: string; code: string }[]>
}

/**
 * Stores the good rows level by level, each below the organisation stored for its parent row. Rows whose parent could not
 * be stored stay; rows that failed below a stored parent keep it as their home.
 */
export async function saveBranches(good: readonly GridRow[], actions: Actions): Promise<{ answer: Envelope<Saved>; created: StoredOrgs }> {
  const created = new Map<number, StoredOrg>()
  const errors: Saved['errors'][number][] = []
  const addError = (row: GridRow, field: string, message: string) => errors.push({ row: good.indexOf(row) + 1, field, message })
  for (const [parentId, part] of placesOf(good, actions, created)) {
    const answer = parentId === undefined ? undefined : await actions.save(parentId, part.map(filled))
    if (answer && ok(answer)) {
      for (const { row, field, message } of answer.data.errors) addError(part[row - 1]!, field, message)
      const stored = part.filter((_, index) => !answer.data.errors.some(({ row }) => row === index + 1))
      for (const [key, parentOrg] of await storedOrgsOf(stored, actions.children(parentId!))) created.set(key, parentOrg)
    } else if (answer && created.size === 0 && errors.length === 0) {
      // Nothing is stored yet: the whole request was refused, which the user has been shown.
      return { answer, created }
    } else for (const row of part) addError(row, '', answer?.message ?? text.parentUnsaved)
  }
  const fail = new Set(errors.map(({ row }) => row)).size
  return { answer: { code: 'success', message: '', data: { success: good.length - fail, fail, errors } }, created }
}

/** Groups of rows with one parent, in an order in which they can be stored; undefined for rows whose parent row was not stored. */
function* placesOf(good: readonly GridRow[], { rows, topId, storedParents }: Actions, created: StoredOrgs) {
  const idOf = (row: GridRow) => {
    const parent = parentRow(row, rows)
    return parent ? created.get(parent.key)?.id : (storedParents.get(row.key)?.id ?? topId)
  }
  for (const level of levelsOf(good)) yield* Map.groupBy(level, idOf)
}

async function storedOrgsOf(stored: readonly GridRow[], below: ReturnType<Actions['children']>): Promise<[number, StoredOrg][]> {
  const ids = new Map((await below).map(({ id, code }) => [code.toLowerCase(), id]))
  return stored.flatMap(row => {
    const id = ids.get(cellOf(row, 'code').toLowerCase())
    return id === undefined ? [] : [[row.key, { id, name: cellOf(row, 'name') }] as [number, StoredOrg]]
  })
}

const levelsOf = (rows: readonly GridRow[]) =>
  [...Map.groupBy(rows, row => row.depth)].toSorted(([one], [other]) => one - other).map(([, level]) => level)

/** After saving, rows below a stored row lose their indent and keep that organisation as home. */
export function withStoredParents(
  rows: readonly GridRow[],
  storedParents: StoredOrgs,
  created: StoredOrgs,
): { rows: GridRow[]; storedParents: StoredOrgs } {
  const now = new Map(storedParents)
  const depths = new Map<number, number>()
  for (const row of rows) {
    const parent = parentRow(row, rows)
    const parentOrg = parent && created.get(parent.key)
    if (parentOrg) now.set(row.key, parentOrg)
    depths.set(row.key, parent && !parentOrg ? depths.get(parent.key)! + 1 : 0)
  }
  return { rows: rows.map(row => ({ ...row, depth: depths.get(row.key)! })), storedParents: now }
}
