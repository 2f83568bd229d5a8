import { z } from 'zod'
import { get, post } from '../call.ts'
import {
  count,
  done,
  flag,
  id,
  ids,
  nextFound,
  optionalText,
  paged,
  paging,
  queryBoolean,
  queryFlag,
  queryId,
  requiredQueryFlag,
  search,
  sortNum,
  text,
  URI_MAX,
  version,
} from '../shapes.ts'
import type { Schema } from '../schema.ts'

const kind = z.enum(['menu', 'button'])
const MenuButton = z.object({ id: z.string(), name: z.string(), mark: z.string().nullable(), status: z.number() })
const row = {
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  menu_uri: z.string(),
  menu_icon: z.string().nullable(),
  type: kind,
  mark: z.string().nullable(),
  status: z.number(),
  hsaAuthGradeShow: z.number(),
  sortNum: z.number(),
  version: z.number(),
  hasChildren: z.boolean(),
  /** Set only if true: no screen has the address, and no menu is below it. */
  leadsNowhere: z.literal(true).optional(),
  buttons: z.array(MenuButton),
}
export interface MenuNode extends z.infer<z.ZodObject<typeof row>> {
  children: MenuNode[]
}
export const MenuNode: Schema<MenuNode> = z.lazy(() => z.object({ ...row, children: z.array(MenuNode) }))

/** /path, or a complete address of another site; javascript: and //host are refused. */
const uri = z
  .string()
  .max(URI_MAX)
  .regex(/^(?:\/(?![/\\])[^\s\\]*|https?:\/\/[^\s\\]+)?$/, '菜单地址不正确')

export const menus = {
  save: post('/menu/saveOrUpdate', {
    permit: 'superAdmin',
    reads: 'byId',
    body: z.strictObject({
      id: id.optional(),
      parentId: id,
      name: text('菜单名称'),
      menu_uri: uri,
      menu_icon: optionalText(),
      type: kind,
      mark: optionalText(),
      status: flag,
      sortNum: sortNum.optional(),
      hsaAuthGradeShow: flag.optional(),
      version,
    }),
    reply: MenuNode,
  }),
  level: get('/menu/getByParentId', {
    permit: 'superAdmin',
    query: z.object({ parentId: id, hasOnlyEnable: queryBoolean }),
    reply: z.array(MenuNode),
  }),
  search: get('/menu/searchTypeByName', {
    permit: 'superAdmin',
    query: nextFound.extend({ name: search }),
    reply: z.array(z.object({ id: z.string(), name: z.string(), type: kind, path: z.string() })),
  }),
  setStatus: post('/menu/enableOrDisable', { permit: 'superAdmin', body: z.strictObject({ id, status: flag }), reply: done }),
  page: get('/menu/page', {
    permit: 'superAdmin',
    query: paging.extend({ parentId: queryId, name: search, status: queryFlag, type: search, mark: search }),
    reply: paged(MenuNode),
  }),
  byId: get('/menu/get', { permit: 'superAdmin', query: z.object({ id }), reply: MenuNode }),
  remove: post('/menu/remove', { permit: 'superAdmin', body: z.strictObject({ ids }), reply: done }),
  setStatuses: post('/menu/batchEnableOrDisable', { permit: 'superAdmin', body: z.strictObject({ ids, status: flag }), reply: count }),
  restore: get('/menu/initMenu', {
    permit: 'superAdmin',
    changes: true,
    query: z.object({ menuId: id }),
    reply: z.object({ added: z.number() }),
  }),
  markFree: get('/menu/checkMark', {
    permit: 'superAdmin',
    query: z.object({ parentId: id, mark: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  /** The left menu of the session's user. */
  mine: get('/menu/getAuthMenuByUserId', { permit: 'signedIn', whileForced: true, reply: z.array(MenuNode) }),
  byName: get('/menu/getByName', { permit: 'superAdmin', query: z.object({ name: z.string().max(50) }), reply: z.nullable(MenuNode) }),
  nameFree: get('/menu/checkName', {
    permit: 'superAdmin',
    query: z.object({ name: z.string().max(50), parentId: id, id: queryId }),
    reply: z.boolean(),
  }),
  /** The menus of the session's user, flat. */
  granted: get('/menu/listAuthMenu', {
    permit: 'signedIn',
    whileForced: true,
    reply: z.object({
      menus: z.array(
        z.object({ id: z.string(), parentId: z.string(), name: z.string(), menu_uri: z.string(), menu_icon: z.string().nullable() }),
      ),
      buttons: z.array(z.object({ id: z.string(), parentId: z.string(), menu_uri: z.string(), mark: z.string(), name: z.string() })),
    }),
  }),
  setGradeShow: post('/menu/updateAuthGradeShow', {
    permit: 'superAdmin',
    query: z.object({ id, hsaAuthGradeShow: requiredQueryFlag }),
    reply: done,
  }),
}
