import { z } from 'zod'
import { anyMenu, button, get, menu, post } from '../call.ts'
import {
  count, done, flag, id, ids, optionalText, optionalEndTime, paged, paging, queryFlag, queryId, queryNumber, REMARK_MAX, saved, search, sortNum,
  text, version,
} from '../shapes.ts' // prettier-ignore
import { LabelRule } from './label-rule.ts'
import { User, UserBrief } from './user-shapes.ts'

/** The most members of a work group. */
export const MEMBERS_MAX = 10_000

export const workGroupCode = z.string({ error: '工作组编码不能为空' }).regex(/^[A-Za-z0-9_.-]{1,50}$/, '工作组编码格式不正确')

export const WorkGroup = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  /** A member; null also if the caller may not see them. */
  leaderId: z.string().nullable(),
  leaderName: z.string().nullable(),
  validEndTime: z.string().nullable(),
  isExpired: z.boolean(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** null: members are managed by hand; otherwise everybody who meets the rule is one. */
  rule: LabelRule.nullable(),
  /** Whether the members follow the rule yet, as for labels. */
  state: z.enum(['ready', 'running', 'incomplete']),
  taskId: z.string().nullable(),
  /** Members in the caller's scope. */
  userCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type WorkGroup = z.infer<typeof WorkGroup>

/** '' and null clear a field; an absent field stays as it is. */
const idOrEmpty = z.union([z.literal(''), id]).nullish()
const details = {
  name: text('工作组名称'),
  code: workGroupCode,
  orgId: idOrEmpty,
  leaderId: idOrEmpty,
  validEndTime: optionalEndTime,
  sortNum: sortNum.optional(),
  remark: optionalText(REMARK_MAX),
}
export const WorkGroupDraft = z.strictObject({ ...details, status: flag.optional(), rule: LabelRule.nullish() })
export type WorkGroupDraft = z.infer<typeof WorkGroupDraft>
export const WorkGroupEdit = z.strictObject({ id, ...details, rule: LabelRule.optional(), version })
export type WorkGroupEdit = z.infer<typeof WorkGroupEdit>

/** A member of a work group, and since when. */
export const Member = User.extend({ joinTime: z.string() })
export type Member = z.infer<typeof Member>

const groups = menu('/organiz/work-group')
const brief = z.object({ id: z.string(), name: z.string(), code: z.string() })
export const workGroup = {
  page: get('/v3/workGroup/page', {
    permit: groups,
    query: paging.extend({ name: search, code: search, orgId: queryId, status: queryFlag }),
    reply: paged(WorkGroup),
  }),
  list: get('/v3/workGroup/list', { permit: anyMenu, reply: z.array(brief) }),
  byId: get('/v3/workGroup/getById', { permit: groups, query: z.object({ id }), reply: WorkGroup }),
  save: post('/v3/workGroup/save', { permit: button(['/organiz/work-group'], 'add-group'), body: WorkGroupDraft, reply: saved }),
  update: post('/v3/workGroup/update', {
    permit: button(['/organiz/work-group'], 'edit-group'),
    reads: 'byId',
    body: WorkGroupEdit,
    reply: done,
  }),
  remove: post('/v3/workGroup/delete', {
    permit: button(['/organiz/work-group'], 'delete-group'),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/workGroup/updateStatus', {
    permit: button(['/organiz/work-group'], 'group-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  codeTaken: get('/v3/workGroup/existCode', {
    permit: groups,
    query: z.object({ code: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  nameTaken: get('/v3/workGroup/existName', {
    permit: groups,
    query: z.object({ name: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  removeUser: post('/v3/workGroup/removeUser', {
    permit: button(['/organiz/work-group'], 'group-user'),
    body: z.strictObject({ id, userIds: ids }),
    reply: count,
  }),
  /** How many users a rule would find, and the first of them. Stores nothing. */
  preview: post('/v3/workGroup/previewRule', {
    permit: groups,
    changes: false,
    body: z.strictObject({ rule: LabelRule }),
    reply: z.object({ total: count, records: z.array(UserBrief) }),
  }),
  members: get('/v3/user/listUserByWorkGroupId', { permit: groups, query: z.object({ workGroupId: id }), reply: z.array(Member) }),
  pageMember: get('/v3/workGroup/pageMember', {
    permit: groups,
    query: paging.extend({ workGroupId: id, searchKey: search }),
    reply: paged(Member),
  }),
  /** Replaces the members in the caller's scope; members out of scope stay. */
  saveMembers: post('/v3/user/saveUsers', {
    permit: button(['/organiz/work-group'], 'group-user'),
    query: z.object({ id, version: queryNumber(z.int32()).optional() }),
    body: z.array(id).max(MEMBERS_MAX, `工作组成员不能超过${MEMBERS_MAX}人`),
    reply: count,
  }),
}
