import { useSyncExternalStore } from 'react'
import { useSystem } from '../platform/session.ts'

const small = matchMedia('(max-width: 760px)')
function watch(listener: () => void) {
  small.addEventListener('change', listener)
  return () => small.removeEventListener('change', listener)
}

/** Whether the left menu shows icons only: by choice, or because the window is narrow (as a page at 200 % is). */
export function useNarrow(): boolean {
  const isSmall = useSyncExternalStore(watch, () => small.matches)
  return useSystem(value => value.collapsed) || isSmall
}
