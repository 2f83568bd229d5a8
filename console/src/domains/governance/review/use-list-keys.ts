import type { Examine } from '@hufu/contract/governance/review'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { Selection } from '../../../ui/list/use-selection.ts'
import type { Verdict } from './use-verdict.ts'

interface Actions {
  list: RefObject<HTMLElement | null>
  rows: readonly Examine[]
  selection: Selection<Examine>
  onVerdict: (verdict: Verdict) => void
  onHelp: () => void
}

export const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement && (target.matches('textarea, select, input:not([type=checkbox])') || target.isContentEditable)
const openersIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('.review-open') ?? [])]

/** The shortcut keys of a list of requests, active while the focus is in it. */
export function useListKeys({ list, rows, selection, onVerdict, onHelp }: Actions) {
  const anchor = useRef(-1)
  const open = rows.filter(row => row.mayAct)
  const choose = (chosen: readonly Examine[]) =>
    selection.choose(
      chosen.map(row => row.id),
      [...chosen],
    )
  const here = () => {
    const active = document.activeElement
    const row = active?.closest('[data-row-key], .review-card')
    const id = row?.getAttribute('data-row-key') ?? row?.querySelector<HTMLElement>('.review-open')?.dataset['id']
    return rows.findIndex(one => one.id === id)
  }
  const move = (by: number) => {
    const openers = openersIn(list.current)
    openers[Math.min(Math.max(here() + by, 0), openers.length - 1)]?.focus()
  }
  const tick = (isRange: boolean) => {
    const at = here()
    const row = rows[at]
    if (!row?.mayAct) return
    const from = isRange && anchor.current >= 0 ? anchor.current : at
    anchor.current = at
    const meant = isRange ? rows.slice(Math.min(from, at), Math.max(from, at) + 1).filter(one => one.mayAct) : [row]
    const others = selection.rows.filter(one => !meant.some(({ id }) => id === one.id))
    const isOff = !isRange && selection.ids.includes(row.id)
    choose(isOff ? others : [...others, ...meant])
  }
  const acts: Readonly<Record<string, () => void>> = {
    j: () => move(1),
    ArrowDown: () => move(1),
    k: () => move(-1),
    ArrowUp: () => move(-1),
    x: () => tick(false),
    X: () => tick(true),
    a: () => onVerdict('pass'),
    r: () => onVerdict('reject'),
    '?': onHelp,
  }
  return (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.altKey) return
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a'
    const act = isAll ? () => choose(open) : event.ctrlKey || event.metaKey ? undefined : acts[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
}

/** Focuses the first row if nothing else has the focus, so that the keys work. */
export function focusFirst(list: HTMLElement | null): void {
  const active = document.activeElement
  if (active === document.body || active?.id === 'main') openersIn(list)[0]?.focus({ preventScroll: true })
}
