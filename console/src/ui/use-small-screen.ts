import { useSyncExternalStore } from 'react'

const small = matchMedia('(max-width: 760px)')
function watch(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

/** A telephone, or a page at 200 %: one act of a row is in sight, and what is opened takes the whole screen. */
export const useSmallScreen = (): boolean => useSyncExternalStore(watch, () => small.matches)
