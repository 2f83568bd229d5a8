import { sync, type SyncConflict } from '@hufu/contract/provisioning/sync'
import type { KeyboardEvent, RefObject } from 'react'
import { useMay } from '../../../../ui/permitted.ts'
import type { Resolve } from './use-resolve.ts'

interface ConflictKeys {
  room: RefObject<HTMLElement | null>
  rows: readonly SyncConflict[]
  resolve: Resolve
  onHelp: () => void
}

export const keyOf = ({ syncId, objectType, originId }: SyncConflict): string => `${syncId} ${objectType} ${originId}`
const placesIn = (room: HTMLElement | null) => [...(room?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]

/** The shortcut keys of the conflicts, active while the focus is among them. */
export function useConflictKeys({ room, rows, resolve, onHelp }: ConflictKeys) {
  const may = useMay()(sync.resolve)
  const here = () => {
    const key = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key']
    return rows.findIndex(row => keyOf(row) === key)
  }
  const move = (by: number) => {
    const places = placesIn(room.current)
    places[Math.min(Math.max(here() + by, 0), places.length - 1)]?.focus()
  }
  const decide = (key: string): (() => unknown) | undefined => {
    const row = rows[here()]
    if (!row || !may || resolve.pending) return undefined
    const candidate = /^[1-9]$/.test(key) ? row.candidates[Number(key) - 1] : undefined
    if (candidate) return () => resolve.link(row, candidate)
    return { n: () => resolve.create(row), i: () => resolve.ignore(row) }[key.toLowerCase()]
  }
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const moves = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    const act = moves === undefined ? (event.key === '?' ? onHelp : decide(event.key)) : () => move(moves)
    if (!act) return
    event.preventDefault()
    act()
  }
}

/** Focuses the first conflict if nothing else has the focus, so that the keys work. */
export function focusFirst(room: HTMLElement | null): void {
  const active = document.activeElement
  if (active === document.body || active?.id === 'main') placesIn(room)[0]?.focus({ preventScroll: true })
}
