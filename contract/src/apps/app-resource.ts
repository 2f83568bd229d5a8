import { z } from 'zod'
import { button, get, menu, post } from '../call.ts'
import { byId, count, done, flag, id, ids, queryFlag, queryId, saved, sortNum, text, URI_MAX, version } from '../shapes.ts'
import { fields, problems } from '../text.ts'
import type { Schema } from '../schema.ts'

/** The kinds of resources of an application: menus, buttons and interfaces. */
export const ResourceType = z.enum(['menu', 'button', 'api'])
export type ResourceType = z.infer<typeof ResourceType>

/** Codes of roles and resources: letters, digits, _ . : and -. */
export const codeInAppForm = /^[A-Za-z0-9_.:-]{1,50}$/
export const codeInApp = z.string({ error: problems.codeMissing }).regex(codeInAppForm, problems.codeWrong)

/** The greatest depth of the tree. */
export const LEVELS_MAX = 8

const row = {
  id: z.string(),
  appId: z.string(),
  /** '0': top level. */
  parentId: z.string(),
  code: z.string(),
  name: z.string(),
  type: ResourceType,
  uri: z.string().nullable(),
  status: z.number(),
  sortNum: z.number(),
  hasChildren: z.boolean(),
  /** Roles that hold it and lose it when it is deleted. */
  roleCount: z.number(),
  version: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
}
export const AppResource = z.object(row)
export type AppResource = z.infer<typeof AppResource>
export interface AppResourceNode extends AppResource {
  children: AppResourceNode[]
}
export const AppResourceNode: Schema<AppResourceNode> = z.lazy(() => z.object({ ...row, children: z.array(AppResourceNode) }))

/** A path of the application, a pattern of paths, or an https address; never an executable scheme. */
const uri = z
  .string()
  .max(URI_MAX)
  .regex(/^(?:(?:GET|POST|PUT|PATCH|DELETE) )?(?:\/(?![/\\])[^\s\\]*|https?:\/\/[^\s\\]+)?$/, '地址不正确')
  .nullish()

const permit = menu('/app/authority')
const resourceFields = { name: text(fields.name), code: codeInApp, type: ResourceType, uri, sortNum: sortNum.optional() }

export const appResource = {
  tree: get('/v3/appResource/tree', { permit, query: z.object({ appId: id }), reply: z.array(AppResourceNode) }),
  byId: get('/v3/appResource/getById', { permit, query: byId, reply: AppResource }),
  save: post('/v3/appResource/save', {
    permit: button(['/app/authority'], 'app-resource'),
    body: z.strictObject({ appId: id, parentId: id, ...resourceFields, status: flag.optional() }),
    reply: saved,
  }),
  update: post('/v3/appResource/update', {
    permit: button(['/app/authority'], 'app-resource'),
    reads: 'byId',
    body: z.strictObject({ id, ...resourceFields, version }),
    reply: done,
  }),
  remove: post('/v3/appResource/delete', {
    permit: button(['/app/authority'], 'app-resource'),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  setStatus: post('/v3/appResource/updateStatus', {
    permit: button(['/app/authority'], 'app-resource'),
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ ids }),
    reply: count,
  }),
  codeTaken: get('/v3/appResource/existCode', {
    permit: menu('/app/authority', '/authorize/index', '/authorize/auth-group'),
    query: z.object({ appId: id, code: z.string().max(64), id: queryId }),
    reply: z.boolean(),
  }),
}
