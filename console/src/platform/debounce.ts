import { DEBOUNCE_MS } from './constants.ts'

export interface Debounced<A extends unknown[]> {
  (...args: A): void
  cancel(): void
}

/** Runs `act` once calls have paused for `ms`, with the arguments of the last. */
export function debounce<A extends unknown[]>(act: (...args: A) => void, ms: number = DEBOUNCE_MS): Debounced<A> {
  let handle: ReturnType<typeof setTimeout> | undefined
  const later = (...args: A) => {
    clearTimeout(handle)
    handle = setTimeout(() => act(...args), ms)
  }
  return Object.assign(later, { cancel: () => clearTimeout(handle) })
}
