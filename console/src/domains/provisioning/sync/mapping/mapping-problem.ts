import type { SyncField } from '@hufu/contract/provisioning/sync'
import { kindsOf, type Typed } from '../wizard/draft.ts'
import { text } from './mapping-text.ts'

const words = text.problems
const NEEDS_PARAMETER = new Set(['const', 'template'])

/** The problems of a mapping that the form can find; the server checks it too. */
export function mappingProblem(
  { direction, objectType, mapping }: Pick<Typed, 'direction' | 'objectType' | 'mapping'>,
  fields: readonly SyncField[],
) {
  if (direction === 'out') return outboundProblem(mapping)
  const lines = mapping.filter(line => line.to !== '' && kindsOf(objectType).includes(line.object))
  const nameOf = (object: string, field: string) => fields.find(one => one.object === object && one.field === field)?.name ?? field
  const missing = fields.filter(field => field.required && !lines.some(line => line.object === field.object && line.to === field.field))
  if (missing.length > 0) return words.missing(missing.map(field => field.name))
  const empty = lines.filter(({ from, transform = [] }) => !from && !transform.some(({ kind }) => NEEDS_PARAMETER.has(kind)))
  return empty.length > 0 ? words.empty(empty.map(line => nameOf(line.object, line.to))) : undefined
}

function outboundProblem(mapping: Typed['mapping']): string | undefined {
  if (mapping.length === 0) return words.nothing
  return mapping.some(line => !line.to) ? words.theirs : undefined
}
