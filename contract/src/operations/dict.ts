import { fields, problems } from '../text.ts'
import { z } from 'zod'
import { anyMenu, get, post } from '../call.ts'
import { byId, count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, REMARK_MAX, saved, search, sortNum, text, version } from '../shapes.ts' // prettier-ignore

/** The dictionary of organisation types. */
export const ORG_TYPE = 'orgType'

export const DictType = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  remark: z.string().nullable(),
  builtIn: z.number(),
  /** 1: the program defines its codes, so only names, order and remarks can be changed. */
  locked: z.number(),
  itemCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type DictType = z.infer<typeof DictType>

export const DictItem = z.object({
  id: z.string(),
  type: z.string(),
  code: z.string(),
  name: z.string(),
  sortNum: z.number(),
  status: z.number(),
  remark: z.string().nullable(),
  locked: z.number(),
  /** How many records use it; null where the program does. */
  useCount: z.number().nullable(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type DictItem = z.infer<typeof DictItem>

export const dictTypeForm = /^[A-Za-z][A-Za-z0-9_]{0,49}$/
export const dictCodeForm = /^[A-Za-z0-9_.-]{1,50}$/
const typeOf = z.string({ error: problems.dictTypeMissing }).regex(dictTypeForm, '字典类别应以字母开头，由字母、数字和下划线组成')
const codeOf = z.string({ error: '编码不能为空' }).regex(dictCodeForm, '编码应由字母、数字、下划线、点和短横线组成')
const requiredType = z.string({ error: problems.dictTypeMissing }).min(1, problems.dictTypeMissing).max(50)
const details = { name: text(fields.name), sortNum: sortNum.optional(), remark: optionalText(REMARK_MAX) }

export const dict = {
  pageType: get('/v3/dict/pageType', {
    permit: 'superAdmin',
    query: paging.extend({ type: search, name: search }),
    reply: paged(DictType),
  }),
  saveType: post('/v3/dict/saveType', {
    permit: 'superAdmin',
    body: z.strictObject({ type: typeOf, name: text(fields.name), remark: optionalText(REMARK_MAX) }),
    reply: saved,
  }),
  updateType: post('/v3/dict/updateType', {
    permit: 'superAdmin',
    body: z.strictObject({ id, name: text(fields.name), remark: optionalText(REMARK_MAX), version }),
    reply: done,
  }),
  removeType: post('/v3/dict/deleteType', { permit: 'superAdmin', body: z.strictObject({ ids }), reply: count }),
  typeTaken: get('/v3/dict/existType', { permit: 'superAdmin', query: z.object({ type: requiredType, id: queryId }), reply: z.boolean() }),
  page: get('/v3/dict/page', {
    permit: 'superAdmin',
    query: paging.extend({ type: requiredType, name: search, code: search, status: queryFlag }),
    reply: paged(DictItem),
  }),
  byId: get('/v3/dict/getById', { permit: 'superAdmin', query: byId, reply: DictItem }),
  save: post('/v3/dict/save', {
    permit: 'superAdmin',
    body: z.strictObject({ type: requiredType, code: codeOf, ...details, status: flag.optional() }),
    reply: saved,
  }),
  update: post('/v3/dict/update', {
    permit: 'superAdmin',
    reads: 'byId',
    body: z.strictObject({ id, code: codeOf, ...details, version }),
    reply: done,
  }),
  remove: post('/v3/dict/delete', { permit: 'superAdmin', body: z.strictObject({ ids }), reply: count }),
  setStatus: post('/v3/dict/updateStatus', {
    permit: 'superAdmin',
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  codeTaken: get('/v3/dict/existCode', {
    permit: 'superAdmin',
    query: z.object({ type: requiredType, code: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  /** The enabled items in order, for forms. */
  list: get('/v3/dict/listByType', {
    permit: anyMenu,
    query: z.object({ type: requiredType }),
    reply: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  refresh: post('/v3/dict/refresh', { permit: 'superAdmin', reply: count }),
  /** Orders the given items among themselves. */
  saveOrder: post('/v3/dict/saveOrder', { permit: 'superAdmin', body: z.strictObject({ type: requiredType, ids }), reply: done }),
}
