import { useSystem } from '../platform/session.ts'
import { useSmall } from '../ui/use-small.ts'

/** The left menu is icons alone: so chosen, or the window leaves no room for more (a page at 200 % is one). */
export function useNarrow(): boolean {
  const isSmall = useSmall()
  return useSystem(value => value.collapsed) || isSmall
}
