import { menus } from '@hufu/contract/permission/menu'
import { fetchData } from '../../../platform/calls.ts'
import { permissionsOf } from '../../../platform/permission.ts'
import { session } from '../../../platform/session.ts'
import { granted } from '../../../ui/permitted.ts'

/** Reads the left menu and the permissions again after a change of menus or roles, without a reload. */
export async function refreshRights(): Promise<void> {
  const [tree, rights] = await Promise.all([fetchData(menus.mine), fetchData(menus.granted)])
  session.set({ menus: tree })
  granted.set({ permissions: permissionsOf(rights) })
}
