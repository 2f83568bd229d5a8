import { useState } from 'react'

export interface Selection<T> {
  ids: string[]
  rows: T[]
  /** All results of the query are selected, not only ticked rows: send the filters, not the ids. */
  everything: boolean
  /** How many are selected, of so many found. */
  count: (total: number) => number
  choose: (ids: string[], rows: T[]) => void
  chooseEverything: () => void
  clear: () => void
}

interface Chosen<T> {
  scope: string
  ids: string[]
  rows: T[]
  everything: boolean
}

/** Ticked rows, kept across pages, dropped when the filters (`scope`) change. */
export function useSelection<T>(scope: string): Selection<T> {
  const nothing: Chosen<T> = { scope, ids: [], rows: [], everything: false }
  const [kept, setKept] = useState(nothing)
  const chosen = kept.scope === scope ? kept : nothing
  return {
    ids: chosen.ids,
    rows: chosen.rows,
    everything: chosen.everything,
    count: total => (chosen.everything ? total : chosen.ids.length),
    choose: (ids, rows) => setKept({ scope, ids, rows: rows.filter(row => row !== undefined), everything: false }),
    chooseEverything: () => setKept({ ...chosen, everything: true }),
    clear: () => setKept(nothing),
  }
}
