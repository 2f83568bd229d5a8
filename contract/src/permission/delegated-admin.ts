import { z } from 'zod'
import { delegationStates } from '../delegation-state.ts'
import { button, get, menu, orPage, post } from '../call.ts'
import { MenuNode } from './menu.ts'
import {
  byId, callerId, count, done, flag, id, ids, inQuery, optionalEndTime, optionalTime, paged, paging, queryBoolean, queryFlag, queryId, search, version,
} from '../shapes.ts' // prettier-ignore
import { started } from '../task.ts'

const PAGES = ['/system/gradeAdmins', '/organiz/index', '/organiz/org-list'] as const
const grants = button(PAGES, 'grade-auth')
const viewPermit = orPage(button(['/organiz/index', '/organiz/org-list'], 'grade-auth'), '/system/gradeAdmins')

const fields = {
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  realName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  hasIncludeChild: z.number(),
  /** Whether the delegated administrator may delegate a part of it to others. */
  hasHandOn: z.number(),
  beginTime: z.string().nullable(),
  endTime: z.string().nullable(),
  status: z.number(),
  state: z.enum(delegationStates),
  menuCount: z.number(),
  buttonCount: z.number(),
  /** The delegation it derives from and who holds that; null if it comes from a role or a super administrator. */
  sourceId: z.string().nullable(),
  sourceName: z.string().nullable(),
  grantedByName: z.string().nullable(),
  /** How many delegations derive from it, at any depth. */
  belowCount: z.number(),
  /** Whether the caller may change it: not their own, and only one derived from theirs. */
  mayChange: z.boolean(),
  version: z.number(),
  createTime: z.string(),
}
export const DelegatedAdmin = z.object(fields)
export type DelegatedAdmin = z.infer<typeof DelegatedAdmin>
const DelegatedAdminInFull = DelegatedAdmin.extend({ menuIds: z.array(z.string()), buttonIds: z.array(z.string()) })
export type DelegatedAdminInFull = z.infer<typeof DelegatedAdminInFull>
/** `inherited`: set for an organisation above this one, and including those below it. */
const DelegatedAdminOfOrg = DelegatedAdmin.extend({ inherited: z.boolean() })
export type DelegatedAdminOfOrg = z.infer<typeof DelegatedAdminOfOrg>

const scopeFields = {
  orgId: id,
  hasIncludeChild: flag,
  menuIds: ids,
  buttonIds: ids,
  hasHandOn: flag.optional(),
  beginTime: optionalTime,
  endTime: optionalEndTime,
}
const change = z.strictObject({ id, ...scopeFields, version })
export type DelegationChange = z.infer<typeof change>

/** What becomes of a derived delegation when the one above it is changed. */
const ShrinkPreview = z.object({
  id: z.string(),
  realName: z.string(),
  orgName: z.string(),
  outcome: z.enum(['removed', 'smaller']),
  menusLost: z.number(),
  buttonsLost: z.number(),
})
export type ShrinkPreview = z.infer<typeof ShrinkPreview>

export const delegationFilter = z.object({
  searchKey: search,
  orgId: queryId,
  /** Includes delegations of the organisations below `orgId`. */
  hasIncludeChild: queryBoolean,
  status: queryFlag,
  state: inQuery(z.enum(delegationStates)),
})
export type DelegationFilter = z.infer<typeof delegationFilter>

export const delegatedAdmin = {
  page: get('/v3/gradeAdmin/page', {
    permit: menu('/system/gradeAdmins'),
    query: paging.extend(delegationFilter.shape),
    reply: paged(DelegatedAdmin),
  }),
  exportExcel: get('/v3/gradeAdmin/exportExcel', {
    permit: button(['/system/gradeAdmins'], 'export-grade'),
    changes: true,
    query: z.object({ uuid: callerId, query: z.string().max(4000).optional() }),
    reply: started,
  }),
  pageByOrg: get('/v3/gradeAdmin/pageByOrg', {
    permit: viewPermit,
    query: paging.extend({ orgId: id, searchKey: search }),
    reply: paged(DelegatedAdminOfOrg),
  }),
  byId: get('/v3/gradeAdmin/getById', { permit: viewPermit, query: byId, reply: DelegatedAdminInFull }),
  byUser: get('/v3/gradeAdmin/getByUserId', { permit: viewPermit, query: z.object({ userId: id }), reply: z.array(DelegatedAdmin) }),
  userTaken: get('/v3/gradeAdmin/existUser', {
    permit: menu(...PAGES),
    query: z.object({ userId: id, orgId: id, id: queryId }),
    reply: z.boolean(),
  }),
  save: post('/v3/gradeAdmin/save', {
    permit: grants,
    stepUp: true,
    body: z.strictObject({ userIds: ids, ...scopeFields, status: flag.optional() }),
    reply: count,
  }),
  update: post('/v3/gradeAdmin/update', { permit: grants, stepUp: true, reads: 'byId', body: change, reply: done }),
  remove: post('/v3/gradeAdmin/delete', { permit: grants, stepUp: true, body: z.strictObject({ ids }), reply: count }),
  setStatus: post('/v3/gradeAdmin/updateStatus', {
    permit: button(['/system/gradeAdmins'], 'grade-status'),
    stepUp: true,
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  /** What the caller may grant to others. */
  grantable: get('/v3/gradeAdmin/listGradeMenu', { permit: grants, reply: z.array(MenuNode) }),
  /** The delegations that this change would shrink; nothing is written. */
  shrinkPreview: post('/v3/gradeAdmin/previewUpdate', { permit: grants, changes: false, body: change, reply: z.array(ShrinkPreview) }),
}
