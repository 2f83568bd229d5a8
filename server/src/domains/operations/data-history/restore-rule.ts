import type { InnerCall } from '../../../platform/http/inner-call.ts'
import type { PartName } from './parts.ts'

export type Row = Readonly<Record<string, unknown>>

/** An element of a set that a call can only replace as a whole, and whether the element shall be in the set. */
export interface Part {
  part: PartName
  row: Row
  isIn: boolean
}
/** `reinsert` inserts the record again under its former id. */
export type Step = InnerCall | Part | { reinsert: string; row: Row }
export const part = (name: PartName, row: Row, isIn: boolean): Part => ({ part: name, row, isIn })

/** How records of a table are changed by calls. Changes not covered here cannot be undone. */
export interface RestoreRules {
  /** The call that edits the record, with the fields it always requires (`base`) and the columns it writes (`fields`). */
  update?: { name: string; base: Readonly<Record<string, string>>; fields: Readonly<Record<string, string>> }
  /** The columns that have a call of their own. */
  own?: Readonly<Record<string, (id: string, value: unknown, present: Row) => Step>>
  /** Undoes an insert. */
  remove?: (row: Row) => Step
  /** Undoes a deletion. */
  add?: (row: Row) => Step
  /** A deletion is undone by inserting the record under its former id (returns.ts). */
  reinserts?: true
}

export const setStatus = (feature: string) => ({
  status: (id: string, value: unknown): InnerCall => ({
    name: `${feature}.setStatus`,
    query: { status: String(value as number) },
    body: { ids: [id] },
  }),
})
export const removal =
  (feature: string, call = 'remove') =>
  (row: Row) => ({ name: `${feature}.${call}`, body: { ids: [row.id] } })
export const sameNames = (names: string) => Object.fromEntries(names.split(' ').map(name => [name, name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())])) // prettier-ignore

/** A kind of record with the usual calls to edit, enable, disable and remove. */
export const plain = (feature: string, base: string, fields: string): RestoreRules => ({
  update: { name: `${feature}.update`, base: Object.fromEntries(base.split(' ').map(name => [name, name])), fields: sameNames(fields) },
  own: setStatus(feature),
  remove: removal(feature),
})

/** For records whose sort number is set by a call of its own. */
export const sorted = (feature: string) => ({
  sort_num: (id: string, value: unknown): InnerCall => ({
    name: `${feature}.setSortNum`,
    query: { id, sortNum: String(value as number) },
  }),
})

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?\+08:00$/
/** A time in the form of the wire; other values unchanged. */
export const wireValueOf = (value: unknown): unknown => (typeof value === 'string' ? value.replace(MOMENT, '$1 $2') : value)
