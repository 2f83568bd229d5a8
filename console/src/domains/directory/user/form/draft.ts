import { MAIN_JOB, OTHER_JOB, type Job, type JobDraft, type UserDraft, type UserEdit, type UserInFull } from '@hufu/contract/directory/user'
import { encrypt } from '../../../../platform/encrypt.ts'
import { type JobField, jobFields } from '../position-attributes.ts'

/** A job as typed in the form; '' and undefined mean nothing chosen. */
export type TypedJob = Partial<Record<JobField, string | null>> & { id?: string; orgId?: string; sortNum?: number | null }

export interface Typed {
  realName: string
  userName: string
  phone: string | null
  idCard: string | null
  employeeNumber: string | null
  originUserId: string | null
  gender: 1 | 2 | null
  email: string | null
  validEndTime: string | null
  remark: string | null
  avatar: string | null
  isEnabled: boolean
  main: TypedJob
  others: TypedJob[]
  labelIds: string[]
  passwordType: 1 | 2 | 3
  password: string
  /** For a change under review: the reviewers the applicant chose, by step. */
  pick?: Record<string, string[]>
}

export const emptyForm = (main: TypedJob): Partial<Typed> => ({ isEnabled: true, main, others: [], labelIds: [], passwordType: 2 })

export function formOf(person: UserInFull): Partial<Typed> {
  const main = person.jobs.find(job => job.jobType === MAIN_JOB)
  const { realName, userName, phone, idCard, employeeNumber, originUserId, gender, email, validEndTime, remark, avatar, labelIds } = person
  return {
    realName,
    userName,
    phone,
    idCard,
    employeeNumber,
    originUserId,
    email,
    validEndTime,
    remark,
    avatar,
    labelIds,
    gender: gender === 1 || gender === 2 ? gender : null,
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
  return {
    realName: typed.realName,
    phone: typed.phone ?? '',
    idCard: typed.idCard ?? '',
    employeeNumber: typed.employeeNumber ?? '',
    originUserId: typed.originUserId ?? '',
    gender: typed.gender ?? null,
    email: typed.email ?? '',
    validEndTime: typed.validEndTime ?? '',
    remark: typed.remark ?? '',
    avatar: typed.avatar ?? '',
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
  const { userName, isEnabled, passwordType, password } = typed
  const own = passwordType === 3 ? { password: await encrypt(password) } : {}
  return { ...details(typed), userName, status: isEnabled ? 1 : 0, passwordType, ...own }
}

/** Phone and ID card come masked; a value still equal to its mask is not sent. */
export function editOf(typed: Typed, { id, version, phone, idCard }: Pick<UserInFull, 'id' | 'version' | 'phone' | 'idCard'>): UserEdit {
  const { phone: _phone, idCard: _idCard, ...others } = details(typed)
  return {
    id,
    version,
    userName: typed.userName,
    ...others,
    ...(typed.phone !== phone && { phone: typed.phone ?? '' }),
    ...(typed.idCard !== idCard && { idCard: typed.idCard ?? '' }),
  }
}
