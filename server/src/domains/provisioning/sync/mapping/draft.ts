import { email, idCard, phone, userName } from '@hufu/contract/directory/user'
import { orgCode } from '@hufu/contract/directory/org'
import type { SyncProblem } from '@hufu/contract/provisioning/sync'
import { optionalLine, optionalText, REMARK_MAX, text as lineOf, writtenEndTime } from '@hufu/contract/shapes'
import { text as fieldText } from '@hufu/contract/text'
import { illegalCharacters } from '@hufu/contract/text-rules'
import { z } from 'zod'
import type { OrgDraft, PersonDraft } from '../../../directory/index.ts'
import { labelOf } from './fields.ts'
import type { FieldValues, Line } from './mapping.ts'
import type { ObjectType } from '../sources/source.ts'
import { text } from '../text.ts'
import type { Schema } from '@hufu/contract/schema'

const SORT_MAX = 999_999
const flagWords: Readonly<Record<string, 0 | 1>> = { '1': 1, '0': 0, true: 1, false: 0, [text.words.enabled]: 1, [text.words.disabled]: 0 }
const genderWords: Readonly<Record<string, 1 | 2>> = { '1': 1, '2': 2, [text.words.male]: 1, [text.words.female]: 2 }
const oneOf = <T>(words: Readonly<Record<string, T>>, sentence: string) =>
  z.string().transform((value, context) => {
    if (Object.hasOwn(words, value)) return words[value]!
    context.addIssue({ code: 'custom', message: sentence })
    return z.NEVER
  })
const sortNum = z.string().transform((value, context) => {
  const number = Number(value)
  if (Number.isInteger(number) && number >= 1 && number <= SORT_MAX) return number
  context.addIssue({ code: 'custom', message: text.row.wrongNumber })
  return z.NEVER
})
const line = (object: ObjectType, field: string) => lineOf(labelOf(object, field))
const plain = (object: ObjectType, field: string) => optionalLine(undefined, labelOf(object, field))
const long = (object: ObjectType, field: string) => optionalText(REMARK_MAX, labelOf(object, field))

/** The checks of the forms, field by field. */
const schemas: Readonly<Record<ObjectType, Readonly<Record<string, Schema>>>> = {
  user: {
    userName,
    realName: line('user', 'realName'),
    originUserId: line('user', 'originUserId'),
    phone,
    idCard,
    email,
    employeeNumber: plain('user', 'employeeNumber'),
    gender: oneOf(genderWords, text.words.genderWrong),
    status: oneOf(flagWords, text.row.flag),
    deleted: oneOf(flagWords, text.row.flag),
    validEndTime: writtenEndTime,
    sortNum,
    remark: long('user', 'remark'),
    rank: line('user', 'rank'),
    title: line('user', 'title'),
    duty: line('user', 'duty'),
    post: line('user', 'post'),
  },
  org: {
    name: line('org', 'name'),
    code: orgCode,
    originOrgId: line('org', 'originOrgId'),
    shortName: plain('org', 'shortName'),
    orgType: plain('org', 'orgType'),
    leader: plain('org', 'leader'),
    phone: plain('org', 'phone'),
    address: long('org', 'address'),
    sortNum,
    status: oneOf(flagWords, text.row.flag),
    deleted: oneOf(flagWords, text.row.flag),
  },
}

/** Fields that an empty value of the source clears; other fields keep their stored value. */
const clearable: Readonly<Record<ObjectType, ReadonlySet<string>>> = {
  user: new Set(['phone', 'idCard', 'employeeNumber', 'gender', 'email', 'validEndTime', 'remark']),
  org: new Set(['shortName', 'orgType', 'leader', 'phone', 'address']),
}

export interface Drafted {
  fields: Record<string, unknown>
  isDeleted: boolean
  faults: SyncProblem[]
  /** Values that are left out, and why; the rest of the row is written. */
  notes: SyncProblem[]
}

/** Checks and converts the values of a row for the directory. Fields that name organisations are left to the comparison. */
export function draftOf(object: ObjectType, values: FieldValues): Drafted {
  const fields: Record<string, unknown> = {}
  const faults: SyncProblem[] = []
  const notes: SyncProblem[] = []
  for (const [field, value] of Object.entries(values)) {
    const schema = schemas[object][field]
    if (!schema) continue
    if (value === null || Array.isArray(value)) {
      if (clearable[object].has(field)) fields[field] = null
      continue
    }
    const illegal = illegalCharacters(value)
    const parsed = z.safeParse(schema, value)
    if (illegal) faults.push({ label: labelOf(object, field), message: fieldText.field.illegalCharacters + illegal })
    else if (parsed.success) fields[field] = parsed.data ?? null
    // Sources list telephones that are no mobiles; such a user comes without one.
    else if (field === 'phone') notes.push({ label: labelOf(object, field), message: text.row.phoneLeftOut })
    else faults.push({ label: labelOf(object, field), message: parsed.error.issues[0]!.message })
  }
  const isDeleted = fields.deleted === 1
  delete fields.deleted
  return { fields, isDeleted, faults, notes }
}

/**
 * The part of a draft that an existing object gets: without fields of other owners, fields for new objects only, and
 * fill-if-empty fields that have a value.
 */
export function draftForExisting<D extends OrgDraft | PersonDraft>(
  draft: D,
  lines: readonly Line[],
  object: ObjectType,
  present: Readonly<Record<string, unknown>>,
  isForeign: (field: string) => boolean,
): D {
  const times = new Map(lines.filter(line => line.object === object).map(line => [line.to, line.when ?? 'always']))
  const filled = Object.entries(draft).filter(([field]) => {
    if (isForeign(field)) return false
    const time = times.get(mappedAs(field))
    return time !== undefined && time !== 'new' && (time !== 'empty' || isEmpty(field, present))
  })
  return Object.fromEntries(filled) as D
}

const mappedAs = (field: string) =>
  field === 'orgId' || field === 'otherOrgIds' ? 'jobs' : field === 'parentId' ? 'parentOriginId' : field
const isEmpty = (field: string, present: Readonly<Record<string, unknown>>) => {
  const value = field === 'phone' || field === 'idCard' ? (present[`${field}Hash`] ?? present[field]) : present[field]
  return value === null || value === undefined
}
