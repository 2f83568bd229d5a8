import { z } from 'zod'
import { Path, SubjectType } from './access.ts'
import { button, get, menu, post } from '../call.ts'
import { callerId, count, id, ids, optionalEndTime, optionalTime, paged, paging, queryId, search } from '../shapes.ts'
import { started } from '../task.ts'

/** The grants of one application to one subject. */
export const Authorization = z.object({
  /** The id of the first grant. */
  id: z.string(),
  targetType: SubjectType,
  targetId: z.string(),
  targetName: z.string().nullable(),
  appId: z.string(),
  appName: z.string(),
  roleNames: z.array(z.string()),
  /** For an organisation: includes all below it. */
  below: z.boolean(),
  beginTime: z.string().nullable(),
  endTime: z.string().nullable(),
  isOver: z.boolean(),
  grantedBy: z.string().nullable(),
  createTime: z.string(),
})
export type Authorization = z.infer<typeof Authorization>

const TARGETS_MAX = 500
const APPS_MAX = 300
const ROLES_MAX = 500
/** An application with roles of it; without roles it can only be opened. */
export const GrantedApp = z.strictObject({ appId: id, roleIds: z.array(id).max(ROLES_MAX) })
export type GrantedApp = z.infer<typeof GrantedApp>
export const grantedApps = z.array(GrantedApp).max(APPS_MAX, `一次最多选择${APPS_MAX}个应用`)

export const authorizeFilter = z.object({ searchKey: search, appId: queryId, targetId: queryId })
export type AuthorizeFilter = z.infer<typeof authorizeFilter>
const order = z.strictObject({
  targetType: SubjectType,
  targetIds: z.array(id).max(TARGETS_MAX, `一次最多选择${TARGETS_MAX}个授权对象`),
  apps: grantedApps,
  beginTime: optionalTime,
  endTime: optionalEndTime,
  below: z.boolean().optional(),
})
export type AuthorizeOrder = z.infer<typeof order>

/** A right a subject has now and would lose. */
export const LostRight = z.object({
  targetId: z.string(),
  targetName: z.string().nullable(),
  appName: z.string(),
  /** null: the application itself. */
  roleName: z.string().nullable(),
})
export type LostRight = z.infer<typeof LostRight>

/** Why a user may open an application, or the path nearest to it. */
export const Why = z.object({
  open: z.boolean(),
  /** Why the account itself is not let in, whatever was granted; '' if it is. */
  account: z.enum(['', 'deleted', 'disabled', 'expired', 'locked']),
  roles: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
  paths: z.array(Path),
})
export type Why = z.infer<typeof Why>

/** An application with its roles that may be granted. */
export const Grantable = z.object({
  id: z.string(),
  name: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  status: z.number(),
  roles: z.array(z.object({ id: z.string(), name: z.string(), code: z.string(), status: z.number() })),
})
export type Grantable = z.infer<typeof Grantable>

const permit = menu('/authorize/index')
export const authorize = {
  page: get('/v3/authorize/page', {
    permit,
    query: paging.extend({ targetType: SubjectType, ...authorizeFilter.shape }),
    reply: paged(Authorization),
  }),
  byTarget: get('/v3/authorize/getByTarget', {
    permit,
    query: z.object({ targetType: SubjectType, targetId: id }),
    reply: z.array(
      z.object({
        appId: z.string(),
        appName: z.string(),
        roleIds: z.array(z.string()),
        below: z.boolean(),
        beginTime: z.string().nullable(),
        endTime: z.string().nullable(),
      }),
    ),
  }),
  /** Replaces the grants of these applications to these targets. */
  save: post('/v3/authorize/save', { permit: button(['/authorize/index'], 'grant'), body: order, reply: count }),
  /** What `save` would take away. */
  preview: post('/v3/authorize/preview', {
    permit: button(['/authorize/index'], 'grant'),
    changes: false,
    body: order,
    reply: z.array(LostRight),
  }),
  remove: post('/v3/authorize/remove', { permit: button(['/authorize/index'], 'revoke'), body: z.strictObject({ ids }), reply: count }),
  exportExcel: get('/v3/authorize/exportExcel', {
    permit: button(['/authorize/index'], 'export-grant'),
    changes: true,
    query: z.object({ uuid: callerId, targetType: SubjectType, query: z.string().max(4000).optional() }),
    reply: started,
  }),
  /** Every application with its roles, as far as the caller may grant them. */
  grantable: get('/v3/authorize/listGrantable', { permit: menu('/authorize/index', '/authorize/auth-group'), reply: z.array(Grantable) }),
  /** All access paths of one user to one application, with their problems. */
  why: get('/v3/authorize/why', { permit, query: z.object({ userId: id, appId: id }), reply: Why }),
}
