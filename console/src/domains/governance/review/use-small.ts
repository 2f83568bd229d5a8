import { useSyncExternalStore } from 'react'

const small = matchMedia('(max-width: 760px)')
function watch(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

/** On a small screen rows become cards, and drawers take the whole screen. */
export const useSmall = (): boolean => useSyncExternalStore(watch, () => small.matches)
