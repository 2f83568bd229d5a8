import { z } from 'zod'
import { anyMenu, button, get, menu, post } from '../call.ts'
import { delegationStates } from '../delegation-state.ts'
import { OrgNode } from './org.ts'
import {
  count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, querySortNum, REMARK_MAX, saved, search, sortNum, text, version,
} from '../shapes.ts' // prettier-ignore
import { User } from './user-shapes.ts'
import { fields, problems } from '../text.ts'

export const businessLineCode = z.string({ error: '条线编码不能为空' }).regex(/^[A-Za-z0-9_.-]{1,50}$/, '条线编码格式不正确')

export const BusinessLine = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  status: z.number(),
  sortNum: z.number(),
  remark: z.string().nullable(),
  /** Its organisations in the caller's scope. */
  orgCount: z.number(),
  /** The top organisation of its tree; the first of several. */
  leadOrgName: z.string().nullable(),
  /** All of it is in the caller's scope: only then may the business line as a whole be changed. */
  isWhole: z.boolean(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type BusinessLine = z.infer<typeof BusinessLine>

const details = {
  name: text(fields.businessLineName),
  code: businessLineCode,
  sortNum: sortNum.optional(),
  remark: optionalText(REMARK_MAX),
}
/** copyId: the business line whose tree is copied. */
export const BusinessLineDraft = z.strictObject({ ...details, status: flag.optional(), copyId: id.optional() })
export type BusinessLineDraft = z.infer<typeof BusinessLineDraft>
export const BusinessLineEdit = z.strictObject({ id, ...details, version })
export type BusinessLineEdit = z.infer<typeof BusinessLineEdit>

/** An organisation within a business line. */
export const BusinessLineOrg = z.object({
  id: z.string(),
  orgId: z.string(),
  name: z.string(),
  code: z.string(),
  status: z.number(),
  /** Its parent in the business line; '0' at the top. */
  parentId: z.string(),
  parentName: z.string().nullable(),
  sortNum: z.number(),
  /** Its path in the administrative tree. */
  path: z.string(),
  leader: z.string().nullable(),
  userCount: z.number(),
  childCount: z.number(),
  createTime: z.string(),
})
export type BusinessLineOrg = z.infer<typeof BusinessLineOrg>

/** A delegated administrator whose scope meets the business line. */
export const BusinessLineAdmin = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  realName: z.string(),
  /** The organisation of the delegation, and whether it includes those below. */
  orgName: z.string(),
  hasIncludeChild: z.number(),
  state: z.enum(delegationStates),
  endTime: z.string().nullable(),
  /** Organisations of the line covered by the delegation and in the caller's scope; isWhole: it covers all of them. */
  orgCount: z.number(),
  isWhole: z.boolean(),
})
export type BusinessLineAdmin = z.infer<typeof BusinessLineAdmin>

const lines = menu('/organiz/stripe-org')
const orgsPermit = button(['/organiz/stripe-org'], 'stripe')
const brief = z.object({ id: z.string(), name: z.string(), code: z.string() })
const one = z.object({ id })

export const businessLine = {
  page: get('/v3/stripe/page', {
    permit: lines,
    query: paging.extend({ name: search, code: search, status: queryFlag }),
    reply: paged(BusinessLine),
  }),
  list: get('/v3/stripe/list', { permit: anyMenu, reply: z.array(brief) }),
  byId: get('/v3/stripe/getById', { permit: lines, query: one, reply: BusinessLine }),
  save: post('/v3/stripe/save', { permit: button(['/organiz/stripe-org'], 'add-stripe'), body: BusinessLineDraft, reply: saved }),
  update: post('/v3/stripe/update', {
    permit: button(['/organiz/stripe-org'], 'edit-stripe'),
    reads: 'byId',
    body: BusinessLineEdit,
    reply: done,
  }),
  remove: post('/v3/stripe/delete', {
    permit: button(['/organiz/stripe-org'], 'delete-stripe'),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/stripe/updateStatus', {
    permit: button(['/organiz/stripe-org'], 'stripe-status'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  codeTaken: get('/v3/stripe/existCode', {
    permit: lines,
    query: z.object({ code: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  nameTaken: get('/v3/stripe/existName', {
    permit: lines,
    query: z.object({ name: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  tree: get('/v3/stripe/orgTree', {
    permit: orgsPermit,
    query: z.object({ stripeId: id, parentId: queryId }),
    reply: z.array(OrgNode),
  }),
  pageOrg: get('/v3/stripe/pageOrg', {
    permit: orgsPermit,
    query: paging.extend({ stripeId: id, parentId: queryId, name: search, code: search }),
    reply: paged(BusinessLineOrg),
  }),
  /** The people with a job in the business line, or in one of its organisations; each once, by their first job there. */
  pageUser: get('/v3/stripe/pageUser', {
    permit: orgsPermit,
    query: paging.extend({ stripeId: id, orgId: queryId, searchKey: search }),
    reply: paged(User),
  }),
  /** The delegated administrators whose delegations cover organisations of the line. */
  pageAdmin: get('/v3/stripe/pageAdmin', {
    permit: orgsPermit,
    query: paging.extend({ stripeId: id, orgId: queryId, searchKey: search }),
    reply: paged(BusinessLineAdmin),
  }),
  /** hasIncludeChild: adds all organisations below them, too, keeping their administrative hierarchy. */
  addOrg: post('/v3/stripe/addOrg', {
    permit: button(['/organiz/stripe-org'], 'stripe-org'),
    body: z.strictObject({
      stripeId: id,
      parentId: id.nullish(),
      orgIds: ids.min(1, problems.orgNotChosen),
      hasIncludeChild: z.boolean().optional(),
    }),
    reply: count,
  }),
  /** targetParentId '0' moves it to the top of the business line. */
  moveOrg: post('/v3/stripe/moveOrg', {
    permit: button(['/organiz/stripe-org'], 'stripe-org'),
    body: z.strictObject({ stripeId: id, orgId: id, targetParentId: id }),
    reply: done,
  }),
  removeOrg: post('/v3/stripe/removeOrg', {
    permit: button(['/organiz/stripe-org'], 'stripe-org'),
    body: z.strictObject({ stripeId: id, orgIds: ids }),
    reply: count,
  }),
  /** If a sibling has the number, it and those behind it shift by one. */
  setSortNum: post('/v3/stripe/updateSortNum', {
    permit: button(['/organiz/stripe-org'], 'stripe-org'),
    query: z.object({ stripeId: id, orgId: id, sortNum: querySortNum }),
    reply: done,
  }),
}
