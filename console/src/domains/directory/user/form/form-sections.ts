import type { Field } from '@hufu/contract/fields/field'
import { userFields } from '@hufu/contract/fields/user-fields'
import { emptyForm, type FormField, formFields, type Typed } from './draft.ts'
import { jobFields } from '../position-attributes.ts'
import { formText } from './form-text.ts'
import { text } from '../text.ts'
import type { Required } from './user-form-page.tsx'

export interface Section {
  /** The id of its heading. */
  id: SectionId
  title: string
  /** How many required fields are empty; undefined where none is required. */
  missing: number | undefined
  /** How many of its fields are invalid. */
  wrong: number
}
type SectionId = 'form-basic' | 'form-person' | 'form-jobs' | 'form-account' | 'form-labels'
interface SectionOptions {
  isNew: boolean
  required: Required
  /** Names of the invalid fields, as paths with dots. */
  faulty?: readonly string[]
}
const OWN_PASSWORD = 3
/** The path of the field of the main organisation. */
const MAIN_ORG = 'main.orgId'
const NEW_ACCOUNT = ['passwordType', 'password', 'status'] as const

const formOf = (field: FormField): NonNullable<Field['form']> => userFields[field].form
export const firstFields = formFields.filter(field => formOf(field).first)
/** The fields of a section below 更多. */
export const fieldsOf = (section: 'person' | 'account') =>
  formFields.filter(field => formOf(field).section === section && !firstFields.includes(field))
const foldedFields = [...fieldsOf('person'), ...fieldsOf('account')]
const isAlwaysRequired = (field: FormField) => (userFields[field] as Field).required === 'always'
export const isRequired = (field: FormField, required: Required) => field in required && required[field as keyof Required]

/** The section of an invalid field. */
function sectionOf(name: string): SectionId {
  const [field = ''] = name.split('.')
  if (name === MAIN_ORG) return 'form-basic'
  if (field === 'main' || field === 'others') return 'form-jobs'
  if (field === 'labelIds') return 'form-labels'
  if (NEW_ACCOUNT.some(key => key === field)) return 'form-account'
  const folded = foldedFields.find(key => key === field)
  return folded ? `form-${formOf(folded).section}` : 'form-basic'
}
/** Whether the field is below 更多. */
export const isFolded = (name: string): boolean => sectionOf(name) !== 'form-basic'

/** Whether 更多 is open from the beginning: a field below it is required or has a value. */
export function needsMore(typed: Partial<Typed>, required: Required): boolean {
  const usual = emptyForm({})
  // Not the sort number, which the server gives to every job.
  const ofJob = jobFields.some(({ field }) => !isEmpty(typed.main?.[field]))
  return (
    foldedFields.some(field => isRequired(field, required) || !isEmpty(typed[field])) ||
    ofJob ||
    [typed.others, typed.labelIds].some(list => list !== undefined && list.length > 0) ||
    NEW_ACCOUNT.some(key => typed[key] !== undefined && typed[key] !== usual[key])
  )
}

/** The parts of the form, and the number of missing fields of each. */
export function sectionsOf(typed: Partial<Typed>, { isNew, required, faulty = [] }: SectionOptions): Section[] {
  const needed = (fields: readonly FormField[]): unknown[] =>
    fields.filter(field => isAlwaysRequired(field) || isRequired(field, required)).map(field => typed[field])
  const passwords = isNew && typed.passwordType === OWN_PASSWORD ? [typed.password] : []
  const section = (id: SectionId, title: string, values: readonly unknown[]): Section => ({
    id,
    title,
    missing: values.length > 0 ? values.filter(isEmpty).length : undefined,
    wrong: faulty.filter(name => sectionOf(name) === id).length,
  })
  return [
    section('form-basic', formText.basic, [...needed(firstFields), typed.main?.orgId]),
    section('form-person', formText.person, needed(fieldsOf('person'))),
    section(
      'form-jobs',
      formText.job,
      (typed.others ?? []).map(job => job?.orgId),
    ),
    section('form-account', isNew ? formText.newAccount : formText.account, [...passwords, ...needed(fieldsOf('account'))]),
    section('form-labels', formText.labels, []),
  ]
}

/** The titles of the fields whose values differ from the initial ones. */
export function changesOf(initial: Partial<Typed>, typed: Partial<Typed>): string[] {
  const jobs = jobsOf(initial) === jobsOf(typed) ? [] : [formText.job]
  const fields = FIELDS.filter(field => JSON.stringify(initial[field] ?? '') !== JSON.stringify(typed[field] ?? ''))
  return [...fields.map(field => (field === 'labelIds' ? text.fields.labels : text.fields[field])), ...jobs]
}

const FIELDS = [...formFields, 'labelIds'] as const

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
/** The fields of the jobs as one text to compare; all forms of an empty choice are equal. */
function jobsOf({ main, others = [] }: Partial<Typed>): string {
  const shown = ['orgId', ...jobFields.map(one => one.field), 'sortNum'] as const
  return JSON.stringify([main, ...others].map(job => shown.map(field => job?.[field] || null)))
}
