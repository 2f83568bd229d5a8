import { formFields, type Typed } from './draft.ts'
import { jobFields } from '../position-attributes.ts'
import { formText } from './form-text.ts'
import { text } from '../text.ts'
import type { Required } from './user-form-page.tsx'

export interface Section {
  /** The id of its heading. */
  id: string
  title: string
  /** How many required fields are empty; undefined where none is required. */
  missing: number | undefined
  /** How many of its fields are invalid. */
  wrong: number
}
interface SectionOptions {
  isNew: boolean
  required: Required
  /** Names of the invalid fields, or of lists of fields. */
  faulty?: readonly string[]
}
const OWN_PASSWORD = 3
const JOBS = ['main', 'others']
const PASSWORD = ['passwordType', 'password']
const LABELS = ['labelIds']

/** The parts of the form, and the number of missing fields of each. */
export function sectionsOf(typed: Partial<Typed>, { isNew, required, faulty = [] }: SectionOptions): Section[] {
  const needed = (Object.keys(required) as (keyof Required)[]).filter(field => required[field])
  const jobs = [typed.main, ...(typed.others ?? [])]
  const words = formText
  const wrongIn = (...fields: string[]) => faulty.filter(name => fields.includes(name)).length
  const elsewhere = new Set([...JOBS, ...PASSWORD, ...LABELS])
  return [
    {
      id: 'form-basic',
      title: words.basic,
      missing: [typed.realName, typed.userName, ...needed.map(field => typed[field])].filter(isEmpty).length,
      wrong: faulty.filter(name => !elsewhere.has(name)).length,
    },
    { id: 'form-jobs', title: words.job, missing: jobs.filter(job => isEmpty(job?.orgId)).length, wrong: wrongIn(...JOBS) },
    ...(isNew
      ? [
          {
            id: 'form-password',
            title: words.account,
            missing: typed.passwordType === OWN_PASSWORD && isEmpty(typed.password) ? 1 : 0,
            wrong: wrongIn(...PASSWORD),
          },
        ]
      : []),
    { id: 'form-labels', title: words.labels, missing: undefined, wrong: wrongIn(...LABELS) },
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
