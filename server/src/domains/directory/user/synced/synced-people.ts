import { OTHER_JOB } from '@hufu/contract/directory/user'
import { userFields, type UserField, type UserFields } from '@hufu/contract/fields/user-fields'
import { keysWith, type RecordValues, type KeysWith, type PlainWith } from '@hufu/contract/fields/field'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import type { RowProblem } from '../../../../sheets/index.ts'
import type { NewPerson } from '../edit/people.sql.ts'
import { plainColumns, userNameColumns } from '../edit/person.ts'
import { editable, positionAttributeEdit, wordOf, type EditMeaning } from '../sheets/person-edit.ts'
import { noPositionAttribute, type PositionAttributes } from '../edit/position-attributes.sql.ts'
import { idCardMarks, masks, numberColumns, phoneMarks } from '../edit/sealed-numbers.ts'
import { titleOf, type PersonCells } from '../sheets/sheet-columns.ts'
import type { SyncedPerson } from './synced-people.sql.ts'
import { text } from '../text.ts'
import { uniqueOf, type UniqueValues } from '../edit/unique.sql.ts'

type Sent = KeysWith<UserFields, 'sync'>
type Sealed = KeysWith<UserFields, 'sealed'>
/** The values a sync source sends for a user: undefined leaves a field, null empties it. */
export interface PersonDraft
  extends
    Partial<RecordValues<UserFields, Sent & (PlainWith<UserFields, 'sync'> | Sealed)>>,
    Pick<PersonCells, Exclude<Sent, KeysWith<UserFields, 'column'>>> {
  /** Organisation of the main job; other jobs are separate. */
  orgId?: string | undefined
  otherOrgIds?: readonly string[] | undefined
}

export interface FieldChange {
  field: string
  label: string
  before: string | null
  after: string | null
}

/** The planned change as stored until it is carried out: numbers sealed, the rest as in the tables. */
export interface PersonMeaning {
  edit?: EditMeaning
  cells: { phone?: string; idCard?: string }
  person?: Omit<NewPerson, 'row' | 'pinyin' | 'initials' | 'search' | 'grams' | 'passwordHash' | 'passwordType' | 'pending'>
  addOrgIds: string[]
  removeOrgIds: string[]
}

export interface PersonPlan {
  meaning: PersonMeaning
  changes: FieldChange[]
  problems: RowProblem[]
  /** Their new unique values, to compare with others. */
  unique: UniqueValues
}

const shown = (key: keyof PersonDraft & UserField, value: unknown): string | null =>
  (key === 'phone' || key === 'idCard') && typeof value === 'string' ? masks[key](value) : wordOf(key, value)
const titles: Readonly<Record<string, string>> = text.titles
const labelOf = (key: string): string => titles[key] ?? key

const numberKeys = ['phone', 'idCard'] as const

/** The planned change of a user, field by field. A source never changes the user name. */
export function planEdit(keys: Keys, positionAttributes: PositionAttributes, draft: PersonDraft, present: SyncedPerson): PersonPlan {
  const edit: EditMeaning = { fields: {}, sealed: [], job: null, was: present.main }
  const plan: PersonPlan = { meaning: { edit, cells: {}, addOrgIds: [], removeOrgIds: [] }, changes: [], problems: [], unique: {} }
  const changed = (field: string, before: string | null, after: string | null) =>
    plan.changes.push({ field, label: labelOf(field), before, after })
  for (const key of editable) {
    const fresh = draft[key]
    if (fresh === undefined || fresh === present[key]) continue
    changed(key, shown(key, present[key]), shown(key, fresh))
    Object.assign(edit.fields, { [key]: fresh })
    if ('unique' in userFields[key] && fresh !== null) Object.assign(plan.unique, { [key]: fresh })
  }
  for (const key of numberKeys) planNumber(keys, plan, edit, { key, fresh: draft[key], present })
  planJob(plan, edit, { draft, present, positionAttributes })
  return plan
}

function planNumber(
  keys: Keys,
  plan: PersonPlan,
  edit: EditMeaning,
  { key, fresh, present }: { key: 'phone' | 'idCard'; fresh: string | null | undefined; present: SyncedPerson },
): void {
  if (fresh === undefined) return
  const marks = key === 'phone' ? phoneMarks(keys, fresh) : idCardMarks(keys, fresh)
  const hash = 'phoneHash' in marks ? marks.phoneHash : marks.idCardHash
  if (hash === present[`${key}Hash`]) return
  plan.changes.push({ field: key, label: labelOf(key), before: present[`${key}Mask`], after: shown(key, fresh) })
  Object.assign(edit.fields, marks)
  edit.sealed.push(key)
  if (fresh === null) return
  plan.meaning.cells[key] = keys.sealField(fresh)
  plan.unique[key] = hash!
}

function planJob(
  plan: PersonPlan,
  edit: EditMeaning,
  { draft, present, positionAttributes }: { draft: PersonDraft; present: SyncedPerson; positionAttributes: PositionAttributes },
): void {
  const found = positionAttributeEdit(positionAttributes, draft, present.main)
  plan.problems.push(...found.problems)
  for (const { column, old, fresh } of found.changes) plan.changes.push({ field: column, label: column, before: old, after: fresh })
  const moves = draft.orgId !== undefined && draft.orgId !== present.main.orgId
  if (moves || found.changes.length > 0) edit.job = { ...found.edit, ...(moves && { orgId: draft.orgId! }) }
  if (moves) plan.changes.push({ field: 'jobs', label: titleOf('orgName'), before: present.main.orgId, after: draft.orgId! })
  if (draft.otherOrgIds === undefined) return
  const main = draft.orgId ?? present.main.orgId
  const wanted = new Set(draft.otherOrgIds.filter(orgId => orgId !== main))
  const otherOrgs = new Set(present.otherOrgIds.filter(orgId => orgId !== main))
  plan.meaning.addOrgIds = [...wanted.difference(otherOrgs)]
  plan.meaning.removeOrgIds = [...otherOrgs.difference(wanted)]
  for (const orgId of plan.meaning.addOrgIds)
    plan.changes.push({ field: 'otherJobs', label: text.jobTypes[OTHER_JOB], before: null, after: orgId })
  for (const orgId of plan.meaning.removeOrgIds)
    plan.changes.push({ field: 'otherJobs', label: text.jobTypes[OTHER_JOB], before: orgId, after: null })
}

type NewDraft = PersonDraft & { userName: string; realName: string; orgId: string }

/** The plan of a new user, with a main job and others. */
export function planNew(keys: Keys, positionAttributes: PositionAttributes, id: string, draft: NewDraft): PersonPlan {
  const { ids, problems } = positionAttributes.find(draft)
  const person: NonNullable<PersonMeaning['person']> = {
    id,
    ...plainColumns(draft),
    ...userNameColumns(keys, draft.userName),
    ...numberColumns(keys, draft),
    ...noPositionAttribute,
    ...ids,
    orgId: draft.orgId,
    sortNum: draft.sortNum ?? null,
    labelIds: [],
  }
  const changes: FieldChange[] = keysWith(userFields, 'sync').flatMap(key => {
    const after = shown(key, draft[key])
    return after === null ? [] : [{ field: key, label: labelOf(key), before: null, after }]
  })
  changes.push({ field: 'jobs', label: titleOf('orgName'), before: null, after: draft.orgId })
  const unique = uniqueOf(person)
  const addOrgIds = [...new Set(draft.otherOrgIds ?? [])].filter(orgId => orgId !== draft.orgId)
  return { meaning: { cells: {}, person, addOrgIds, removeOrgIds: [] }, changes, problems, unique }
}
