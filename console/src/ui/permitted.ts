import type { Permit } from '@hufu/contract/call'
import { allows } from '@hufu/contract/permit'
import { mayOpen, NO_PERMISSIONS, type Permissions, screenAt, hasSuperAdminRights } from '../platform/permission.ts'
import { useSession } from '../platform/session.ts'
import { createStore, useStore } from '../platform/store.ts'

/** The rights of the signed-in user, and whether 我的应用 has any; cleared at sign-out. */
export const granted = createStore<{ permissions: Permissions; landsAtApps: boolean }>({ permissions: NO_PERMISSIONS, landsAtApps: false })
export const usePermissions = (): Permissions => useStore(granted, value => value.permissions)

/** Checks the permit of a call as the server does (N-01), to hide what would be refused. */
export function isPermitted(permit: Permit, permissions: Permissions, isAdmin: boolean): boolean {
  if (permit === 'anyone' || permit === 'signedIn' || isAdmin) return true
  if (permit === 'client') return false
  if (permit === 'superAdmin') return hasSuperAdminRights(permissions)
  return allows(permit, permissions.holdings)
}

/** For actions that are list items, not elements: `may(user.remove) && …`. */
export function useMay(): (call: { permit: Permit }) => boolean {
  const permissions = usePermissions()
  const isAdmin = useSession(person => person.isAdmin)
  return call => isPermitted(call.permit, permissions, isAdmin)
}

/** For links: whether the user may open the page at this address. */
export function useMayOpen(): (path: string) => boolean {
  const permissions = usePermissions()
  return path => {
    const screen = screenAt(path)
    return screen !== undefined && mayOpen(screen, permissions)
  }
}
