import { z } from 'zod'
import { LabelRule } from '../directory/label-rule.ts'
import { id, ids } from '../shapes.ts'
import { designText } from './review-text.ts'

export const APPROVE_NODES_MAX = 20
const NODE_NAME_MAX = 30
const HOURS_MAX = 24 * 90

export const approverTypes = ['user', 'role', 'post', 'orgAdmin', 'group', 'pick'] as const
export const modes = ['or', 'all', 'sequence', 'ratio'] as const
export const operateTypes = ['insert', 'update', 'delete'] as const

/** When a step is asked; all given conditions must hold. Decided once, when the request is submitted. */
export const StepCondition = z.strictObject({
  operateTypes: z.array(z.enum(operateTypes)).min(1).optional(),
  /** The user's main organisation, or the organisation, is at or below one of these. */
  orgIds: ids.min(1).optional(),
  /** One of these fields is changed. */
  fields: z.array(z.string().max(30)).min(1).max(30).optional(),
  /** The user, as changed, meets this rule; only in workflows of users. */
  rule: LabelRule.optional(),
})
export type StepCondition = z.infer<typeof StepCondition>

const coordinate = z.number().min(-100_000).max(100_000).default(0)
export const FlowNode = z.strictObject({
  id,
  type: z.enum(['start', 'approve', 'end']),
  name: z.string().max(50).nullish(),
  x: coordinate,
  y: coordinate,
  approverType: z.enum(approverTypes).nullish(),
  /** Ids of users, roles, posts or work groups, by approverType; none for orgAdmin. */
  approverIds: ids.nullish(),
  /** orgAdmin: how many organisations above the object's own are searched, the nearest first. */
  level: z.int().min(0).max(20).optional(),
  mode: z.enum(modes).optional(),
  /** ratio: how many must approve. */
  ratio: z.int().min(1).max(500).optional(),
  ifNobody: z.enum(['fallback', 'reject', 'skip']).optional(),
  /** Whether approvers of an earlier step are asked again. */
  sameAsBefore: z.enum(['ask', 'skip']).optional(),
  deadlineHours: z.int().min(1).max(HOURS_MAX).optional(),
  onDeadline: z.enum(['remind', 'escalate', 'reject']).optional(),
  when: StepCondition.optional(),
  /** end: these users may read each request and are notified of approvals. */
  ccIds: ids.max(50).optional(),
})
export type FlowNode = z.infer<typeof FlowNode>
export const FlowEdge = z.strictObject({ from: id, to: id })
export type FlowEdge = z.infer<typeof FlowEdge>
export interface Flow {
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
}

/** `nodeId`: the node concerned; absent if it concerns the whole flow. */
export interface FlowProblem {
  nodeId?: string
  sentence: string
}

const nameOf = (node: FlowNode) => node.name || { start: designText.startNode, approve: node.id, end: designText.endNode }[node.type]

/** Why a flow is not one line: start, approve nodes, end. The console shows it, the server refuses it. */
export function flowProblems({ nodes, edges }: Flow): FlowProblem[] {
  const approves = nodes.filter(node => node.type === 'approve')
  const count = (type: FlowNode['type']) => nodes.filter(node => node.type === type).length
  const whole = (fails: boolean, sentence: string): FlowProblem[] => (fails ? [{ sentence }] : [])
  const nodeIds = new Set(nodes.map(node => node.id))
  return [
    ...whole(count('start') !== 1, designText.start),
    ...whole(count('end') !== 1, designText.end),
    ...whole(approves.length === 0, designText.approve),
    ...whole(approves.length > APPROVE_NODES_MAX, designText.tooMany(APPROVE_NODES_MAX)),
    ...whole(nodeIds.size !== nodes.length, designText.ids),
    ...whole(
      edges.some(edge => !nodeIds.has(edge.from) || !nodeIds.has(edge.to)),
      designText.edge,
    ),
    ...nodes.flatMap(node => lineProblem(node, edges)),
    ...unreachableNodes(nodes, edges),
    ...nodes
      .filter(node => node.type !== 'end' && (node.ccIds ?? []).length > 0)
      .map(node => ({ nodeId: node.id, sentence: designText.copies })),
    ...approves.flatMap(approveProblems),
  ]
}

function lineProblem(node: FlowNode, edges: readonly FlowEdge[]): FlowProblem[] {
  const into = edges.filter(edge => edge.to === node.id).length
  const out = edges.filter(edge => edge.from === node.id).length
  const isRight = into === (node.type === 'start' ? 0 : 1) && out === (node.type === 'end' ? 0 : 1)
  return isRight ? [] : [{ nodeId: node.id, sentence: designText.line(nameOf(node)) }]
}

/** The ids from the start along the edges, each once. */
function reachableFromStart(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): Set<string> {
  const next = new Map(edges.map(edge => [edge.from, edge.to]))
  const seen = new Set<string>()
  for (let at = nodes.find(node => node.type === 'start')?.id; at !== undefined && !seen.has(at); at = next.get(at)) seen.add(at)
  return seen
}

function unreachableNodes(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): FlowProblem[] {
  const seen = reachableFromStart(nodes, edges)
  return nodes.filter(node => !seen.has(node.id)).map(node => ({ nodeId: node.id, sentence: designText.unreachable(nameOf(node)) }))
}

function approveProblems(node: FlowNode): FlowProblem[] {
  const name = node.name?.trim() ?? ''
  const problem = (fails: boolean, sentence: string): FlowProblem[] => (fails ? [{ nodeId: node.id, sentence }] : [])
  return [
    ...problem(name === '' || name.length > NODE_NAME_MAX, designText.name),
    ...problem(!node.approverType, designText.approverType(nameOf(node))),
    ...problem(node.approverType !== 'orgAdmin' && (node.approverIds ?? []).length === 0, designText.approver(nameOf(node))),
    ...problem(node.mode === 'ratio' && node.ratio === undefined, designText.ratio(nameOf(node))),
  ]
}

/** The approve nodes of a flow without problems, in their order. */
export function approveNodes({ nodes, edges }: Flow): FlowNode[] {
  const byId = new Map(nodes.map(node => [node.id, node]))
  return [...reachableFromStart(nodes, edges)].flatMap(nodeId => {
    const node = byId.get(nodeId)
    return node?.type === 'approve' ? [node] : []
  })
}
