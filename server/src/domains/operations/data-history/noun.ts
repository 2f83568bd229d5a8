import type { InnerCall } from '../../../platform/http/inner-call.ts'
import type { PartName } from './parts.ts'

export type Row = Readonly<Record<string, unknown>>

/** One of a set that its call takes as a whole, to be in it or not. */
export interface Part {
  part: PartName
  row: Row
  isIn: boolean
}
/** `again`: the record comes back under its id. */
export type Step = InnerCall | Part | { again: string; row: Row }
export const part = (name: PartName, row: Row, isIn: boolean): Part => ({ part: name, row, isIn })

/** How a kind of record is changed by its own calls. What stands nowhere here cannot be taken back. */
export interface Noun {
  /** The call that edits it: what it needs besides, and which columns it writes. */
  update?: { name: string; base: Readonly<Record<string, string>>; fields: Readonly<Record<string, string>> }
  /** Columns that a call of their own writes. */
  own?: Readonly<Record<string, (id: string, value: unknown, present: Row) => Step>>
  /** Takes back that it came. */
  remove?: (row: Row) => Step
  /** Brings back what was deleted. */
  add?: (row: Row) => Step
  /** It comes back under its id: written by the functions of its own noun (returns.ts). */
  again?: true
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
export const same = (names: string) => Object.fromEntries(names.split(' ').map(name => [name, name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())])) // prettier-ignore

/** A record with a name, edited, enabled and disabled by calls of the usual names. */
export const plain = (feature: string, base: string, fields: string): Noun => ({
  update: { name: `${feature}.update`, base: Object.fromEntries(base.split(' ').map(name => [name, name])), fields: same(fields) },
  own: setStatus(feature),
  remove: removal(feature),
})

/** Its place among others is set by a call of its own. */
export const sorted = (feature: string) => ({
  sort_num: (id: string, value: unknown): InnerCall => ({
    name: `${feature}.setSortNum`,
    query: { id, sortNum: String(value as number) },
  }),
})

const MOMENT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?\+08:00$/
/** A time as it goes over the wire; anything else as it is. */
export const sentAs = (value: unknown): unknown => (typeof value === 'string' ? value.replace(MOMENT, '$1 $2') : value)
