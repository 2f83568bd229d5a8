import { approveNodes, type Flow, type FlowNode } from '@hufu/contract/governance/design'
import { text } from './text.ts'

const words = text.versions
type Field = keyof typeof words.fields
const fields = Object.keys(words.fields) as Field[]

/** The defaults of missing fields. */
const defaults: Partial<Record<Field, unknown>> = {
  approverIds: [],
  level: 0,
  mode: 'or',
  ifNobody: 'fallback',
  sameAsBefore: 'ask',
  onDeadline: 'remind',
}

/** jsonb returns keys in another order than they were sent. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
const isChanged = (before: FlowNode, after: FlowNode, field: Field) =>
  canonical(before[field] ?? defaults[field] ?? null) !== canonical(after[field] ?? defaults[field] ?? null)

/** The longest run of steps that kept their order; others count as moved. */
function unmovedSteps(before: readonly string[], after: readonly string[]): Set<string> {
  const longest = new Map<string, string[]>()
  for (const [at, id] of after.entries()) {
    const place = before.indexOf(id)
    if (place < 0) continue
    const ahead = after.slice(0, at).filter(other => before.indexOf(other) >= 0 && before.indexOf(other) < place)
    const best = ahead.map(other => longest.get(other)!).toSorted((a, b) => b.length - a.length)[0] ?? []
    longest.set(id, [...best, id])
  }
  return new Set([...longest.values()].toSorted((a, b) => b.length - a.length)[0])
}

/** Sentences about the differences of two flows: added, removed, moved and changed steps. */
export function changesBetween(before: Flow, after: Flow): string[] {
  const [old, now] = [approveNodes(before), approveNodes(after)]
  const nameOf = (node: FlowNode) => node.name || node.id
  const was = new Map(old.map(node => [node.id, node]))
  const remaining = new Set(now.map(node => node.id))
  const unmoved = unmovedSteps(
    old.map(node => node.id),
    now.map(node => node.id),
  )
  const ofStep = (node: FlowNode, at: number): string[] => {
    const former = was.get(node.id)
    if (!former) return [words.added(nameOf(node))]
    const changed = fields.filter(field => isChanged(former, node, field)).map(field => words.fields[field])
    return [
      ...(unmoved.has(node.id) ? [] : [words.moved(nameOf(node), at + 1)]),
      ...(changed.length > 0 ? [words.changed(nameOf(node), changed.join(words.and))] : []),
    ]
  }
  return [...old.filter(node => !remaining.has(node.id)).map(node => words.removed(nameOf(node))), ...now.flatMap(ofStep)]
}
