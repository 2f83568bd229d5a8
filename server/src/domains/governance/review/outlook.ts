import { foldName, plainPhone } from '@hufu/contract/written'
import { approveNodes, type FlowNode } from '@hufu/contract/governance/design'
import type { QueryOf } from '@hufu/contract/call'
import { org } from '@hufu/contract/directory/org'
import type { OperateType, Outlook, review } from '@hufu/contract/governance/review'
import { normaliseIdCard } from '@hufu/contract/text-rules'
import type { Context } from '../../../platform/http/context.ts'
import { isActReviewed, isReviewed, namePhoneHash } from '../../directory/index.ts'
import { enabledFlow } from '../workflow/workflow.sql.ts'
import { namesOfUsers, isOrgInScope } from './decide/candidate.sql.ts'
import { candidatesOf, fallbackOf, type RequestSubject } from './decide/candidates.ts'
import { conditionApplies } from './decide/condition.ts'
import { engineFor, permitOf, type Engine } from './decide/engine.ts'
import { choosable } from './decide/pick.ts'
import { isHeld, pendingOn, type Step } from './change/request.sql.ts'
import { readState } from './change/state.sql.ts'
import { plainStep, stepOf } from './change/submit.ts'

const NAMED_MAX = 5
type OutlookContext = Context<QueryOf<typeof review.outlook>, undefined>

/** What saving the form would lead to: which steps would ask whom. The form shows it. */
export async function outlookOf(ctx: OutlookContext): Promise<Outlook> {
  const { db, query, who } = ctx
  const { objectType, operateType, act, objectId } = query
  const scope = who.rights.scopeOf(permitOf(objectType, operateType, act))
  const found = objectId === undefined || !scope ? undefined : await readState(db, objectType, objectId)
  // A record out of scope counts as unknown (D-75).
  const state = found && scope && (await isOrgInScope(db, scope, found.orgId)) ? found : undefined
  const place = state?.orgId ?? query.orgId
  const isReached = scope !== undefined && place !== undefined && (state !== undefined || (await isOrgInScope(db, scope, place)))
  const pending = state ? await pendingOf(ctx, objectId!) : null
  const isOn = act ? isActReviewed(ctx, act) : isReviewed(ctx, objectType)
  if (!scope || !isOn) return { isReviewed: false, pick: [], steps: [], pending }
  const flow = await enabledFlow(db, objectType)
  const about = { objectType, objectId: state ? objectId! : null, orgId: isReached ? place : '', applyUserId: who.userId }
  const engine = engineFor(ctx)
  const nodes = flow ? approveNodes(flow) : []
  const [pick, steps]: [Outlook['pick'], Outlook['steps']] = [[], []]
  if (nodes.length === 0) steps.push(await stepOutlook(engine, about, plainStep(ctx, objectType), false))
  for (const node of nodes) {
    const applicability = await stepApplicability(engine, about, node, operateType)
    if (applicability === 'never') continue
    const step = stepOf(node, 0)
    if (node.approverType !== 'pick') {
      steps.push(await stepOutlook(engine, about, step, applicability === 'perhaps'))
      continue
    }
    const able = about.orgId ? await choosable(engine, about, step) : step.approverIds.filter(id => id !== who.userId)
    const users = await namesOfUsers(db, able)
    pick.push({ nodeId: node.id, node: step.name, users })
    steps.push({
      node: step.name,
      mode: step.mode,
      users: [],
      count: users.length,
      isPicked: true,
      isConditional: applicability === 'perhaps',
    })
  }
  return { isReviewed: true, pick, steps, pending }
}

async function pendingOf({ db, query, who }: OutlookContext, objectId: string): Promise<Outlook['pending']> {
  const found = await pendingOn(db, query.objectType, objectId)
  if (!found) return null
  const { applyUserId, ...pending } = found
  return { ...pending, isOwn: applyUserId === who.userId }
}

/** Whether the step would be asked: `perhaps` if its conditions depend on changes in the form, which are not known yet. */
async function stepApplicability(
  { db }: Engine,
  about: RequestSubject,
  { when }: FlowNode,
  operateType: OperateType,
): Promise<'always' | 'perhaps' | 'never'> {
  if (!when) return 'always'
  const { fields, rule, orgIds, ...conditions } = when
  const { objectType, objectId, orgId } = about
  const isPlaceKnown = orgId !== '' && operateType !== 'update'
  const subject = { objectType, operateType, id: objectId ?? '', orgId, fields: [] }
  if (!(await conditionApplies(db, subject, { ...conditions, ...(orgIds && isPlaceKnown && { orgIds }) }))) return 'never'
  return fields || rule || (orgIds && !isPlaceKnown) ? 'perhaps' : 'always'
}

/** The users the step would ask today, or the fallback. */
async function stepOutlook(engine: Engine, about: RequestSubject, step: Step, isConditional: boolean): Promise<Outlook['steps'][number]> {
  const own = about.orgId ? await candidatesOf(engine, about, step) : []
  const examiners = own.length > 0 || !about.orgId || step.ifNobody !== 'fallback' ? own : await fallbackOf(engine, about)
  const users = await namesOfUsers(engine.db, examiners.slice(0, NAMED_MAX))
  return { node: step.name, mode: step.mode, users, count: examiners.length, isPicked: false, isConditional }
}

/** Whether a pending request holds a value. The name of an organisation is checked only below a parent in scope. */
export async function isValueHeld({ db, kernel, who, query }: Context<QueryOf<typeof review.valueHeld>, undefined>): Promise<boolean> {
  const { kind, value, parentId = '' } = query
  if (kind === 'phone') return isHeld(db, kind, kernel.keys.blindIndex('phone', plainPhone(value)))
  if (kind === 'idCard') return isHeld(db, kind, kernel.keys.blindIndex('idCard', normaliseIdCard(value)))
  if (kind === 'userName') {
    const phone = namePhoneHash(kernel.keys, value)
    return (await isHeld(db, kind, foldName(value))) || (phone !== null && isHeld(db, 'phone', phone))
  }
  if (kind === 'orgCode') return isHeld(db, kind, value.toLowerCase())
  if (kind !== 'orgName') return isHeld(db, kind, value)
  const scope = who.rights.scopeOf(org.nameTaken.permit)
  return scope !== undefined && (await isOrgInScope(db, scope, parentId)) && isHeld(db, kind, `${parentId}/${foldName(value)}`)
}
