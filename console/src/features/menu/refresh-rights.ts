import { menus } from '@hufu/contract/menu'
import { fetchData } from '../../kernel/calls.ts'
import { permissionsOf } from '../../kernel/permission.ts'
import { session } from '../../kernel/session.ts'
import { granted } from '../../parts/permitted.ts'

/** After a change of menus or roles: the left menu and the permissions follow without a reload. */
export async function refreshRights(): Promise<void> {
  const [tree, rights] = await Promise.all([fetchData(menus.mine), fetchData(menus.granted)])
  session.set({ menus: tree })
  granted.set({ permissions: permissionsOf(rights) })
}
