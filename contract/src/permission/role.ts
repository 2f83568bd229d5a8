import { z } from 'zod'
import { anyMenu, button, get, menu, post } from '../call.ts'
import { MenuNode } from './menu.ts'
import { byId, count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, REMARK_MAX, saved, search, text, version } from '../shapes.ts' // prettier-ignore
import { Strength } from '../sign-in/strength.ts'
import { UserBrief } from '../directory/user-shapes.ts'
import { fields, problems } from '../text.ts'

/** Letters, digits, _ . -; as the code of an organisation. */
export const roleCodeForm = /^[A-Za-z0-9_.-]{1,50}$/
const code = z.string({ error: problems.codeMissing }).regex(roleCodeForm, problems.codeWrong)

export const Role = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  status: z.number(),
  remark: z.string().nullable(),
  builtIn: z.number(),
  /** The second factor its holders must prove. */
  secondFactor: Strength,
  userCount: z.number(),
  /** How many menus and how many buttons the role grants. */
  menuCount: z.number(),
  buttonCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Role = z.infer<typeof Role>
export const RoleBrief = z.object({ id: z.string(), name: z.string(), code: z.string() })
export type RoleBrief = z.infer<typeof RoleBrief>

export const RoleAuth = z.object({
  /** Every node but devops, disabled ones too. */
  menus: z.array(MenuNode),
  menuIds: z.array(z.string()),
  buttonIds: z.array(z.string()),
  /** What the caller holds, and so may grant and revoke. */
  heldIds: z.array(z.string()),
  version: z.number(),
})
export type RoleAuth = z.infer<typeof RoleAuth>

const NODES_MAX = 5000
const nodes = z.array(id).max(NODES_MAX, `一次最多授予${NODES_MAX}项权限`)
const permit = menu('/system/systemRoleIndex')
const typedValue = z.string().max(64)
const name = text(fields.name)
const remark = optionalText(REMARK_MAX)
const secondFactor = Strength.optional()

export const role = {
  page: get('/v3/systemRole/page', {
    permit,
    query: paging.extend({ name: search, code: search, status: queryFlag }),
    reply: paged(Role),
  }),
  list: get('/v3/systemRole/list', { permit: anyMenu, reply: z.array(RoleBrief) }),
  byId: get('/v3/systemRole/getById', { permit, query: byId, reply: Role }),
  save: post('/v3/systemRole/save', {
    permit: button(['/system/systemRoleIndex'], 'add-role'),
    stepUp: true,
    body: z.strictObject({ name, code, status: flag.optional(), remark, secondFactor }),
    reply: saved,
  }),
  update: post('/v3/systemRole/update', {
    permit: button(['/system/systemRoleIndex'], 'edit-role'),
    stepUp: true,
    reads: 'byId',
    body: z.strictObject({ id, name, code, remark, secondFactor, version }),
    reply: done,
  }),
  remove: post('/v3/systemRole/delete', {
    permit: button(['/system/systemRoleIndex'], 'delete-role'),
    stepUp: true,
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/systemRole/updateStatus', {
    permit: button(['/system/systemRoleIndex'], 'role-status'),
    stepUp: true,
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  codeTaken: get('/v3/systemRole/existCode', { permit, query: z.object({ code: typedValue, id: queryId }), reply: z.boolean() }),
  nameTaken: get('/v3/systemRole/existName', { permit, query: z.object({ name: typedValue, id: queryId }), reply: z.boolean() }),
  auth: get('/v3/systemRole/getAuth', { permit, query: byId, reply: RoleAuth }),
  saveAuth: post('/v3/systemRole/saveAuth', {
    permit: button(['/system/systemRoleIndex'], 'role-auth'),
    stepUp: true,
    body: z.strictObject({ id, menuIds: nodes, buttonIds: nodes, version }),
    reply: done,
  }),
  pageUser: get('/v3/systemRole/pageUser', { permit, query: paging.extend({ id, searchKey: search }), reply: paged(UserBrief) }),
  addUser: post('/v3/systemRole/addUser', {
    permit: button(['/system/systemRoleIndex'], 'role-user'),
    stepUp: true,
    body: z.strictObject({ id, userIds: ids }),
    reply: count,
  }),
  removeUser: post('/v3/systemRole/removeUser', {
    permit: button(['/system/systemRoleIndex'], 'role-user'),
    stepUp: true,
    body: z.strictObject({ id, userIds: ids }),
    reply: count,
  }),
}
