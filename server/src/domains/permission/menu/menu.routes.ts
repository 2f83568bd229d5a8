import { menus } from '@hufu/contract/permission/menu'
import { withoutDeadEnds } from '../../../platform/access/menu-nodes.ts'
import { feature, invalidatingRights } from '../../../platform/http/context.ts'
import { grantedLists, menuTree } from './menu.ts'
import { findMenu, isButtonCodeFree, isNameFree, menuByName, menuLevel, pageMenus, searchMenus } from './menu-read.sql.ts'
import { addShipped, refuseFixed, removeMenus, saveMenu, setGradeShow, setMenuStatus } from './menu.sql.ts'

export const menuFeature = feature('menu', menus, {
  save: invalidatingRights(({ db, body }) => saveMenu(db, body)),
  level: ({ db, query }) => menuLevel(db, query.parentId, query.hasOnlyEnable ?? false),
  search: ({ db, query }) => searchMenus(db, query),
  setStatus: invalidatingRights(async ({ db, body }) => {
    await findMenu(db, body.id)
    if (body.status === 0) await refuseFixed(db, [body.id])
    await setMenuStatus(db, [body.id], body.status)
  }),
  page: ({ db, query }) => pageMenus(db, query),
  byId: ({ db, query }) => findMenu(db, query.id),
  remove: invalidatingRights(async ({ db, body }) => {
    await refuseFixed(db, body.ids)
    await removeMenus(db, body.ids)
  }),
  setStatuses: invalidatingRights(async ({ db, body }) => {
    if (body.status === 0) await refuseFixed(db, body.ids)
    return setMenuStatus(db, body.ids, body.status)
  }),
  restore: invalidatingRights(async ({ db, query }) => ({ added: await addShipped(db, (await findMenu(db, query.menuId)).id) })),
  markFree: ({ db, query }) => isButtonCodeFree(db, query),
  mine: ({ who }) => menuTree(withoutDeadEnds(who.rights.nodes)),
  byName: ({ db, query }) => menuByName(db, query.name),
  nameFree: ({ db, query }) => isNameFree(db, query),
  granted: ({ who }) => grantedLists(who.rights.nodes),
  setGradeShow: invalidatingRights(async ({ db, query }) => {
    await findMenu(db, query.id)
    await setGradeShow(db, query.id, query.hsaAuthGradeShow)
  }),
})
