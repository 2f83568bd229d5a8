import { z } from 'zod'
import { get, menu, post } from '../call.ts'
import {
  count, done, id, ids, inQuery, optionalText, paged, paging, queryFlag, queryId, queryIds, queryNumber, REMARK_MAX, saved, search, text,
  version,
} from '../shapes.ts' // prettier-ignore
import { UserBrief } from '../directory/user-shapes.ts'
import { FlowEdge, FlowNode, modes, operateTypes } from './design.ts'

export * from './design.ts'

export const objectTypes = ['user', 'org'] as const
export const objectType = z.enum(objectTypes)
export type ObjectType = z.infer<typeof objectType>
export const operateType = z.enum(operateTypes)
export type OperateType = z.infer<typeof operateType>
/** Changes of one user that have a call and a switch of their own; their operateType is `update`. */
export const userActs = ['disable', 'move', 'reset'] as const
export const userAct = z.enum(userActs)
export type UserAct = z.infer<typeof userAct>

export const Workflow = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  bizType: objectType,
  /** The deployed version; 0: none yet. */
  version: z.number(),
  /** 1: new requests of its bizType follow the deployed version. */
  status: z.number(),
  remark: z.string().nullable(),
  /** The draft differs from the deployed version. */
  isChanged: z.boolean(),
  /** Pending requests of any of its versions. */
  running: z.number(),
  /** For updates: `version` is the deployed one. */
  rowVersion: z.number(),
  createTime: z.string(),
  updateTime: z.string(),
})
export type Workflow = z.infer<typeof Workflow>

const workflowCode = z.string({ error: '流程编码不能为空' }).regex(/^[A-Za-z0-9_.-]{1,50}$/, '流程编码格式不正确')
const details = { name: text('流程名称'), code: workflowCode, bizType: objectType, remark: optionalText(REMARK_MAX) }
const flow = { nodes: z.array(FlowNode).max(100), edges: z.array(FlowEdge).max(200) }
const Version = z.object({ version: z.number(), deployTime: z.string(), userName: z.string().nullable() })
const versionNumber = queryNumber(z.int32().min(1))

/** A step, and who would be asked today. */
export const SimulatedStep = z.object({
  nodeId: z.string(),
  node: z.string(),
  mode: z.enum(modes),
  /** Their names, at most ten. */
  users: z.array(z.object({ id: z.string(), name: z.string() })),
  count: z.number(),
  /** Set if nobody of the step can act: with fallback, `users` are those asked instead; `reject` and `skip` name nobody. */
  ifNobody: z.enum(['fallback', 'reject', 'skip']).nullable(),
  /** The applicant chooses among those named. */
  isPicked: z.boolean(),
  /** Its condition does not hold. */
  isLeftOut: z.boolean(),
})
export type SimulatedStep = z.infer<typeof SimulatedStep>

export const workflow = {
  page: get('/v3/workflow/page', {
    permit: 'superAdmin',
    query: paging.extend({ name: search, code: search, bizType: inQuery(objectType), status: queryFlag }),
    reply: paged(Workflow),
  }),
  byId: get('/v3/workflow/getById', { permit: 'superAdmin', query: z.object({ id }), reply: Workflow }),
  save: post('/v3/workflow/save', { permit: 'superAdmin', body: z.strictObject(details), reply: saved }),
  update: post('/v3/workflow/update', {
    permit: 'superAdmin',
    reads: 'byId',
    body: z.strictObject({ id, ...details, rowVersion: version }),
    reply: done,
  }),
  remove: post('/v3/workflow/delete', { permit: 'superAdmin', body: z.strictObject({ ids }), reply: count }),
  setStatus: post('/v3/workflow/updateStatus', {
    permit: 'superAdmin',
    query: z.object({ status: queryFlag }),
    body: z.strictObject({ id }),
    reply: done,
  }),
  codeTaken: get('/v3/workflow/existCode', {
    permit: 'superAdmin',
    query: z.object({ code: z.string().max(50), id: queryId }),
    reply: z.boolean(),
  }),
  /** The draft; `version` is the deployed one. A new workflow has a start and an end. */
  design: get('/v3/workflow/getDesign', {
    permit: 'superAdmin',
    query: z.object({ id }),
    reply: z.object({
      id: z.string(),
      version: z.number(),
      draftVersion: z.string(),
      nodes: z.array(FlowNode),
      edges: z.array(FlowEdge),
      /** The users in its steps, with names; those deleted since are missing. */
      users: z.array(UserBrief.omit({ orgName: true })),
    }),
  }),
  /** `draftVersion`: the version that was read, to refuse a draft changed since; absent, nothing is checked. */
  saveDesign: post('/v3/workflow/saveDesign', {
    permit: 'superAdmin',
    body: z.strictObject({ id, ...flow, draftVersion: z.string().max(100).optional() }),
    reply: done,
  }),
  /** An unchanged draft returns the version already deployed. */
  deploy: post('/v3/workflow/deploy', {
    permit: 'superAdmin',
    query: z.object({ id }),
    reply: z.object({ version: z.number() }),
  }),
  versions: get('/v3/workflow/listVersion', { permit: 'superAdmin', query: z.object({ id }), reply: z.array(Version) }),
  oneVersion: get('/v3/workflow/getVersion', {
    permit: 'superAdmin',
    query: z.object({ id, version: versionNumber }),
    reply: Version.extend({ nodes: z.array(FlowNode), edges: z.array(FlowEdge) }),
  }),
  /** Enabled workflows whose deployed version asks holders of these, to be shown before they are deleted. */
  uses: get('/v3/workflow/listUse', {
    permit: menu('/system/systemRoleIndex', '/organiz/setting', '/organiz/work-group', '/devops/workflow'),
    query: z.object({ approverType: z.enum(['role', 'post', 'group']), ids: queryIds }),
    reply: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** Who would be asked for a request of this applicant, by the draft; stores nothing. */
  simulate: post('/v3/workflow/simulate', {
    permit: 'superAdmin',
    changes: false,
    body: z.strictObject({ id, applyUserId: id, objectId: id.nullish(), operateType }),
    reply: z.array(SimulatedStep),
  }),
}
