import { useSyncExternalStore } from 'react'

const small = matchMedia('(max-width: 760px)')
function watch(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

/** Whether the window is small, as on a telephone or a page at 200 %: rows show one action, and drawers fill the screen. */
export const useSmall = (): boolean => useSyncExternalStore(watch, () => small.matches)
