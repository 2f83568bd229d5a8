import { approveNodes } from '@hufu/contract/governance/design'
import type { QueryOf } from '@hufu/contract/call'
import type { review } from '@hufu/contract/governance/review'
import type { Context } from '../../../platform/http/context.ts'
import { isReviewed } from '../../directory/index.ts'
import { enabledFlow } from '../workflow/workflow.sql.ts'
import { namesOfUsers, reaches } from './candidate.sql.ts'
import { changeCall, engineFor } from './engine.ts'
import { choosable } from './pick.ts'
import { pendingOn } from './request.sql.ts'
import { readState } from './state.sql.ts'
import { stepOf } from './submit.ts'

/** What saving a form would do, for the form to say. */
export async function outlookOf(ctx: Context<QueryOf<typeof review.outlook>, undefined>) {
  const { db, query, who } = ctx
  const { objectType, operateType, objectId } = query
  const scope = who.rights.scopeOf(changeCall[objectType][operateType].permit)
  const found = objectId === undefined || !scope ? undefined : await readState(db, objectType, objectId)
  const state = found && scope && (await reaches(db, scope, found.orgId)) ? found : undefined
  const pending = state ? ((await pendingOn(db, objectType, objectId!)) ?? null) : null
  if (!scope || !isReviewed(ctx, objectType)) return { isReviewed: false, pick: [], pending }
  const flow = await enabledFlow(db, objectType)
  const about = { objectType, objectId: objectId ?? null, orgId: state?.orgId ?? '', applyUserId: who.userId }
  const engine = engineFor(ctx)
  const pick = []
  for (const node of flow ? approveNodes(flow).filter(({ approverType }) => approverType === 'pick') : []) {
    const step = stepOf(node, 0)
    const able = state ? await choosable(engine, about, step) : step.approverIds.filter(id => id !== who.userId)
    pick.push({ nodeId: node.id, node: step.name, users: await namesOfUsers(db, able) })
  }
  return { isReviewed: true, pick, pending }
}
