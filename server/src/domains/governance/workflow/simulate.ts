import type { Handlers } from '../../../platform/http/context.ts'
import { approveNodes, type workflow } from '@hufu/contract/governance/workflow'
import { simulateSteps } from '../review/decide/simulate.ts'
import { findDraft } from './workflow.sql.ts'
import { checkFlow } from './workflow.ts'

/** The users who would be asked today, for each step of the draft; stores nothing. */
export const simulate: Handlers<typeof workflow>['simulate'] = async ctx => {
  const { db, body } = ctx
  const { bizType, draft } = await findDraft(db, body.id)
  await checkFlow(db, draft)
  return simulateSteps(ctx, { ...body, objectId: body.objectId ?? null, objectType: bizType }, approveNodes(draft))
}
