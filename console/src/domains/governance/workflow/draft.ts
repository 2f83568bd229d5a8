import type { Flow, FlowNode } from '@hufu/contract/governance/design'

export type Step = FlowNode
export const UNDO_MAX = 50
const CARD_GAP = 120

/** The steps, and the selected card: 0 is the start, the last the end. */
export interface Draft {
  steps: readonly Step[]
  at: number
}
export interface History {
  past: readonly Draft[]
  now: Draft
  future: readonly Draft[]
  /** Changes with the same tag, such as typing in one field, are undone together. */
  tag: string | undefined
}

export const initialHistory = (steps: readonly Step[]): History => ({ past: [], now: { steps, at: 0 }, future: [], tag: undefined })

export function changed(history: History, now: Draft, tag?: string): History {
  const isMore = tag !== undefined && tag === history.tag
  return { past: isMore ? history.past : [...history.past, history.now].slice(-UNDO_MAX), now, future: [], tag }
}

/** Selects another card, which is no change to undo. */
export const withStepOpen = (history: History, at: number): History => ({
  ...history,
  now: { ...history.now, at: Math.max(0, Math.min(at, history.now.steps.length + 1)) },
  tag: undefined,
})

export function undone({ past, now, future }: History): History {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future], tag: undefined } : { past, now, future, tag: undefined }
}

export function redone({ past, now, future }: History): History {
  const [next, ...rest] = future
  return next ? { past: [...past, now], now: next, future: rest, tag: undefined } : { past, now, future, tag: undefined }
}

/** An id no step has. */
export function freeId(steps: readonly Step[]): string {
  const taken = new Set(steps.map(step => step.id))
  for (let n = steps.length + 1; ; n++) if (!taken.has(`n${n}`)) return `n${n}`
}

export const newStep = (id: string, name: string): Step => ({
  id,
  type: 'approve',
  name,
  x: 0,
  y: 0,
  approverType: 'user',
  approverIds: [],
  mode: 'or',
  ifNobody: 'fallback',
})

/** Inserts it below the selected card, at most before the end. */
export function inserted({ steps, at }: Draft, step: Step): Draft {
  const place = Math.min(at, steps.length)
  return { steps: steps.toSpliced(place, 0, step), at: place + 1 }
}

export const removed = ({ steps, at }: Draft): Draft => ({ steps: steps.toSpliced(at - 1, 1), at: Math.min(at, steps.length) })

export function moved({ steps, at }: Draft, by: -1 | 1): Draft | undefined {
  const [step, to] = [steps[at - 1], at + by]
  return step && to >= 1 && to <= steps.length ? { steps: steps.toSpliced(at - 1, 1).toSpliced(to - 1, 0, step), at: to } : undefined
}

export type Patch = { [K in keyof Step]?: Step[K] | undefined }

/** A property set to undefined is left out. */
export function patched({ steps, at }: Draft, patch: Patch): Draft {
  const step = Object.fromEntries(Object.entries({ ...steps[at - 1]!, ...patch }).filter(([, value]) => value !== undefined)) as Step
  return { steps: steps.with(at - 1, step), at }
}

/** The flow from start over the steps to the end, in the server's form. */
export function flowOf(
  { nodes }: { nodes: readonly FlowNode[] },
  steps: readonly Step[],
  ccIds: readonly string[] = [],
): { nodes: FlowNode[]; edges: Flow['edges'][number][] } {
  const ends = (type: 'start' | 'end'): FlowNode => nodes.find(node => node.type === type) ?? { id: type, type, x: 0, y: 0 }
  const { ccIds: _former, ...end } = ends('end')
  const line = [ends('start'), ...steps, { ...end, ...(ccIds.length > 0 && { ccIds: [...ccIds] }) }].map((node, n) => ({
    ...node,
    x: 0,
    y: CARD_GAP * n,
  }))
  return { nodes: line, edges: line.slice(1).map((node, n) => ({ from: line[n]!.id, to: node.id })) }
}

const comparable = (steps: readonly Step[]) => JSON.stringify(steps.map(step => ({ ...step, x: 0, y: 0 })))
export const isSame = (a: readonly Step[], b: readonly Step[]): boolean => a === b || comparable(a) === comparable(b)
