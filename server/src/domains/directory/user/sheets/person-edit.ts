import { BUILT_IN_ACCOUNT } from '@hufu/contract/screens'
import { userFields, type UserField, type UserFields } from '@hufu/contract/fields/user-fields'
import { plainWith, type Field, type PlainWith } from '@hufu/contract/fields/field'
import { OTHER_JOB } from '@hufu/contract/directory/user'
import { sentence, type Change, type RowProblem, type OrgCodes } from '../../../../sheets/index.ts'
import type { LabelNames } from './label-sheet.sql.ts'
import type { NumberMarks } from '../edit/sealed-numbers.ts'
import { elsewhereProblem, titleOf, type PersonCells } from './sheet-columns.ts'
import {
  positionAttributeColumn,
  positionAttributeKinds,
  type PositionAttributeIds,
  type PositionAttributes,
} from '../edit/position-attributes.sql.ts'
import type { UniqueValues } from '../edit/unique.sql.ts'
import type { MainJob, PersonRow, ExistingUser } from './update-sheet.sql.ts'

/** The fields that a sheet or a source changes as they are, all but the user name. */
export type EditableField = Exclude<PlainWith<UserFields, 'sheet'>, 'userName'>
export const editable = plainWith(userFields, 'sheet').filter((key): key is EditableField => key !== 'userName')

/** The value as people read it. */
export function wordOf(key: UserField, value: unknown): string | null {
  const { codes }: Field = userFields[key]
  return value === null || value === undefined ? null : (codes?.[value as number] ?? String(value))
}

/** The planned change of a person and their main job; `was` is the job it was planned from. */
export interface EditMeaning {
  fields: Partial<Omit<PersonRow, 'id' | 'phoneCipher' | 'idCardCipher'>>
  /** Fields whose cell already is the cipher. */
  sealed: ('phone' | 'idCard')[]
  job: JobEdit | null
  /** The new labels by hand, if they change. */
  labelIds?: string[]
  was: MainJob
}
export type JobEdit = Partial<PositionAttributeIds & { orgId: string; sortNum: number }>

export interface Edit {
  present: ExistingUser
  meaning: EditMeaning
  changes: Change[]
  problems: RowProblem[]
  /** The changed unique values only, as unchanged ones need no check. */
  unique: UniqueValues
}

interface EditLookups {
  positionAttributes: PositionAttributes
  labels: LabelNames
  orgs: OrgCodes
}

/** The changes field by field, with old and new values. */
export function editOf(lookups: EditLookups, { draft, marks }: { draft: PersonCells; marks: NumberMarks }, present: ExistingUser): Edit {
  const changes: Change[] = []
  const unique: UniqueValues = {}
  const meaning: EditMeaning = { fields: {}, sealed: [], job: null, was: present.main }
  for (const key of editable) {
    const fresh = draft[key]
    if (fresh === undefined || fresh === present[key]) continue
    changes.push({ column: titleOf(key), old: wordOf(key, present[key]), fresh: wordOf(key, fresh) })
    Object.assign(meaning.fields, { [key]: fresh })
    if ('unique' in userFields[key]) Object.assign(unique, { [key]: fresh })
  }
  for (const key of ['phone', 'idCard'] as const) {
    const hash = marks[`${key}Hash`]
    if (draft[key] === undefined || hash === null || hash === present[`${key}Hash`]) continue
    changes.push({ column: titleOf(key), old: present[`${key}Mask`], fresh: marks[`${key}Mask`] })
    const { phoneMask, phoneHash, phoneTail, idCardMask, idCardHash } = marks
    Object.assign(meaning.fields, key === 'phone' ? { phoneMask, phoneHash, phoneTail } : { idCardMask, idCardHash })
    meaning.sealed.push(key)
    unique[key] = hash
  }
  // The row is about a second job, so its job cells are not for the main one.
  const job = draft.jobType === OTHER_JOB ? { edit: null, changes: [], problems: [] } : mainJobEdit(lookups, draft, present)
  meaning.job = job.edit
  const labelled = lookups.labels.find(draft.labels, present.labelIds)
  const labels = lookups.labels.byHand(present.labelIds)
  if (labelled.ids && !isSameSet(labelled.ids, labels)) {
    job.changes.push({ column: titleOf('labels'), old: lookups.labels.namesOf(labels), fresh: lookups.labels.namesOf(labelled.ids) })
    meaning.labelIds = labelled.ids
  }
  const elsewhere = changesAccount(meaning) && !present.mainWithin ? [elsewhereProblem] : []
  const problems = [...elsewhere, ...fixedProblems(meaning, present), ...job.problems, ...labelled.problems]
  return { present, meaning, unique, changes: [...changes, ...job.changes], problems }
}

/** The built-in account stays enabled, without an end (D-38). */
const fixedProblems = ({ fields }: EditMeaning, { id }: ExistingUser): RowProblem[] =>
  id === BUILT_IN_ACCOUNT && (fields.status === 0 || fields.validEndTime !== undefined)
    ? [{ column: titleOf('status'), message: sentence('builtInAccount') }]
    : []

/** Whether it changes the account and not only a job. */
export const changesAccount = ({ fields, sealed, labelIds }: EditMeaning): boolean =>
  Object.keys(fields).length > 0 || sealed.length > 0 || labelIds !== undefined

const isSameSet = (a: readonly string[], b: readonly string[]) => new Set(a).symmetricDifference(new Set(b)).size === 0

function mainJobEdit(
  { positionAttributes, orgs }: EditLookups,
  draft: PersonCells,
  { main, mainWithin, orgCode }: ExistingUser,
): { edit: JobEdit | null; changes: Change[]; problems: RowProblem[] } {
  const found = positionAttributeEdit(positionAttributes, draft, main)
  const { changes, problems } = found
  const edit: JobEdit = found.edit
  if (draft.orgCode !== undefined) {
    const org = orgs.find(draft.orgCode)
    if (!org) problems.push({ column: titleOf('orgCode'), message: sentence('orgMissing') })
    else if (org.id !== main.orgId) {
      changes.push({ column: titleOf('orgCode'), old: orgCode, fresh: org.code })
      edit.orgId = org.id
    }
  }
  const touched = changes.length > 0
  // The caller may not change a main job that is out of scope.
  if (touched && !mainWithin) problems.push({ column: titleOf('orgCode'), message: sentence('orgMissing') })
  return { edit: touched ? edit : null, changes, problems }
}

/** Rank, title, duty, post and sort number of a job, as far as the sheet has them. */
export function positionAttributeEdit(
  positionAttributes: PositionAttributes,
  draft: Pick<PersonCells, 'rank' | 'title' | 'duty' | 'post' | 'sortNum'>,
  job: PositionAttributeIds & { sortNum: number },
) {
  const { ids, problems } = positionAttributes.find(draft)
  const edit: Partial<PositionAttributeIds & { sortNum: number }> = {}
  const changes: Change[] = []
  for (const kind of positionAttributeKinds) {
    const column = positionAttributeColumn(kind)
    const fresh = ids[column]
    if (fresh === undefined || fresh === job[column]) continue
    changes.push({ column: titleOf(kind), old: positionAttributes.nameOf(job[column]), fresh: positionAttributes.nameOf(fresh) })
    edit[column] = fresh
  }
  if (draft.sortNum !== undefined && draft.sortNum !== job.sortNum) {
    changes.push({ column: titleOf('sortNum'), old: String(job.sortNum), fresh: String(draft.sortNum) })
    edit.sortNum = draft.sortNum
  }
  return { edit, changes, problems }
}
