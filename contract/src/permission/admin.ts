import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { byId, count, done, id, ids, paged, paging, queryFlag, queryId, search, version } from '../shapes.ts'

/** An administrator is a user who holds at least one system role (D-33); their id is the user's. */
export const Admin = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  realName: z.string(),
  orgName: z.string().nullable(),
  roleIds: z.array(z.string()),
  roleNames: z.array(z.string()),
  /** 0: their roles count for nothing. */
  status: z.number(),
  /** The status of the account itself: 1 启用, 0 停用. */
  userStatus: z.number(),
  lastLoginTime: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
})
export type Admin = z.infer<typeof Admin>

const permit = menu('/system/manage')

export const admin = {
  page: get('/v3/admin/page', {
    permit,
    query: paging.extend({ searchKey: search, roleId: queryId, status: queryFlag }),
    reply: paged(Admin),
  }),
  byId: get('/v3/admin/getById', { permit, query: byId, reply: Admin }),
  isAdmin: get('/v3/admin/existUser', { permit, query: z.object({ userId: id }), reply: z.boolean() }),
  save: post('/v3/admin/save', {
    permit: button(['/system/manage'], 'add-admin'),
    stepUp: true,
    body: z.strictObject({ userIds: ids, roleIds: ids }),
    reply: count,
  }),
  update: post('/v3/admin/update', {
    permit: button(['/system/manage'], 'edit-admin'),
    stepUp: true,
    reads: 'byId',
    body: z.strictObject({ id, roleIds: ids, version }),
    reply: done,
  }),
  remove: post('/v3/admin/delete', {
    permit: button(['/system/manage'], 'delete-admin'),
    stepUp: true,
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/admin/updateStatus', {
    permit: button(['/system/manage'], 'admin-status'),
    stepUp: true,
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
}
