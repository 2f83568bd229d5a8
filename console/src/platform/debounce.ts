import { DEBOUNCE_MS } from './constants.ts'

export interface Debounced<A extends unknown[]> {
  (...args: A): void
  cancel(): void
}

/** Runs `act` once the calls have paused for `ms`, with what the last one gave. */
export function debounce<A extends unknown[]>(act: (...args: A) => void, ms: number = DEBOUNCE_MS): Debounced<A> {
  let handle: ReturnType<typeof setTimeout> | undefined
  const later = (...args: A) => {
    clearTimeout(handle)
    handle = setTimeout(() => act(...args), ms)
  }
  return Object.assign(later, { cancel: () => clearTimeout(handle) })
}
