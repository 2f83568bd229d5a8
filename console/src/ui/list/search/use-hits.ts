import { type KeyboardEvent, useState } from 'react'

/** Moves through hits while the focus stays in the field: ↑ ↓ move, Enter chooses. */
export function useHits<T>(hits: readonly T[], onChoose: (hit: T) => void) {
  const [wished, setAt] = useState(0)
  const at = Math.min(wished, Math.max(0, hits.length - 1))
  const take = (hit: T) => {
    setAt(0)
    onChoose(hit)
  }
  /** True if the key was for the hits. */
  const byKey = ({ key, nativeEvent }: KeyboardEvent): boolean => {
    // The Enter of an input method chooses a word.
    if (nativeEvent.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const hit = hits[at]
    if (hit === undefined) return false
    if (step !== undefined) setAt((at + step + hits.length) % hits.length)
    else if (key === 'Enter') take(hit)
    return step !== undefined || key === 'Enter'
  }
  const choose = (index: number) => {
    const hit = hits[index]
    if (hit !== undefined) take(hit)
  }
  return { at, setAt, byKey, choose }
}

export function scrollIntoSight(hit: HTMLElement | null): void {
  hit?.scrollIntoView({ block: 'nearest' })
}
