import { fields } from '../text.ts'
import { z } from 'zod'
import { get, post } from '../call.ts'
import { byId, count, done, flag, id, ids, optionalText, paged, paging, queryFlag, queryId, REMARK_MAX, saved, search, text, version } from '../shapes.ts' // prettier-ignore

export const API_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Begins with a slash, at most 200 characters, without query. */
export const apiPathForm = /^\/[^\s?#]{0,199}$/

/** A call of the server, or of a system behind it that trusts the server's tokens. */
export const ApiItem = z.object({
  id: z.string(),
  groupName: z.string(),
  name: z.string(),
  method: z.string(),
  path: z.string(),
  /** Whether the call can be granted to a client. */
  openable: z.number(),
  status: z.number(),
  /** 1: a call of the server, whose method and path cannot be changed. */
  builtIn: z.number(),
  remark: z.string().nullable(),
  /** The server has no such call any more. */
  isMissing: z.boolean(),
  /** False for calls without which somebody could not sign in. */
  isClosable: z.boolean(),
  /** Whether the call may be opened to clients. */
  mayOpen: z.boolean(),
  /** How many clients hold the call, and how many made it within seven days. */
  holderCount: z.number(),
  callerCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type ApiItem = z.infer<typeof ApiItem>

const method = z.enum(API_METHODS, { error: '请求方式不正确' })
const details = {
  groupName: text(fields.group),
  name: text(fields.apiName, 100),
  method,
  path: z.string({ error: '路径不能为空' }).regex(apiPathForm, '路径应以/开头，不含参数，最长200个字符'),
  openable: flag,
  remark: optionalText(REMARK_MAX),
}

/** /devops/api-manage: which calls exist, which are closed, and which can be granted to clients. */
export const apiItem = {
  page: get('/v3/apiManage/page', {
    permit: 'superAdmin',
    query: paging.extend({ groupName: search, name: search, path: search, method: search, status: queryFlag }),
    reply: paged(ApiItem),
  }),
  groups: get('/v3/apiManage/listGroup', { permit: 'superAdmin', reply: z.array(z.string()) }),
  byId: get('/v3/apiManage/getById', { permit: 'superAdmin', query: byId, reply: ApiItem }),
  save: post('/v3/apiManage/save', {
    permit: 'superAdmin',
    stepUp: true,
    body: z.strictObject({ ...details, status: flag.optional() }),
    reply: saved,
  }),
  update: post('/v3/apiManage/update', {
    permit: 'superAdmin',
    stepUp: true,
    reads: 'byId',
    body: z.strictObject({ id, ...details, version }),
    reply: done,
  }),
  remove: post('/v3/apiManage/delete', { permit: 'superAdmin', stepUp: true, body: z.strictObject({ ids }), reply: count }),
  setStatus: post('/v3/apiManage/updateStatus', {
    permit: 'superAdmin',
    stepUp: true,
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  pathTaken: get('/v3/apiManage/existPath', {
    permit: 'superAdmin',
    query: z.object({ method, path: z.string().max(200), id: queryId }),
    reply: z.boolean(),
  }),
  refresh: post('/v3/apiManage/refresh', {
    permit: 'superAdmin',
    reply: z.object({ added: z.number(), total: z.number(), missing: z.number() }),
  }),
}
