import { useState } from 'react'
import type { RepairedRows } from './use-import.ts'

/** The corrected cells of a plan, row by row; another plan starts without any. */
export function useTyped(planId: string) {
  const [state, setState] = useState({ planId, cells: new Map<string, { row: number; title: string; value: string }>() })
  const cells = state.planId === planId ? state.cells : new Map<string, { row: number; title: string; value: string }>()
  const keyOf = (row: number, title: string) => `${row} ${title}`
  return {
    count: cells.size,
    of: (row: number, title: string) => cells.get(keyOf(row, title))?.value,
    put: (row: number, title: string, value: string) =>
      setState({ planId, cells: new Map(cells).set(keyOf(row, title), { row, title, value }) }),
    rows: (): RepairedRows =>
      [...Map.groupBy(cells.values(), ({ row }) => row)].map(([row, list]) => ({
        row,
        cells: list.map(({ title, value }) => ({ title, value })),
      })),
  }
}
export type Typed = ReturnType<typeof useTyped>
