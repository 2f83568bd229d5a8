import type { EncryptMethod } from '@hufu/contract/credentials/password-terms'
import { z } from 'zod'
import type { RefusalName } from '@hufu/contract/refusals'
import { optionalLine, optionalText, REMARK_MAX, text as lineOf, writtenEndTime } from '@hufu/contract/shapes'
import { email, idCard, phone, userName } from '@hufu/contract/directory/field-shapes'
import { MAIN_JOB, OTHER_JOB } from '@hufu/contract/directory/user'
import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import { keysWith, uniqueRefusals, type KeysWith } from '@hufu/contract/fields/field'
import type { ConfigValues } from '../../../../platform/config/config-catalog.ts'
import { importText, sentence, type Column, type RowProblem, type ImportOptions } from '../../../../sheets/index.ts'
import type { Gained } from '../../../../platform/access/giving.ts'
import { requiredFields } from '../edit/required.ts'
import { masks } from '../edit/sealed-numbers.ts'
import { text } from '../text.ts'
import type { Schema } from '@hufu/contract/schema'

type Key = keyof typeof text.titles
export const titleOf = (key: Key): string => text.titles[key]
export const sheetTitles = text.titles
/** The user of the row ranks above the caller. */
export const higherProblem: RowProblem = { column: titleOf('userName'), message: sentence('higherUser') }
/** For users of whom only a second job is in the caller's scope. */
export const elsewhereProblem: RowProblem = { column: titleOf('userName'), message: sentence('accountElsewhere') }

const isSealed = (key: Key): key is KeysWith<UserFields, 'sealed'> => key in masks
type Traits = Omit<Column, 'key' | 'title' | 'required' | 'note'>
/** Properties of D-48's columns besides their titles and notes. */
const traits: Partial<Record<Key, Traits>> = {
  orgCode: { namesOrg: true },
  jobType: { choices: Object.values(text.jobTypes) },
  gender: { choices: Object.values(text.genders) },
  status: { choices: [text.statuses[1], text.statuses[0]] },
  validEndTime: { date: true },
  orgName: { unread: true },
  lastLoginTime: { unread: true },
  createTime: { unread: true },
  digest: { secret: () => importText.hidden, alwaysHidden: true },
}
const notes: Partial<Record<Key, string>> = { ...text.notes, sortNum: importText.sortNumProblem }
const column = (key: Key, required: boolean): Column => ({
  key,
  title: titleOf(key),
  required,
  ...(notes[key] !== undefined && { note: notes[key] }),
  ...(isSealed(key) && { secret: masks[key] }),
  ...traits[key],
})
const columns = (keys: readonly Key[], required: readonly Key[]): Column[] => keys.map(key => column(key, required.includes(key)))

/** An empty cell is undefined, refused where the form requires it. */
const cell = (schema: Schema<string | null | undefined>, title: string, required: boolean): Schema<string | undefined> =>
  z.pipe(
    required ? z.string({ error: importText.empty(title) }).pipe(schema as Schema<string, string>) : schema,
    z.transform((value: string | null | undefined) => value ?? undefined),
  )
const line = (title: string, required: boolean) => cell(required ? lineOf(title) : optionalLine(undefined, title), title, required)
const words = (title: string) => optionalText(REMARK_MAX, title).transform(value => value ?? undefined)
const sortNum = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, importText.sortNumProblem)
  .transform(Number)
  .optional()
const jobTypes: readonly string[] = Object.values(text.jobTypes)
const jobType = z
  .string()
  .refine(type => jobTypes.includes(type), text.jobTypeProblem)
  .transform((type): 1 | 2 => (type === text.jobTypes[MAIN_JOB] ? MAIN_JOB : OTHER_JOB))
  .optional()
/** A number masked by an export counts as an empty cell. */
const hidden = <T>(schema: Schema<T>) =>
  z.preprocess(value => (typeof value === 'string' && /^[\dXx]*\*{3,}[\dXx]*$/.test(value) ? undefined : value), schema)

/** The schema of a cell, by the kind of its field. */
const cellOf = {
  account: () => userName,
  name: line,
  line,
  record: line,
  words,
  records: words,
  phone: (title: string, required: boolean) => hidden(cell(phone, title, required)),
  idCard: (title: string, required: boolean) => hidden(cell(idCard, title, required)),
  email: (title: string) => cell(email, title, false),
  choice: () =>
    z
      .enum(text.genders, text.genderProblem)
      .transform((word): 1 | 2 => (word === text.genders[1] ? 1 : 2))
      .optional(),
  /** Lists show some enabled users as locked (D-41), so a sheet may say it, too. */
  flag: () =>
    z
      .enum(text.statuses, text.statusProblem)
      .transform((word): 0 | 1 => (word === text.statuses[0] ? 0 : 1))
      .optional(),
  time: () => writtenEndTime.transform(time => time || undefined),
  number: () => sortNum,
}
type SheetField = KeysWith<UserFields, 'sheet'>
type Cell<K extends SheetField> = ReturnType<(typeof cellOf)[UserFields[K]['kind']]>
const cellsOf = <K extends SheetField>(keys: readonly K[], isRequired: (key: K) => boolean): { [P in K]: Cell<P> } =>
  Object.fromEntries(keys.map(key => [key, cellOf[userFields[key].kind](titleOf(key), isRequired(key))])) as { [P in K]: Cell<P> }

