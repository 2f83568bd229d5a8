import { useSystem } from '../platform/session.ts'
import { useSmallScreen } from '../ui/use-small-screen.ts'

/** Whether the left menu shows icons only: by choice, or because the window is narrow (as a page at 200 % is). */
export function useNarrow(): boolean {
  const isSmall = useSmallScreen()
  return useSystem(value => value.collapsed) || isSmall
}
