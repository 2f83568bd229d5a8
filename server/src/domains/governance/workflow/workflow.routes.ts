import { workflow, approveNodes } from '@hufu/contract/governance/workflow'
import { refuse } from '../../../platform/http/refuse.ts'
import { feature, type Handlers } from '../../../platform/http/context.ts'
import { deploy, digest, emptyFlow, saveDesign, switchWorkflow, updateWorkflow, checkFlow } from './workflow.ts'
import {
  deleteWorkflows, findDraft, findVersion, findWorkflow, insertWorkflow, isCodeTaken, listVersions, pageWorkflows, usersNamedIn,
  workflowsAsking,
} from './workflow.sql.ts' // prettier-ignore
import { simulateSteps } from '../review/decide/simulate.ts'

/** The users who would be asked today, for each step of the draft; stores nothing. */
const simulate: Handlers<typeof workflow>['simulate'] = async ctx => {
  const { db, body } = ctx
  const { bizType, draft } = await findDraft(db, body.id)
  await checkFlow(db, draft)
  return simulateSteps(ctx, { ...body, objectId: body.objectId ?? null, objectType: bizType }, approveNodes(draft))
}

export const workflowFeature = feature('workflow', workflow, {
  page: ({ db, query }) => pageWorkflows(db, query),
  byId: ({ db, query }) => findWorkflow(db, query.id),
  save: async ({ db, who, body, auditTarget }) => {
    const flow = emptyFlow()
    const id = await insertWorkflow(db, who.userId, body, flow, digest(flow))
    auditTarget(id)
    return { id }
  },
  update: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await updateWorkflow(db, body)
  },
  remove: ({ db, body }) => deleteWorkflows(db, body.ids),
  setStatus: async ({ db, query, body, auditTarget }) => {
    auditTarget(body.id)
    await switchWorkflow(db, body.id, query.status ?? refuse('statusProblem'))
  },
  codeTaken: ({ db, query }) => isCodeTaken(db, query.code, query.id),
  design: async ({ db, query }) => {
    const { id, version, draft, draftVersion } = await findDraft(db, query.id)
    return { id, version, draftVersion, ...draft, users: await usersNamedIn(db, draft) }
  },
  saveDesign: async ({ db, body, auditTarget }) => {
    auditTarget(body.id)
    await saveDesign(db, body)
  },
  deploy: ctx => {
    ctx.auditTarget(ctx.query.id)
    return deploy(ctx, ctx.query.id)
  },
  versions: async ({ db, query }) => {
    await findWorkflow(db, query.id)
    return listVersions(db, query.id)
  },
  oneVersion: ({ db, query }) => findVersion(db, query.id, query.version),
  uses: ({ db, query }) => workflowsAsking(db, query),
  simulate,
})
