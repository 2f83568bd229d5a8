import type { ColumnLayout } from '@hufu/contract/operations/list-preference'
import type { TableColumnType } from 'antd'

/**
 * A column of a table. `optional`: hidden unless chosen; `spare`: shown if there is room; kind `happened`: a past time, shown
 * relative if recent.
 */
export type Column<T> = TableColumnType<T> & { optional?: boolean; spare?: boolean; kind?: 'happened' }
export interface Choosable {
  key: string
  label: string
}

const USUAL_WIDTH = 120
/** The width of the checkbox column. */
const TICK_WIDTH = 44

const isChoosable = <T>({ key, title }: Column<T>, index: number, all: readonly Column<T>[]) =>
  typeof title === 'string' && key !== undefined && key !== 'tools' && all.findIndex(one => typeof one.title === 'string') !== index

/** Columns that can be hidden or moved: all with a title except the first, which identifies the row. */
export const choosableOf = <T>(columns: readonly Column<T>[]): Choosable[] =>
  columns.filter(isChoosable).map(({ key, title }) => ({ key: String(key), label: title as string }))

/** The default layout: optional columns are hidden. */
export const defaultLayout = <T>(columns: readonly Column<T>[]): ColumnLayout => ({
  hidden: columns.filter(({ optional }) => optional === true).map(({ key }) => String(key)),
  order: choosableOf(columns).map(({ key }) => key),
  pinned: [],
})

/** The columns in the order of the layout; columns newer than the layout come last. */
export function arranged<T>(columns: readonly Column<T>[], { hidden, order, pinned }: ColumnLayout): Column<T>[] {
  const movable = columns.filter(isChoosable)
  const place = ({ key }: Column<T>) => (order.includes(String(key)) ? order.indexOf(String(key)) : order.length)
  const isPinned = ({ key }: Column<T>) => pinned.includes(String(key))
  const shown = movable.filter(({ key }) => !hidden.includes(String(key))).toSorted((a, b) => place(a) - place(b))
  const moved = [...shown.filter(isPinned).map(column => ({ ...column, fixed: 'start' as const })), ...shown.filter(one => !isPinned(one))]
  const at = columns.findIndex(isChoosable)
  const still = columns.filter((column, index) => !isChoosable(column, index, columns))
  const before = still.filter(column => columns.indexOf(column) < at)
  return at < 0 ? [...columns] : [...before, ...moved, ...still.filter(column => !before.includes(column))]
}

/** The first code point of characters as wide as high. */
const FIRST_WIDE = 0x2e80
/** Widths of characters of a title, its padding, and the sort arrows. */
const LETTER = { wide: 14, narrow: 8 }
const PADDING = 24
const ARROWS = 18

/** The approximate width of a word in pixels. */
export const wordWidth = (word: string): number =>
  [...word].reduce((sum, letter) => sum + (letter.codePointAt(0)! > FIRST_WIDE ? LETTER.wide : LETTER.narrow), 0)

/** The given width, but at least the width of the title. */
export function widthOf<T>({ width, title, sorter }: Column<T>): number {
  const head = PADDING + (sorter ? ARROWS : 0) + wordWidth(typeof title === 'string' ? title : '')
  return Math.max(typeof width === 'number' ? width : USUAL_WIDTH, head)
}

export const totalWidth = <T>(columns: readonly Column<T>[], hasTicks: boolean): number =>
  columns.reduce((sum, column) => sum + widthOf(column), hasTicks ? TICK_WIDTH : 0)

/** Long text ends with an ellipsis; row actions and drag handles are never cut. */
export const withLayout = <T>(column: Column<T>): Column<T> => ({
  ellipsis: column.key !== 'tools' && column.title !== undefined,
  ...column,
  // A column without a width takes the remaining room.
  [column.width === undefined ? 'minWidth' : 'width']: widthOf(column),
})

/** The width of the actions in a small window: one short word, and the button for the others. */
const ONE_ACT_WIDTH = 88
const SHORT_WORD = 56
export const isShort = (word: string): boolean => wordWidth(word) <= SHORT_WORD
export const withOneAct = <T>(columns: readonly Column<T>[]): Column<T>[] =>
  columns.map(column => (column.key === 'tools' ? { ...column, width: Math.min(ONE_ACT_WIDTH, widthOf(column)) } : column))

/** Hides spare columns that do not fit, from the right, until the user has chosen columns. */
export function fitting<T>(columns: readonly Column<T>[], room: number, hasTicks: boolean): Column<T>[] {
  let total = totalWidth(columns, hasTicks)
  const left = new Set(columns)
  for (const column of columns.filter(({ spare }) => spare === true).toReversed()) {
    if (total <= room) break
    left.delete(column)
    total -= widthOf(column)
  }
  return columns.filter(column => left.has(column))
}
