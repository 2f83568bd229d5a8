import { plainPhone } from '@hufu/contract/written'
import type { Transform } from '@hufu/contract/provisioning/sync-mapping'
import { at } from './path.ts'
import { parseDate, fileTime } from './dates.ts'
import { pinyinOf } from '../../../../platform/text/pinyin.ts'
import type { RawRow } from '../sources/source.ts'
import { text } from '../text.ts'

export type Value = string | null
/** A value between two transforms: one, several, or bytes from LDAP. */
export type TransformValue = Value | readonly string[] | Uint8Array

/** A value that a transform cannot take; its row is refused. */
export class ValueError extends Error {}

export interface TransformContext {
  row: RawRow
  /** The code of an entry, by dictionary type and name. */
  codeOf(dictType: string, name: string): string | undefined
}

/** A source value as text: numbers are written out, booleans become 1 or 0, objects are refused. */
export function toTransformValue(value: unknown): TransformValue {
  if (value === undefined || value === null || value === '') return null
  if (value instanceof Uint8Array) return limited(value)
  if (Array.isArray(value)) return limited(value.flatMap(item => scalarOf(item) ?? []))
  return limited(scalarOf(value))
}

/** The most characters of a value, a list included, before and after every step. */
const CHARACTERS_MAX = 20_000

function limited<V extends TransformValue>(value: V): V {
  const size = Array.isArray(value) ? value.reduce<number>((sum, part) => sum + (part as string).length + 1, 0) : (value?.length ?? 0)
  return size > CHARACTERS_MAX ? fail(text.row.tooLong(CHARACTERS_MAX)) : value
}

function scalarOf(value: unknown): Value {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value === null || value === undefined) return null
  throw new ValueError(text.row.notText)
}

const firstOf = (value: TransformValue): Value =>
  value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : Array.isArray(value) ? (value[0] ?? null) : (value as Value)
const listOf = (value: TransformValue): readonly string[] => {
  if (Array.isArray(value)) return value
  const first = firstOf(value)
  return first === null ? [] : [first]
}

const eachOf = (value: TransformValue, by: (part: string) => string): TransformValue =>
  Array.isArray(value) ? value.map(by) : value === null ? null : by(firstOf(value)!)

export const applyAll = (value: TransformValue, transforms: readonly Transform[], context: TransformContext): TransformValue =>
  transforms.reduce<TransformValue>((moving, transform) => limited(apply(moving, transform, context)), value)

function apply(value: TransformValue, transform: Transform, context: TransformContext): TransformValue {
  switch (transform.kind) {
    case 'default':
      return isEmpty(value) ? transform.value : value
    case 'const':
      return transform.value
    case 'template':
      return fillTemplate(transform.text, context.row)
    case 'split':
      return listOf(value)
        .flatMap(part => part.split(transform.separator).map(piece => piece.trim()))
        .filter(piece => piece !== '')
    case 'join':
      return isEmpty(value) ? null : listOf(value).join(transform.separator)
    case 'part':
      return listOf(value).at(transform.index) ?? null
    case 'guid':
      return value instanceof Uint8Array ? guidOf(value) : value
    default:
      return isEmpty(value) ? null : eachOf(value, part => changed(part, transform, context))
  }
}

const isEmpty = (value: TransformValue) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

type Simple = Exclude<Transform, { kind: 'default' | 'const' | 'template' | 'split' | 'join' | 'part' | 'guid' }>

function changed(value: string, transform: Simple, { codeOf }: TransformContext): string {
  switch (transform.kind) {
    case 'trim':
      return value.trim()
    case 'upper':
      return value.toUpperCase()
    case 'lower':
      return value.toLowerCase()
    case 'nfkc':
      return value.normalize('NFKC')
    case 'map':
      return (Object.hasOwn(transform.map, value) ? transform.map[value] : transform.else) ?? fail(text.row.mapElse)
    case 'replace':
      return value.replaceAll(transform.find, () => transform.by)
    case 'date':
      return parseDate(value, transform.format) ?? fail(text.row.wrongDate)
    case 'phoneCn':
      return plainPhone(value)
    case 'idCardClean':
      return value.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
    case 'pinyin':
      return value.length > NAME_MAX ? fail(text.row.tooLong(NAME_MAX)) : pinyinOf(value)[transform.form]
    case 'lookup':
      return codeOf(transform.dictType, value) ?? fail(text.row.noEntry)
    case 'dnPart':
      return dnValues(value, transform.attribute)[transform.nth] ?? fail(text.row.noAttribute)
    case 'bit':
      return (numberOf(value) & transform.mask) === transform.mask ? transform.whenSet : transform.whenUnset
    case 'fileTime':
      return fileTime(value) ?? fail(text.row.wrongDate)
  }
}

/** Reading takes 3 µs a character, and nobody's name is longer. */
const NAME_MAX = 1000

const fail = (sentence: string): never => {
  throw new ValueError(sentence)
}

function numberOf(value: string): number {
  const number = Number(value)
  return Number.isInteger(number) ? number : fail(text.row.wrongNumber)
}

/** Replaces `{{a.b}}` by the value of the row at that path, or by nothing if there is none. */
function fillTemplate(template: string, row: RawRow): Value {
  const written = template.replaceAll(
    /\{\{([^{}]{1,100})\}\}/g,
    (_all, path: string) => firstOf(toTransformValue(at(row, path.trim()))) ?? '',
  )
  return written === '' ? null : written
}

/** The values of one attribute in a DN, from the left; covers the part of RFC 4514 that directories write. */
function dnValues(dn: string, attribute: string): string[] {
  const parts = dn.split(/(?<!\\)[,+]/)
  return parts.flatMap(part => {
    const sign = part.indexOf('=')
    return part.slice(0, sign).trim().toLowerCase() === attribute.toLowerCase()
      ? [
          part
            .slice(sign + 1)
            .trim()
            .replaceAll(/\\(.)/g, '$1'),
        ]
      : []
  })
}

const GUID_BYTES = 16
/** objectGUID stores the first three groups in little-endian order. */
function guidOf(bytes: Uint8Array): string {
  if (bytes.length !== GUID_BYTES) return fail(text.row.notText)
  const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]
  const hex = order.map(at => bytes[at]!.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
