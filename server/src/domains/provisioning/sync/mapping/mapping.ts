import { createHash } from 'node:crypto'
import type { Mapping, MappingLine, SyncProblem, Transform } from '@hufu/contract/provisioning/sync'
import { refuse } from '../../../../platform/http/refuse.ts'
import { Pauses } from '../../../../platform/tasks/pauses.ts'
import { isDateFormat } from './dates.ts'
import { fieldOf, fieldsOf, identityOf, labelOf, objectsOf } from './fields.ts'
import { at, isPath } from './path.ts'
import type { ObjectType, RawRow } from '../sources/source.ts'
import { text } from '../text.ts'
import { applyAll, toTransformValue, ValueError, type TransformValue, type TransformContext } from './transforms.ts'

type ObjectTypeOrAll = ObjectType | 'all'
export type Line = MappingLine & { object: ObjectType }

/** The lines of a mapping, each with its kind of object; the short form has one line for each field. */
export function linesOf(objectType: ObjectTypeOrAll, mapping: Mapping): Line[] {
  const lines: readonly MappingLine[] = Array.isArray(mapping)
    ? mapping
    : Object.entries(mapping as Record<string, string>).map(([to, from]) => ({ to, from }))
  return lines.map(line => ({ ...line, object: line.object ?? (objectType === 'org' ? 'org' : 'user') }))
}

/**
 * Refuses an inward mapping unless each line sets a known field, only once, from a path or a constant, by transforms that fit
 * together, and all required fields are set.
 */
export function refuseMapping(objectType: ObjectTypeOrAll, lines: readonly Line[]): void {
  const seen = new Set<string>()
  for (const line of lines) {
    const field = objectsOf(objectType).includes(line.object) ? fieldOf(line.object, line.to) : undefined
    if (!field) refuse('syncFieldUnknown', { field: line.to })
    const label = field.name
    if (seen.has(`${line.object}.${line.to}`)) refuse('syncFieldTwice', { label })
    seen.add(`${line.object}.${line.to}`)
    if (line.from && !isPath(line.from)) refuse('syncPathProblem', { label })
    const transforms = line.transform ?? []
    if (!line.from && !transforms.some(({ kind }) => kind === 'const' || kind === 'template')) refuse('syncFieldEmpty', { label })
    if (!isChainValid(transforms, field.kind === 'list')) refuse('syncTransformProblem', { label })
    refuseFormats(transforms, label)
  }
  for (const field of fieldsOf(objectType))
    if (field.required && !seen.has(`${field.object}.${field.field}`)) refuse('syncFieldMissing', { label: field.name })
}

/** Refuses date formats that cannot be read. */
export function refuseFormats(transforms: readonly Transform[], label: string): void {
  for (const transform of transforms)
    if (transform.kind === 'date' && transform.format !== undefined && !isDateFormat(transform.format))
      refuse('syncDateFormatProblem', { label, format: transform.format })
}

/** Whether each transform accepts the result of the one before, and the field accepts the last result. */
function isChainValid(transforms: readonly Transform[], wantsList: boolean): boolean {
  let now: 'any' | 'one' | 'list' = 'any'
  for (const { kind } of transforms) {
    if (kind === 'split' && now === 'list') return false
    if ((kind === 'join' || kind === 'part') && now === 'one') return false
    if (kind === 'split') now = 'list'
    else if (kind === 'join' || kind === 'part' || kind === 'const' || kind === 'template') now = 'one'
    else if (kind === 'guid' && now !== 'any') return false
  }
  return wantsList || now !== 'list'
}

/** How the mapping obtains an object's id; it must not change while objects are linked. */
export const identityPath = (lines: readonly Line[], object: ObjectType): string =>
  JSON.stringify(
    lines.filter(line => line.object === object && line.to === identityOf[object]).map(({ from, transform }) => [from, transform]),
  )

/** The mapping with `from` and transforms of some lines replaced. */
export const withLines = (mapping: readonly Line[], lines: readonly Line[]): Line[] =>
  mapping.map(line => {
    const other = lines.find(({ object, to }) => object === line.object && to === line.to)
    return other ? { ...line, from: other.from, transform: other.transform } : line
  })

export type FieldValues = Record<string, string | string[] | null>
export interface Mapped {
  originId: string
  /** By field; null if the source has no value. */
  values: FieldValues
  /** Hash of the mapping, the values and the problems. */
  hash: string
  problems: SyncProblem[]
}

export const ORIGIN_MAX = 50

/** Maps source rows of one kind by the lines of a task. */
export class Mapper {
  readonly #lines: readonly Line[]
  readonly #identity: string
  readonly #object: ObjectType
  readonly #context: Omit<TransformContext, 'row'>
  readonly #salt: string
  readonly #pauses = new Pauses()

  constructor(object: ObjectType, lines: readonly Line[], context: Omit<TransformContext, 'row'>) {
    this.#object = object
    this.#lines = lines.filter(line => line.object === object)
    this.#identity = identityOf[object]
    this.#context = context
    this.#salt = JSON.stringify(this.#lines)
  }

  async map(row: RawRow): Promise<Mapped> {
    const values: FieldValues = {}
    const problems: SyncProblem[] = []
    for (const line of this.#lines) {
      await this.#pauses.take()
      const label = labelOf(this.#object, line.to)
      try {
        values[line.to] = settled(this.#valueOf(line, row), fieldOf(this.#object, line.to)?.kind === 'list')
        if (line.required && values[line.to] === null) problems.push({ label, message: text.row.required })
      } catch (error) {
        if (!(error instanceof ValueError)) throw error
        values[line.to] = null
        problems.push({ label, message: error.message })
      }
    }
    const origin = values[this.#identity]
    const originId = typeof origin === 'string' ? origin : ''
    if (originId === '') problems.push({ label: labelOf(this.#object, this.#identity), message: text.row.noOrigin })
    else if (originId.length > ORIGIN_MAX) problems.push({ label: labelOf(this.#object, this.#identity), message: text.row.longOrigin })
    const hash = createHash('sha256').update(this.#salt).update(JSON.stringify(values)).update(JSON.stringify(problems)).digest('base64url')
    return { originId, values, hash, problems }
  }

  #valueOf({ from, transform = [] }: Line, row: RawRow): TransformValue {
    return applyAll(from ? toTransformValue(at(row, from)) : null, transform, { ...this.#context, row })
  }
}

function settled(value: TransformValue, wantsList: boolean): string | string[] | null {
  const list = (value instanceof Uint8Array ? [Buffer.from(value).toString('utf8')] : [value ?? []].flat()) as string[]
  const filled = list.map(part => part.trim()).filter(part => part !== '')
  if (wantsList) return [...new Set(filled)]
  // If one value is wanted, the first in sort order counts, so that a source that changes its order changes nothing here.
  return filled.length > 1 ? filled.toSorted()[0]! : (filled[0] ?? null)
}
