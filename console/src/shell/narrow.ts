import { useSyncExternalStore } from 'react'
import { useSystem } from '../platform/session.ts'

const small = matchMedia('(max-width: 760px)')
function watch(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

/** The left menu is icons alone: so chosen, or the window leaves no room for more (a page at 200 % is one). */
export function useNarrow(): boolean {
  const isSmall = useSyncExternalStore(watch, () => small.matches)
  return useSystem(value => value.collapsed) || isSmall
}
