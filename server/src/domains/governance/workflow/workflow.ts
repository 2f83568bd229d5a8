import { createHash } from 'node:crypto'
import { designText } from '@hufu/contract/governance/review-text'
import { flowProblems, type Flow } from '@hufu/contract/governance/workflow'
import type { Context } from '../../../platform/http/context.ts'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import {
  digestOf, enableWorkflow, insertVersion, knownApprovers, lockWorkflow, saveDraft, setDetails, setStatus,
} from './workflow.sql.ts' // prettier-ignore
import type { BodyOf } from '@hufu/contract/call'
import type { workflow } from '@hufu/contract/governance/workflow'
import type { Flag } from '@hufu/contract/shapes'

/** A new workflow: a start and an end. */
export const emptyFlow = (): Flow => ({
  nodes: [
    { id: 'start', type: 'start', name: designText.startNode, x: 0, y: 0 },
    { id: 'end', type: 'end', name: designText.endNode, x: 0, y: 120 },
  ],
  edges: [{ from: 'start', to: 'end' }],
})

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)])) // prettier-ignore
      : value
/** A digest that does not depend on key order, because jsonb does not keep it. */
export const digest = (flow: Flow): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(flow)))
    .digest('base64url')

/** Refuses flows that are not one line from start to end, and unknown approvers. */
export async function checkFlow(db: Db, flow: Flow): Promise<void> {
  const [problem] = flowProblems(flow)
  if (problem) refuse('flowIncomplete', { nodeId: problem.nodeId, reason: problem.sentence })
  for (const node of flow.nodes.filter(({ type }) => type === 'approve')) {
    const ids = node.approverType === 'orgAdmin' ? [] : (node.approverIds ?? [])
    const existing = await knownApprovers(db, node.approverType!, ids)
    if (ids.some(id => !existing.has(id))) refuse('flowIncomplete', { nodeId: node.id, reason: designText.unknown(node.name!) })
  }
  const copied = flow.nodes.find(({ ccIds }) => (ccIds ?? []).length > 0)
  if (!copied) return
  const existing = await knownApprovers(db, 'user', copied.ccIds!)
  if (copied.ccIds!.some(id => !existing.has(id))) refuse('flowIncomplete', { nodeId: copied.id, reason: designText.unknownCopy })
}

export async function updateWorkflow(db: Db, body: BodyOf<typeof workflow.update>): Promise<void> {
  const present = await lockWorkflow(db, body.id)
  if (body.rowVersion !== undefined && body.rowVersion !== present.rowVersion) refuse('stale')
  if (body.bizType !== present.bizType && present.version > 0) refuse('bizTypeFixed')
  await setDetails(db, body)
}

export async function switchWorkflow(db: Db, id: string, status: Flag): Promise<void> {
  const present = await lockWorkflow(db, id)
  if (status === 1 && present.version === 0) refuse('workflowUndeployed')
  if (status === 1) await enableWorkflow(db, id, present.bizType)
  else await setStatus(db, id, 0)
}

export async function saveDesign(db: Db, { id, draftVersion, ...flow }: BodyOf<typeof workflow.saveDesign>): Promise<void> {
  const present = await lockWorkflow(db, id)
  if (draftVersion !== undefined && draftVersion !== present.draftDigest) refuse('stale')
  await checkFlow(db, flow)
  await saveDraft(db, id, flow, digest(flow))
}

/** Deploying an unchanged draft returns the deployed version. */
export async function deploy({ db, who }: Pick<Context, 'db' | 'who'>, id: string): Promise<{ version: number }> {
  const { version, draft, draftDigest } = await lockWorkflow(db, id)
  await checkFlow(db, draft)
  if (version > 0 && (await digestOf(db, id, version)) === draftDigest) return { version }
  await insertVersion(db, id, version + 1, draft, draftDigest, who.userId)
  return { version: version + 1 }
}
