import { useSystem } from '../platform/session.ts'
import { useSmall } from '../ui/use-small.ts'

/** Whether the left menu shows icons only: by choice, or because the window is narrow (as a page at 200 % is). */
export function useNarrow(): boolean {
  const isSmall = useSmall()
  return useSystem(value => value.collapsed) || isSmall
}
