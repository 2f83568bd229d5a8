import { z } from 'zod'
import { SubjectType } from './access.ts'
import { grantedApps } from './authorize.ts'
import { anyMenu, button, get, menu, post } from '../call.ts'
import { problems } from '../text.ts'
import { count, done, flag, id, ids, optionalText, optionalEndTime, optionalTime, paged, paging, queryFlag, queryId, REMARK_MAX, saved, search, sortNum, text, version } from '../shapes.ts' // prettier-ignore

export const authGroupCode = z.string({ error: problems.codeMissing }).regex(/^[A-Za-z0-9_.-]{1,50}$/, problems.codeWrong)

export const AuthGroup = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** Users it entitles now. */
  userCount: z.number(),
  appCount: z.number(),
  roleCount: z.number(),
  /** How many subjects it is granted to: users, organisations and so on. */
  targetCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type AuthGroup = z.infer<typeof AuthGroup>
export const AuthGroupBrief = z.object({ id: z.string(), name: z.string(), code: z.string() })

export const AuthGroupTarget = z.object({
  id: z.string(),
  targetId: z.string(),
  targetName: z.string(),
  orgName: z.string().nullable(),
  below: z.boolean(),
  endTime: z.string().nullable(),
})
export type AuthGroupTarget = z.infer<typeof AuthGroupTarget>

const details = {
  name: text('权限组名称'),
  code: authGroupCode,
  sortNum: sortNum.optional(),
  remark: optionalText(REMARK_MAX),
}
const groups = menu('/authorize/auth-group')
const auth = button(['/authorize/auth-group'], 'auth')
const typedValue = z.string().max(64)
const targets = { id, targetType: SubjectType, targetIds: ids }
const content = z.strictObject({ id, apps: grantedApps, version })

export const authGroup = {
  page: get('/v3/authGroup/page', {
    permit: groups,
    query: paging.extend({ name: search, code: search, status: queryFlag }),
    reply: paged(AuthGroup),
  }),
  list: get('/v3/authGroup/list', { permit: anyMenu, reply: z.array(AuthGroupBrief) }),
  byId: get('/v3/authGroup/getById', { permit: groups, query: z.object({ id }), reply: AuthGroup }),
  save: post('/v3/authGroup/save', {
    permit: button(['/authorize/auth-group'], 'add-auth-group'),
    body: z.strictObject({ ...details, status: flag.optional() }),
    reply: saved,
  }),
  update: post('/v3/authGroup/update', {
    permit: button(['/authorize/auth-group'], 'edit-auth-group'),
    reads: 'byId',
    body: z.strictObject({ id, ...details, version }),
    reply: done,
  }),
  remove: post('/v3/authGroup/delete', {
    permit: button(['/authorize/auth-group'], 'delete-auth-group'),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/authGroup/updateStatus', {
    permit: button(['/authorize/auth-group'], 'auth-group-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  codeTaken: get('/v3/authGroup/existCode', { permit: groups, query: z.object({ code: typedValue, id: queryId }), reply: z.boolean() }),
  nameTaken: get('/v3/authGroup/existName', { permit: groups, query: z.object({ name: typedValue, id: queryId }), reply: z.boolean() }),
  auth: get('/v3/authGroup/getAuth', {
    permit: auth,
    query: z.object({ id }),
    reply: z.array(z.object({ appId: z.string(), appName: z.string(), roleIds: z.array(z.string()) })),
  }),
  /** Replaces everything it grants. */
  saveAuth: post('/v3/authGroup/saveAuth', { permit: button(['/authorize/auth-group'], 'save-auth'), body: content, reply: count }),
  pageTarget: get('/v3/authGroup/pageTarget', {
    permit: auth,
    query: paging.extend({ id, targetType: SubjectType, searchKey: search }),
    reply: paged(AuthGroupTarget),
  }),
  addTarget: post('/v3/authGroup/addTarget', {
    permit: button(['/authorize/auth-group'], 'auth-target'),
    body: z.strictObject({ ...targets, below: z.boolean().optional(), beginTime: optionalTime, endTime: optionalEndTime }),
    reply: count,
  }),
  removeTarget: post('/v3/authGroup/removeTarget', {
    permit: button(['/authorize/auth-group'], 'auth-target'),
    body: z.strictObject(targets),
    reply: count,
  }),
}
