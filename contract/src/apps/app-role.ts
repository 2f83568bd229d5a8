import { z } from 'zod'
import { SubjectType } from './access.ts'
import { AppResource, codeInApp } from './app-resource.ts'
import { LostRight } from './authorize.ts'
import { button, get, menu, orPage, post } from '../call.ts'
import {
  byId, count, done, flag, id, ids, optionalText, paged, paging, queryBoolean, queryFlag, queryId, queryIds, REMARK_MAX, saved, search, text,
  version,
} from '../shapes.ts' // prettier-ignore
import { UserBrief } from '../directory/user-shapes.ts'
import { fields } from '../text.ts'

export const AppRole = z.object({
  id: z.string(),
  appId: z.string(),
  code: z.string(),
  name: z.string(),
  status: z.number(),
  remark: z.string().nullable(),
  /** Users who hold it now, by any path. */
  userCount: z.number(),
  resourceCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type AppRole = z.infer<typeof AppRole>
export const AppRoleBrief = z.object({ id: z.string(), code: z.string(), name: z.string() })
export type AppRoleBrief = z.infer<typeof AppRoleBrief>

/** A user with roles of an application. */
export const RoleMember = z.object({
  userId: z.string(),
  userName: z.string(),
  realName: z.string(),
  orgName: z.string().nullable(),
  roleIds: z.array(z.string()),
  roleNames: z.array(z.string()),
  /** Roles granted to the user directly; the others come through an organisation, a group and so on. */
  ownRoleIds: z.array(z.string()),
})
export type RoleMember = z.infer<typeof RoleMember>

/** What saving a set of resources would change, and for whom. */
export const ResourceChange = z.object({
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  userCount: z.number(),
  /** The subjects of the role, the first of them only. */
  subjects: z.array(z.object({ type: z.union([SubjectType, z.literal('authGroup')]), name: z.string() })),
})
export type ResourceChange = z.infer<typeof ResourceChange>

export const RESOURCES_MAX = 5000
const resources = z.array(id).max(RESOURCES_MAX, `一次最多授予${RESOURCES_MAX}项资源`)
const USERS_MAX = 500
const userData = z.array(z.strictObject({ userId: id })).max(USERS_MAX, `一次最多选择${USERS_MAX}人`)

const permit = menu('/app/authority')
const anyOf = menu('/app/authority', '/authorize/index', '/authorize/auth-group')
const viewPermit = orPage(button(['/app/authority'], 'refUser'), '/app/user')
const typedValue = z.string().max(64)
const roleFields = { code: codeInApp, name: text(fields.name), remark: optionalText(REMARK_MAX) }
/** appId: the application whose roles are replaced, needed when `roleIds` is empty. */
const link = z.strictObject({ roleIds: ids, userData, searchKey: search, appId: id.optional() })

export const appRole = {
  pageResource: get('/v3/appRole/pageAppResource', {
    permit,
    query: paging.extend({ appId: queryId, parentId: id, roleIds: queryIds, name: search }),
    reply: paged(AppResource.extend({ checked: z.boolean() })),
  }),
  page: get('/v3/appRole/pageAppRole', {
    permit: anyOf,
    query: paging.extend({ appId: id, name: search, code: search, status: queryFlag }),
    reply: paged(AppRole),
  }),
  auth: get('/v3/appRole/getAppAuth', {
    permit,
    query: byId,
    reply: z.object({
      app: z.object({ id: z.string(), name: z.string(), code: z.string(), logo: z.string().nullable(), status: z.number() }),
      roles: z.array(AppRoleBrief.extend({ userCount: z.number() })),
      authGroups: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
  pageUser: get('/v3/appRole/pageUserRole', {
    permit: viewPermit,
    query: paging.extend({ appId: id, roleId: queryId, searchKey: search }),
    reply: paged(RoleMember),
  }),
  addUser: post('/v3/appRole/addUserRole', { permit: button(['/app/authority'], 'grant-role'), body: link, reply: count }),
  updateUser: post('/v3/appRole/updateUserRole', { permit: button(['/app/authority'], 'grant-role'), body: link, reply: count }),
  /** What `updateUser` would take away. */
  previewUser: post('/v3/appRole/previewUserRole', {
    permit: button(['/app/authority'], 'grant-role'),
    changes: false,
    body: link,
    reply: z.array(LostRight),
  }),
  removeUser: post('/v3/appRole/delUserRoleByUserIds', {
    permit: button(['/app/authority'], 'grant-role'),
    body: z.strictObject({ userIds: ids, roleIds: ids.optional(), appId: id }),
    reply: count,
  }),
  findUser: get('/v3/appRole/pageUserByUserName', {
    permit: viewPermit,
    query: paging.extend({ searchKey: search }),
    reply: paged(UserBrief),
  }),
  list: get('/v3/appRole/list', {
    permit: anyOf,
    query: z.object({ appId: id, hasOnlyEnable: queryBoolean }),
    reply: z.array(AppRoleBrief),
  }),
  byId: get('/v3/appRole/getById', { permit, query: byId, reply: AppRole.extend({ resourceIds: z.array(z.string()) }) }),
  save: post('/v3/appRole/save', {
    permit: button(['/app/authority'], 'add-app-role'),
    body: z.strictObject({ appId: id, ...roleFields, status: flag.optional() }),
    reply: saved,
  }),
  update: post('/v3/appRole/update', {
    permit: button(['/app/authority'], 'edit-app-role'),
    reads: 'byId',
    body: z.strictObject({ id, ...roleFields, version }),
    reply: done,
  }),
  remove: post('/v3/appRole/delete', {
    permit: button(['/app/authority'], 'delete-app-role'),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/appRole/updateStatus', {
    permit: button(['/app/authority'], 'app-role-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  codeTaken: get('/v3/appRole/existCode', {
    permit: anyOf,
    query: z.object({ appId: id, code: typedValue, id: queryId }),
    reply: z.boolean(),
  }),
  nameTaken: get('/v3/appRole/existName', {
    permit: anyOf,
    query: z.object({ appId: id, name: typedValue, id: queryId }),
    reply: z.boolean(),
  }),
  /** Replaces the whole set. */
  saveResource: post('/v3/appRole/saveRoleResource', {
    permit: button(['/app/authority'], 'role-resource'),
    body: z.strictObject({ roleId: id, resourceIds: resources, version }),
    reply: count,
  }),
  /** What `saveResource` would change. */
  previewResource: post('/v3/appRole/previewRoleResource', {
    permit: button(['/app/authority'], 'role-resource'),
    changes: false,
    body: z.strictObject({ roleId: id, resourceIds: resources, version }),
    reply: ResourceChange,
  }),
}
