import { userFields } from '@hufu/contract/fields/user-fields'
import { plainWith } from '@hufu/contract/fields/field'
import { groupsOf, type Job, jobsOf } from '../../apps/index.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { accountOf } from './account.ts'
import { labelsOf, orgPathOf, type Person } from './person.sql.ts'

/** The parts of the kernel needed to read a user's fields. */
export type DbAndKeys = Pick<Kernel, 'db' | 'keys'>

export interface FieldsQuery {
  person: Person
  roles: readonly { code: string }[]
  /** The field that gives the account name of users who have no account of their own in the application. */
  accountFrom: string | undefined
  /** Whether such a field is needed: organisations, jobs, labels and groups are read only then. */
  wants: (name: 'org' | 'orgPath' | 'jobs' | 'acting' | 'labels' | 'groups') => boolean
  /** The job the user has chosen to act in. */
  actingJobId?: string | undefined
}

/** All fields of a user that an application may receive, by the names used in mappings. */
export async function fieldsOf(
  { db, keys }: DbAndKeys,
  { person, roles, accountFrom, wants, actingJobId }: FieldsQuery,
): Promise<Record<string, unknown>> {
  const jobs = wants('org') || wants('jobs') || wants('acting') ? await jobsOf(db, person.id) : []
  const groups = wants('groups') ? (await groupsOf(db, person.id)).map(group => group.name) : []
  const { id, email, emailProven, phoneProven } = person
  const phone = person.phoneCipher === null ? undefined : keys.openField(person.phoneCipher)
  const emailVerified = email === null ? undefined : emailProven
  const phoneVerified = phone === undefined ? undefined : phoneProven
  const main = jobs.find(job => job.isMain)
  // The main job comes first and is used if none was chosen or the chosen one has ended.
  const acting = jobs.find(job => job.id === actingJobId) ?? jobs[0]
  const orgPath = main && wants('orgPath') ? await orgPathOf(db, main.orgId) : undefined
  const labels = wants('labels') ? await labelsOf(db, id) : []
  return {
    id,
    ...Object.fromEntries(plainWith(userFields, 'claim').map(key => [key, person[key]])),
    phone,
    gender: person.gender === null ? undefined : genders[person.gender],
    emailVerified,
    phoneVerified,
    account: accountOf({ keys }, person, accountFrom),
    org: main && { id: main.orgId, name: main.orgName, code: main.orgCode },
    orgId: main?.orgId,
    orgName: main?.orgName,
    orgCode: main?.orgCode,
    orgPath,
    jobs: jobs.map(jobFields),
    actingJob: acting && jobFields(acting),
    actingOrgId: acting?.orgId,
    actingOrgName: acting?.orgName,
    actingOrgCode: acting?.orgCode,
    actingPost: acting?.post,
    actingDuty: acting?.duty,
    roles: roles.map(role => role.code),
    labels,
    groups,
  }
}

/** The values of the claim `gender` (OpenID Connect Core, §5.1). */
const genders: Readonly<Record<number, string>> = { 1: 'male', 2: 'female' }

const jobFields = ({ orgId, orgName, orgCode, isMain, post, duty, rank, title }: Job) => ({
  org: { id: orgId, name: orgName, code: orgCode },
  main: isMain,
  ...withoutEmptyClaims({ post, duty, rank, title }),
})

/** The claims of the application's mapping; empty fields are left out. */
export const mappedOf = (mapping: readonly { claim: string; from: string }[], fields: Record<string, unknown>): [string, unknown][] =>
  mapping.flatMap(({ claim, from }): [string, unknown][] => {
    const value = Object.hasOwn(fields, from) ? fields[from] : undefined
    return value === undefined || value === null ? [] : [[claim, value]]
  })

export const withoutEmptyClaims = (claims: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined && value !== null))

/** The mapping for applications without one of their own. */
export const DEFAULT_MAPPING = [
  'realName', 'email', 'emailVerified', 'phone', 'phoneVerified', 'employeeNumber', 'orgName', 'orgCode', 'actingOrgName', 'actingOrgCode', 'actingPost', 'actingDuty', 'roles',
  'groups',
].map(name => ({ claim: name, from: name })) // prettier-ignore
