import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { notifier } from '../../platform/client.ts'
import { WARNING_MS } from '../../platform/constants.ts'
import { type GridColumn, type GridRow, newRow, withCell, withCleanCell } from './batch-rows.ts'
import { isBlock, pasteCells, withSpareRow } from './paste-cells.ts'
import { text } from '../text.ts'

/** Larger numbers are imported by a workbook. */
export const GRID_LIMIT = 200

const keyOf = (target: EventTarget) => (target instanceof HTMLInputElement ? target.dataset.column : undefined)
const rowKeyOf = (target: EventTarget) => (target instanceof HTMLElement ? Number(target.closest('tr')?.dataset.row) : undefined)

interface Cells {
  rows: GridRow[]
  columns: readonly GridColumn[]
  onRows: (change: (rows: GridRow[]) => GridRow[]) => void
  onSettled: ((rows: readonly GridRow[]) => void) | undefined
  onKey: ((event: KeyboardEvent, row: GridRow) => boolean) | undefined
  grid: React.RefObject<HTMLTableElement | null>
}
/** Key, paste and blur handlers for the whole grid. */
export function useBatchCells({ grid, rows, columns, onRows, onSettled, onKey }: Cells) {
  const [at, setAt] = useState<number>()
  const latest = useRef(rows)
  const goTo = useRef<{ row: number; column: string }>(undefined)
  useEffect(() => {
    latest.current = rows
    // After Enter has added a row, moves the focus there.
    if (!goTo.current) return
    const { row, column } = goTo.current
    goTo.current = undefined
    inputAt(grid.current, row, column)?.focus()
  })
  const change = (make: (now: GridRow[]) => GridRow[]) => {
    onRows(make)
    onSettled?.(make(latest.current))
  }
  const move = (event: KeyboardEvent, column: string, step: number) => {
    const line = (event.target as HTMLElement).closest('tr')
    const next = step > 0 ? line?.nextElementSibling : line?.previousElementSibling
    event.preventDefault()
    if (next) return next.querySelector<HTMLInputElement>(`[data-column="${column}"]`)?.focus()
    if (step < 0 || event.key !== 'Enter' || rows.length >= GRID_LIMIT) return
    const row = newRow({}, rows.at(-1)?.depth)
    goTo.current = { row: row.key, column }
    onRows(now => [...now, row])
  }
  return {
    /** The row with the focus. */
    at,
    onFocus: (event: React.FocusEvent) => setAt(rowKeyOf(event.target)),
    onKeyDown: (event: KeyboardEvent) => {
      const column = keyOf(event.target)
      const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
      // The Enter of an input method chooses a word.
      if (column === undefined || event.nativeEvent.isComposing) return
      const here = rows.find(row => row.key === rowKeyOf(event.target))
      if (here && onKey?.(event, here)) return event.preventDefault()
      if (step !== undefined) return move(event, column, step)
      if (event.key === 'Delete' && event.ctrlKey) {
        event.preventDefault()
        const row = rowKeyOf(event.target)
        move(event, column, 1)
        onRows(now =>
          withSpareRow(
            now.filter(one => one.key !== row),
            GRID_LIMIT,
          ),
        )
      }
    },
    onPaste: (event: ClipboardEvent) => {
      const [column, row] = [keyOf(event.target), rowKeyOf(event.target)]
      const pasted = event.clipboardData.getData('text/plain')
      if (column === undefined || row === undefined || !isBlock(pasted)) return
      event.preventDefault()
      const { rows: filled, cut } = pasteCells(pasted, { rows, columns, at: { row, column }, limit: GRID_LIMIT })
      change(() => withSpareRow(filled, GRID_LIMIT))
      if (cut > 0) notifier.toast(text.grid.cut(GRID_LIMIT, cut), WARNING_MS, 'warning')
    },
    onBlur: (event: React.FocusEvent) => {
      setAt(undefined)
      const [key, row] = [keyOf(event.target), rowKeyOf(event.target)]
      const column = columns.find(one => one.key === key)
      if (column === undefined || row === undefined) return
      change(now => now.map(one => (one.key === row ? withCleanCell(one, column) : one)))
    },
    onChange: (event: React.FormEvent) => {
      const [column, row] = [keyOf(event.target), rowKeyOf(event.target)]
      if (column === undefined || row === undefined) return
      const { value } = event.target as HTMLInputElement
      onRows(now =>
        withSpareRow(
          now.map(one => (one.key === row ? withCell(one, column, value) : one)),
          GRID_LIMIT,
        ),
      )
    },
  }
}

const inputAt = (grid: HTMLTableElement | null, row: number, column: string) =>
  grid?.querySelector<HTMLInputElement>(`tr[data-row="${row}"] [data-column="${column}"]`)
