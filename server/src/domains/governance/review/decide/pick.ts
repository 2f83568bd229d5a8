import type { Submission } from '@hufu/contract/shapes'
import { refuse } from '../../../../platform/http/refuse.ts'
import { findNamed } from './candidate.sql.ts'
import { eligibleAmong, type RequestSubject } from './candidates.ts'
import type { Engine } from './engine.ts'
import type { Step } from '../change/request.sql.ts'

/** Where the applicant chooses the approvers of a step, replaces the step's approvers with the chosen ones. */
export async function resolvePicks(engine: Engine, about: RequestSubject, steps: readonly Step[], submission: Submission): Promise<Step[]> {
  const resolved: Step[] = []
  for (const step of steps) resolved.push(step.approverType === 'pick' ? await picked(engine, about, step, submission) : step)
  return resolved.map((step, no) => ({ ...step, no }))
}

async function picked(engine: Engine, about: RequestSubject, step: Step, submission: Submission): Promise<Step> {
  const chosen = submission?.pick?.[step.nodeId] ?? []
  const able = await choosable(engine, about, step)
  // If nobody can be chosen the step has no approver, and its rule for that case applies.
  if (able.length === 0) return { ...step, approverIds: [] }
  if (chosen.length === 0) refuse('pickMissing', { node: step.name })
  if (chosen.some(id => !able.includes(id))) refuse('pickUnfit', { node: step.name })
  return { ...step, approverIds: [...chosen] }
}

export async function choosable(engine: Engine, about: RequestSubject, step: Step): Promise<string[]> {
  const found = await findNamed(engine.db, step, about.orgId)
  return eligibleAmong(engine, about, found.map(({ userId }) => userId)) // prettier-ignore
}
