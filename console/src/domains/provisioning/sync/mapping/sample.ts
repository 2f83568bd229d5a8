import type { MappingLine, SyncField } from '@hufu/contract/provisioning/sync'
import { type Kind, kindsOf, type Line, type Typed } from '../wizard/draft.ts'
import type { SyncObject } from '@hufu/contract/provisioning/sync-log'
import { usualNames } from '../wizard/templates.ts'

export type Row = Readonly<Record<string, unknown>>

const DEPTH_MAX = 4
const isFields = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path such as `dept[0].id`. */
export function valueAt(row: unknown, path: string): unknown {
  let here = row
  for (const step of path.split(/[.[\]]+/).filter(part => part !== '')) {
    if (typeof here !== 'object' || here === null) return undefined
    here = (here as Row)[step]
  }
  return here
}

export const valueText = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** Every path in the rows that has a value, in order, with its first value that is not empty. */
export function pathsOf(rows: readonly Row[]): { path: string; example: string }[] {
  const found = new Map<string, string>()
  const walk = (value: unknown, path: string, depth: number) => {
    if (isFields(value) && depth < DEPTH_MAX)
      return Object.entries(value).forEach(([name, part]) => walk(part, path === '' ? name : `${path}.${name}`, depth + 1))
    if (Array.isArray(value) && isFields(value[0])) return walk(value[0], `${path}[0]`, depth + 1)
    if (path !== '') found.set(path, found.get(path) || valueText(value))
  }
  for (const row of rows) walk(row, '', 0)
  return [...found].map(([path, example]) => ({ path, example }))
}

const guess = (kind: Kind, field: string, paths: readonly string[]): string | undefined => {
  const byLowerCase = new Map(paths.map(path => [path.toLowerCase(), path]))
  const names = [field, ...(usualNames[kind][field] ?? [])]
  return names.map(name => byLowerCase.get(name.toLowerCase())).find(path => path !== undefined)
}

/** How many of the usual fields of a kind a row seems to have. */
const likeness = (kind: Kind, row: Row): number =>
  Object.keys(usualNames[kind]).filter(field => guess(kind, field, Object.keys(row)) !== undefined).length

/** The rows of one object type in a sample that may hold both: those with more of its usual fields. */
export function sampleOf(kind: Kind, objectType: SyncObject, rows: readonly Row[]): readonly Row[] {
  if (objectType !== 'all') return rows
  const other = kind === 'org' ? 'user' : 'org'
  const own = rows.filter(row => likeness(kind, row) > likeness(other, row))
  return own.length > 0 ? own : rows
}

type Mapped = Pick<Typed, 'mapping' | 'objectType' | 'type'>

/** Adds to the mapping what the sample suggests: a line for each required or usual field, and a path for lines without one. */
export function completed({ mapping: lines, objectType, type }: Mapped, fields: readonly SyncField[], rows: readonly Row[]): Line[] {
  return kindsOf(objectType).flatMap(kind => {
    const paths = pathsOf(sampleOf(kind, objectType, rows)).map(({ path }) => path)
    const own = lines.filter(line => line.object === kind)
    const filled = own.map(line => (line.from || line.transform?.length ? line : withGuess(line, guess(kind, line.to, paths))))
    const targets = new Set(own.map(line => line.to))
    const added = fields
      .filter(field => field.object === kind && !targets.has(field.field))
      .flatMap(field => {
        const from = guess(kind, field.field, paths)
        const isUsual = from !== undefined && usualNames[kind][field.field] !== undefined
        return field.required || isUsual ? [withGuess(newLine(kind, field.field, type), from)] : []
      })
    return [...filled, ...added]
  })
}

const withGuess = (line: Line, from: string | undefined): Line => (from === undefined ? line : { ...line, from })

/**
 * A user name is written for new users only, so that a source cannot change what
 * they sign in with. WeCom gives newer applications no telephone.
 */
export const newLine = (object: Kind, to: string, type?: Typed['type']): Line & MappingLine => ({
  object,
  to,
  from: '',
  transform: [],
  when: to === 'userName' ? 'new' : type === 'wecom' && to === 'phone' ? 'empty' : 'always',
})
