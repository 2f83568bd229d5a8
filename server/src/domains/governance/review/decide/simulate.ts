import type { FlowNode } from '@hufu/contract/governance/design'
import type { ObjectType, OperateType } from '@hufu/contract/governance/review'
import type { SimulatedStep } from '@hufu/contract/governance/workflow'
import type { Context } from '../../../../platform/http/context.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { namesOfUsers } from './candidate.sql.ts'
import { candidatesOf, fallbackOf } from './candidates.ts'
import { conditionApplies } from './condition.ts'
import { engineFor, type Engine } from './engine.ts'
import { readState } from '../change/state.sql.ts'
import { stepOf } from '../change/submit.ts'

const NAMED_MAX = 10

interface SimulatedRequest {
  applyUserId: string
  objectType: ObjectType
  objectId: string | null
  operateType: OperateType
}

/**
 * Uses the present object, or without one the applicant's organisation. Conditions on changed fields count as met, because a
 * simulation has no form with changes.
 */
export async function simulateSteps(
  ctx: Pick<Context, 'db' | 'kernel' | 'who' | 'scope' | 'traceId'>,
  simulation: SimulatedRequest,
  nodes: readonly FlowNode[],
): Promise<SimulatedStep[]> {
  const { db } = ctx
  const { objectType, objectId, applyUserId, operateType } = simulation
  const state =
    objectId === null
      ? ((await readState(db, 'user', applyUserId)) ?? refuse('userMissing'))
      : ((await readState(db, objectType, objectId)) ?? refuse(objectType === 'user' ? 'userMissing' : 'orgMissing'))
  const about = { objectType, objectId, orgId: state.orgId, applyUserId }
  const engine = engineFor(ctx)
  const steps: SimulatedStep[] = []
  for (const [no, node] of nodes.entries()) {
    const subject = { objectType, operateType, id: objectId ?? '', orgId: state.orgId, fields: node.when?.fields ?? [] }
    steps.push({ ...(await simulated(engine, about, node, no)), isLeftOut: !(await conditionApplies(db, subject, node.when)) })
  }
  return steps
}

async function simulated(engine: Engine, about: Parameters<typeof candidatesOf>[1], node: FlowNode, no: number) {
  const step = stepOf(node, no)
  const own = await candidatesOf(engine, about, step)
  const nobody = own.length === 0 ? step.ifNobody : null
  const users = nobody === 'fallback' ? await fallbackOf(engine, about) : own
  return {
    nodeId: node.id,
    node: step.name,
    mode: step.mode,
    users: await namesOfUsers(engine.db, users.slice(0, NAMED_MAX)),
    count: users.length,
    ifNobody: nobody,
    isPicked: step.approverType === 'pick',
  }
}
