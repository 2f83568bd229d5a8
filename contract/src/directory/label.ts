import { z } from 'zod'
import { anyMenu, button, get, menu, post } from '../call.ts'
import { LabelRule } from './label-rule.ts'
import {
  byId, count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, REMARK_MAX, saved, search, sortNum, text, version,
} from '../shapes.ts' // prettier-ignore
import { UserBrief } from './user-shapes.ts'

/** The colours of labels, readable on light and dark background. */
export const labelColors = ['blue', 'green', 'orange', 'red', 'purple', 'cyan', 'gold', 'magenta'] as const

export const Label = z.object({
  id: z.string(),
  name: z.string(),
  color: z.string().nullable(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** null: members are managed by hand. */
  rule: LabelRule.nullable(),
  /** running: all users are being checked by the rule; incomplete: the check was cancelled or failed and must be restarted. */
  state: z.enum(['ready', 'running', 'incomplete']),
  taskId: z.string().nullable(),
  userCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Label = z.infer<typeof Label>

const color = z.union([z.enum(labelColors), z.literal('')], { error: '标签颜色不正确' }).nullish()
const details = { name: text('标签名称'), color, sortNum: sortNum.optional(), remark: optionalText(REMARK_MAX) }
const LabelDraft = z.strictObject({ ...details, status: flag.optional(), rule: LabelRule.nullish() })
const LabelEdit = z.strictObject({ id, ...details, rule: LabelRule.optional(), version })

const page = menu('/organiz/user-label')
const members = z.strictObject({ labelId: id, userIds: ids })
const merging = z.strictObject({ ids, targetId: id })
export const userLabel = {
  page: get('/v3/userLabel/page', {
    permit: page,
    query: paging.extend({ name: search, status: queryFlag }),
    reply: paged(Label),
  }),
  list: get('/v3/userLabel/list', {
    permit: anyMenu,
    reply: z.array(z.object({ id: z.string(), name: z.string(), color: z.string().nullable(), byRule: z.boolean() })),
  }),
  byId: get('/v3/userLabel/getById', { permit: page, query: byId, reply: Label }),
  save: post('/v3/userLabel/save', { permit: button(['/organiz/user-label'], 'add-label'), body: LabelDraft, reply: saved }),
  update: post('/v3/userLabel/update', {
    permit: button(['/organiz/user-label'], 'edit-label'),
    reads: 'byId',
    body: LabelEdit,
    reply: done,
  }),
  remove: post('/v3/userLabel/delete', {
    permit: button(['/organiz/user-label'], 'delete-label'),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/userLabel/updateStatus', {
    permit: button(['/organiz/user-label'], 'label-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  nameTaken: get('/v3/userLabel/existName', {
    permit: page,
    query: z.object({ name: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  pageUser: get('/v3/userLabel/pageUser', {
    permit: page,
    query: paging.extend({ labelId: id, searchKey: search, orgId: queryId }),
    reply: paged(UserBrief),
  }),
  addUser: post('/v3/userLabel/addUser', { permit: button(['/organiz/user-label'], 'label-user'), body: members, reply: count }),
  removeUser: post('/v3/userLabel/removeUser', { permit: button(['/organiz/user-label'], 'label-user'), body: members, reply: count }),
  /** Users with a label of `ids` get `targetId`, then `ids` are deleted. Only for labels by hand. */
  merge: post('/v3/userLabel/merge', { permit: button(['/organiz/user-label'], 'merge-label'), body: merging, reply: count }),
  /** How many users would be affected, and how many do not carry the target yet. Stores nothing. */
  mergePreview: post('/v3/userLabel/previewMerge', {
    permit: page,
    changes: false,
    body: merging,
    reply: z.object({ userCount: count, freshCount: count }),
  }),
  /** How many users a rule would find, and the first of them. Stores nothing. */
  preview: post('/v3/userLabel/previewRule', {
    permit: page,
    changes: false,
    body: z.strictObject({ rule: LabelRule }),
    reply: z.object({ total: count, records: z.array(UserBrief) }),
  }),
}
