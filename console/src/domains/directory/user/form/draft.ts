import { MAIN_JOB, OTHER_JOB, type Job, type JobDraft, type UserDraft, type UserEdit, type UserInFull } from '@hufu/contract/directory/user'
import { keysWith, type RecordValues, type KeysWith } from '@hufu/contract/fields/field'
import { userFields, type UserFields } from '@hufu/contract/fields/user-fields'
import type { Flag } from '@hufu/contract/shapes'
import { encrypt } from '../../../../platform/transport/encrypt.ts'
import { type JobField, jobFields } from '../position-attributes.ts'

/** A job as typed in the form; '' and undefined mean nothing chosen. */
export type TypedJob = Partial<Record<JobField, string | null>> & { id?: string; orgId?: string; sortNum?: number | null }

export type FormField = KeysWith<UserFields, 'form'>
export const formFields = keysWith(userFields, 'form')
type FormValues = RecordValues<UserFields, FormField>

export interface Typed extends FormValues {
  status: Flag
  main: TypedJob
  others: TypedJob[]
  labelIds: string[]
  passwordType: 1 | 2 | 3
  password: string
  /** For a change under review: the reviewers the applicant chose, by step. */
  pick?: Record<string, string[]>
}

export const emptyForm = (main: TypedJob): Partial<Typed> => ({ status: 1, main, others: [], labelIds: [], passwordType: 2 })

export function formOf(person: UserInFull): Partial<Typed> {
  const main = person.jobs.find(job => job.jobType === MAIN_JOB)
  return {
    ...(Object.fromEntries(formFields.map(key => [key, person[key]])) as Partial<FormValues>),
    labelIds: person.labelIds,
    main: main ? typedJob(main) : {},
    others: person.jobs.filter(job => job.jobType === OTHER_JOB).map(typedJob),
  }
}

/** Null on the wire becomes undefined, or a Select would not show its placeholder. */
function typedJob(job: Job): TypedJob {
  const positionAttributes = Object.fromEntries(jobFields.map(({ field }) => [field, job[field] ?? undefined]))
  return { id: job.id, orgId: job.orgId, sortNum: job.sortNum, ...positionAttributes }
}

/** The fields of new and changed users. '' empties a field. */
function details(typed: Typed) {
  const values = formFields.map(key => [key, typed[key] ?? ('codes' in userFields[key] ? null : '')])
  return {
    ...(Object.fromEntries(values) as FormValues),
    labelIds: typed.labelIds ?? [],
    jobs: [jobDraft(typed.main, MAIN_JOB), ...(typed.others ?? []).map(job => jobDraft(job, OTHER_JOB))],
  }
}

function jobDraft(job: TypedJob, jobType: 1 | 2): JobDraft {
  const positionAttributes = Object.fromEntries(jobFields.map(({ field }) => [field, job[field] || null]))
  return {
    ...(job.id !== undefined && { id: job.id }),
    orgId: job.orgId ?? '',
    jobType,
    ...positionAttributes,
    ...(job.sortNum ? { sortNum: job.sortNum } : {}),
  }
}

export async function draftOf(typed: Typed): Promise<UserDraft> {
  const { status, passwordType, password } = typed
  const own = passwordType === 3 ? { password: await encrypt(password) } : {}
  return { ...details(typed), status, passwordType, ...own }
}

/** Phone and ID card come masked; a value still equal to its mask is not sent. */
export function editOf(typed: Typed, { id, version, phone, idCard }: Pick<UserInFull, 'id' | 'version' | 'phone' | 'idCard'>): UserEdit {
  const { phone: _phone, idCard: _idCard, ...others } = details(typed)
  return {
    id,
    version,
    ...others,
    ...(typed.phone !== phone && { phone: typed.phone ?? '' }),
    ...(typed.idCard !== idCard && { idCard: typed.idCard ?? '' }),
  }
}