type CellValues = { [K in SheetField]?: z.output<Cell<K>> }
export type PositionAttributeCells = Pick<CellValues, 'rank' | 'title' | 'duty' | 'post'>
export interface PersonCells extends CellValues {
  userName: string
  jobType?: 1 | 2 | undefined
  digest?: string | undefined
}
export interface JobCells extends PositionAttributeCells {
  userName: string
  orgCode: string
  jobType: 1 | 2
  sortNum?: number | undefined
}

const personKeys = keysWith(userFields, 'sheet')
/** Columns only the export fills: the kind of the job shown, and those the import ignores. */
const exportKeys = ['jobType', 'orgName', 'lastLoginTime', 'createTime'] as const
const withExport = (own: Column[]): Column[] => [
  ...own,
  ...columns(exportKeys, []).map(column => ({ ...column, fromExport: true as const })),
]
const digestForms: Record<EncryptMethod, RegExp> = { md5: /^[0-9a-f]{32}$/i, sm3: /^[0-9a-f]{64}$/i }

export const insertColumns = ({ orgId }: ImportOptions): Column[] =>
  withExport(columns([...personKeys, 'digest'], orgId === undefined ? ['userName', 'realName', 'orgCode'] : ['userName', 'realName']))

export function insertSchema(config: ConfigValues, { orgId }: ImportOptions): Schema<PersonCells> {
  const bySetting: Partial<Record<SheetField, boolean>> = requiredFields(config)
  const isRequired = (key: SheetField) => key === 'realName' || bySetting[key] === true || (key === 'orgCode' && orgId === undefined)
  return z.object({
    ...cellsOf(personKeys, isRequired),
    jobType: jobType.refine(type => type !== OTHER_JOB, text.mainJobProblem),
    digest: z
      .string()
      .regex(digestForms[config.passwordEncryptionRules], text.digestProblem)
      .transform(digest => digest.toLowerCase())
      .optional(),
  })
}

/** An empty cell leaves the value; a sheet never changes a password. */
export const updateColumns: Column[] = withExport(columns(personKeys, ['userName']))
export const updateSchema: Schema<PersonCells> = z.object({ ...cellsOf(personKeys, () => false), jobType })

const ofJob = ['rank', 'title', 'duty', 'post', 'sortNum'] as const
export const jobColumns: Column[] = columns(['userName', 'orgCode', 'jobType', ...ofJob], ['userName', 'orgCode', 'jobType'])
export const jobSchema: Schema<JobCells> = z.object({
  userName,
  orgCode: lineOf(titleOf('orgCode')),
  jobType: z.string({ error: importText.empty(titleOf('jobType')) }).pipe(jobType as Schema<1 | 2, string>),
  ...cellsOf(ofJob, () => false),
})

export const emailProblems = (email: string | undefined, proven: ReadonlySet<string>): RowProblem[] =>
  email !== undefined && proven.has(email.toLowerCase()) ? [{ column: titleOf('email'), message: sentence('emailTaken') }] : []

const byReason: Partial<Record<RefusalName, Key>> = {
  ...uniqueRefusals(userFields),
  orgMissing: 'orgCode',
  jobOrgOnce: 'orgCode',
  jobMainOnce: 'jobType',
  rankMissing: 'rank',
  titleMissing: 'title',
  dutyMissing: 'duty',
  postMissing: 'post',
  labelMissing: 'labels',
  emailTaken: 'email',
}

/** The column that gave the right; a right given by a rule belongs to no column. */
export function columnOfGained({ subjectType, byRule }: Gained): string {
  if (subjectType === 'org' || subjectType === 'stripe') return titleOf('orgCode')
  if (subjectType === 'post') return titleOf('post')
  return subjectType === 'label' && !byRule ? titleOf('labels') : ''
}

/** The field a refusal is about; '' means the whole row. */
export const keyOf = (reason: RefusalName): Key | '' => byReason[reason] ?? ''
export function columnOf(reason: RefusalName): string {
  const key = keyOf(reason)
  return key === '' ? '' : titleOf(key)
}
