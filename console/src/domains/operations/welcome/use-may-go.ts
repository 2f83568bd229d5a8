import { hasScreen } from '@hufu/contract/built-screens'
import { mayOpen, screenAt } from '../../../platform/permission.ts'
import { usePermissions } from '../../../ui/permitted.ts'

/** Whether the user may open an address. */
export function useMayGo(): (path: string) => boolean {
  const permissions = usePermissions()
  return path => {
    const screen = screenAt(path)
    return screen !== undefined && hasScreen(screen.path) && mayOpen(screen, permissions)
  }
}
