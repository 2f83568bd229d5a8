import { mayOpen, screenAt } from '../../kernel/permission.ts'
import { usePermissions } from '../../parts/permitted.ts'
import { isBuilt } from '../../screens.tsx'

/** Whether an address would open for this person. */
export function useMayGo(): (path: string) => boolean {
  const permissions = usePermissions()
  return path => {
    const screen = screenAt(path)
    return screen !== undefined && isBuilt(screen.path) && mayOpen(screen, permissions)
  }
}
