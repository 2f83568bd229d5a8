import { email, idCard, orgCode, phone, userName } from '@hufu/contract/directory/field-shapes'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith, type Catalogue, type FieldKind } from '@hufu/contract/fields/field'
import type { SyncProblem } from '@hufu/contract/provisioning/sync'
import { optionalLine, optionalText, REMARK_MAX, text as lineOf, writtenEndTime } from '@hufu/contract/shapes'
import { text as fieldText } from '@hufu/contract/text'
import { illegalCharacters } from '@hufu/contract/text-rules'
import { z } from 'zod'
import type { OrgDraft, PersonDraft } from '../../../directory/index.ts'
import { identityOf, labelOf } from './fields.ts'
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

/** The check of a value, by the kind of its field. */
const schemaOf: Record<FieldKind, (label: string) => Schema> = {
  account: () => userName,
  name: label => lineOf(label),
  line: label => optionalLine(undefined, label),
  words: label => optionalText(REMARK_MAX, label),
  phone: () => phone,
  idCard: () => idCard,
  email: () => email,
  orgCode: () => orgCode,
  record: label => lineOf(label),
  records: label => optionalLine(undefined, label),
  choice: () => oneOf(genderWords, text.words.genderWrong),
  flag: () => oneOf(flagWords, text.row.flag),
  time: () => writtenEndTime,
  picture: label => optionalLine(undefined, label),
  number: () => sortNum,
}
const catalogues: Readonly<Record<ObjectType, Catalogue>> = { org: orgFields, user: userFields }
const schemasOf = (object: ObjectType): Record<string, Schema> => ({
  ...Object.fromEntries(
    keysWith(catalogues[object], 'sync').map(key => [key, schemaOf[catalogues[object][key]!.kind](labelOf(object, key))]),
  ),
  // What identifies an object is not empty.
  [identityOf[object]]: lineOf(labelOf(object, identityOf[object])),
  deleted: oneOf(flagWords, text.row.flag),
})
const schemas: Readonly<Record<ObjectType, Readonly<Record<string, Schema>>>> = { org: schemasOf('org'), user: schemasOf('user') }
/** Whether an empty value of the source clears the field; other fields keep their stored value. */
const isClearable = (object: ObjectType, field: string): boolean => catalogues[object][field]?.sync?.clears === true

export interface Drafted {
  fields: Record<string, unknown>
  isDeleted: boolean
  problems: SyncProblem[]
  /** Values that are left out, and why; the rest of the row is written. */
  notes: SyncProblem[]
}

/** Checks and converts the values of a row for the directory. Fields that name organisations are left to the comparison. */
export function draftOf(object: ObjectType, values: FieldValues): Drafted {
  const fields: Record<string, unknown> = {}
  const problems: SyncProblem[] = []
  const notes: SyncProblem[] = []
  for (const [field, value] of Object.entries(values)) {
    const schema = schemas[object][field]
    if (!schema) continue
    if (value === null || Array.isArray(value)) {
      if (isClearable(object, field)) fields[field] = null
      continue
    }
    const illegal = illegalCharacters(value)
    const parsed = z.safeParse(schema, value)
    if (illegal) problems.push({ label: labelOf(object, field), message: fieldText.field.illegalCharacters + illegal })
    else if (parsed.success) fields[field] = parsed.data ?? null
    // Sources list telephones that are no mobiles; such a user comes without one.
    else if (field === 'phone') notes.push({ label: labelOf(object, field), message: text.row.phoneLeftOut })
    else problems.push({ label: labelOf(object, field), message: parsed.error.issues[0]!.message })
  }
  const isDeleted = fields.deleted === 1
  delete fields.deleted
  return { fields, isDeleted, problems, notes }
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
