import type { UserFields } from '@hufu/contract/fields/user-fields'
import type { RecordValues, KeysWith } from '@hufu/contract/fields/field'
import { phoneForm, plainPhone } from '@hufu/contract/written'
import { isDeepStrictEqual } from 'node:util'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { attributeNames, extensionValues } from './extension-fields.ts'
import { wholeName } from './names.ts'
import { invalid } from '../protocol/problem.ts'
import { isObject, lineOf, type Resource } from '../protocol/resource.ts'
import { ENTERPRISE, HUFU_USER } from '../protocol/schema.ts'
import { text } from '../text.ts'
import type { UserExtra, UserRow } from './user.sql.ts'

const EXTRA_KIB = 16

/** A job with the codes of its position attributes; `jobDrafts` looks up the ids. */
export interface WantedJob {
  orgId: string
  isMain: boolean
  rank: string | undefined
  title: string | undefined
  duty: string | undefined
  post: string | undefined
  order: number | undefined
}

/** The fields of an account, as in the console's form. */
export type Account = RecordValues<UserFields, KeysWith<UserFields, 'scim'>>

export interface UserBefore {
  row: UserRow
  whole: Resource
}

export interface WantedUser {
  account: Account
  active: boolean
  externalId: string | null
  /** undefined: the jobs stay as they are. */
  jobs: WantedJob[] | undefined
  /** The sent names of the main organisation, the smallest unit first; undefined: the main organisation stays. */
  orgNames: string[] | undefined
  extra: UserExtra
}

const partOf = (resource: Resource | undefined, name: string): Resource => (isObject(resource?.[name]) ? resource[name] : {})
const listOf = (resource: Resource | undefined, name: string): Resource[] => (resource?.[name] as Resource[] | undefined) ?? []

export function wantedUser(after: Resource, before: UserBefore | undefined, keys: Keys): WantedUser {
  const userName = lineOf(after.userName) ?? invalid(text.required('userName'))
  const realName = realNameOf(after, before, userName)
  const email = emailOf(listOf(after, 'emails'))
  const phone = phoneOf(listOf(after, 'phoneNumbers'))
  const enterprise = partOf(after, ENTERPRISE)
  const own = partOf(after, HUFU_USER)
  const { department, division, organization } = enterprise
  const places = [department, division, organization]
  const was = partOf(before?.whole, ENTERPRISE)
  const isPlaced = !before || !isDeepStrictEqual(places, [was.department, was.division, was.organization])
  const orgNames = places.flatMap(name => lineOf(name) ?? [])
  const jobs = listOf(own, 'jobs')
  const isSameJobs =
    jobs.length === 0 || (before && isDeepStrictEqual(jobs.map(jobOf), listOf(partOf(before.whole, HUFU_USER), 'jobs').map(jobOf)))
  return {
    account: {
      userName,
      realName,
      email,
      phone,
      ...(extensionValues(enterprise, 'enterprise') as Pick<Account, 'employeeNumber'>),
      ...(extensionValues(own, 'hufu') as Omit<Account, 'userName' | 'realName' | 'email' | 'phone' | 'employeeNumber'>),
    },
    active: typeof after.active === 'boolean' ? after.active : (before?.whole.active as boolean | undefined) ?? true,
    externalId: lineOf(after.externalId),
    jobs: isSameJobs ? undefined : jobs.map(jobOf),
    orgNames: isPlaced ? orgNames : undefined,
    extra: {
      ...(before?.row.extra?.org && !isPlaced && { org: before.row.extra.org }),
      attributes: attributesOf(after),
      names: namesOf(after, before, realName),
      ...(after.emails !== undefined && { emails: { email: email ?? '', list: listOf(after, 'emails') } }),
      ...phonesOf(after, before, phone, keys),
    },
  } // prettier-ignore
}

/**
 * Takes the first name attribute that the request changed, for a new user the first one sent, and the user name as the last resort.
 */
function realNameOf(after: Resource, before: UserBefore | undefined, userName: string): string {
  const [name, was] = [partOf(after, 'name'), partOf(before?.whole, 'name')]
  const changedLine = (value: unknown, former: unknown) => (before && value === former ? null : lineOf(value))
  const isNewParts = !before || name.familyName !== was.familyName || name.givenName !== was.givenName
  return (
    changedLine(after.displayName, before?.whole.displayName) ??
    changedLine(name.formatted, was.formatted) ??
    (isNewParts ? lineOf(wholeName(name)) : null) ??
    before?.row.realName ??
    userName
  )
}

/**
 * The name attributes to return as sent while the stored name stays; after a rename, those not sent anew derive from the new name.
 */
function namesOf(after: Resource, before: UserBefore | undefined, realName: string): NonNullable<UserExtra['names']> {
  const [name, was] = [partOf(after, 'name'), partOf(before?.whole, 'name')]
  const isKept = !before || before.row.realName === realName
  const displayName = lineOf(after.displayName)
  const hasName = isKept || !isDeepStrictEqual(name, was)
  const { formatted, ...parts } = name
  return {
    realName,
    ...(displayName !== null && (isKept || after.displayName !== before.whole.displayName) && { displayName: String(after.displayName) }),
    ...(hasName && { name: isKept || formatted !== was.formatted ? name : parts }),
  }
}

/** The work address, else the primary one, else the first. */
const emailOf = (list: readonly Resource[]): string | null => {
  const chosen = list.find(item => String(item.type).toLowerCase() === 'work') ?? list.find(item => item.primary === true) ?? list[0]
  return lineOf(chosen?.value)
}

/** The first valid number of type `mobile`, else the first valid number of any type. */
export const phoneOf = (list: readonly Resource[]): string | null => {
  const mobile = list.filter(item => String(item.type).toLowerCase() === 'mobile')
  return [...mobile, ...list].map(item => plainPhone(String(item.value))).find(number => phoneForm.test(number)) ?? null
}

function phonesOf(after: Resource, before: UserBefore | undefined, phone: string | null, keys: Keys): Pick<UserExtra, 'phones'> {
  const list = listOf(after, 'phoneNumbers')
  if (list.length === 0) return {}
  const phones = before?.row.extra?.phones
  if (phones && isDeepStrictEqual(list, listOf(before.whole, 'phoneNumbers'))) return { phones }
  const phoneHash = phone === null ? null : keys.blindIndex('phone', phone)
  return { phones: { phoneHash, sealed: keys.sealField(JSON.stringify(list)) } }
}

const codeOf = (job: Resource, name: string) => lineOf(partOf(job, name).value) ?? undefined
function jobOf(job: Resource): WantedJob {
  const orgId = lineOf(partOf(job, 'organization').value) ?? invalid(text.required('organization'))
  const codes = { rank: codeOf(job, 'rank'), title: codeOf(job, 'title'), duty: codeOf(job, 'duty'), post: codeOf(job, 'post') }
  return { orgId, isMain: job.primary === true, ...codes, order: job.order as number | undefined }
}

const MAPPED = new Set(['id', 'externalId', 'userName', 'displayName', 'name', 'active', 'emails', 'phoneNumbers', 'password', 'groups', 'meta', 'schemas', ENTERPRISE, HUFU_USER]) // prettier-ignore
const MAPPED_HERE = new Set([...attributeNames('enterprise'), 'department', 'division', 'organization'])
const without = (resource: Resource, names: ReadonlySet<string>): Resource =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => !names.has(name)))

/** Attributes without a column of their own. */
function attributesOf(after: Resource): Resource {
  const enterprise = without(partOf(after, ENTERPRISE), MAPPED_HERE)
  const attributes = { ...without(after, MAPPED), ...(Object.keys(enterprise).length > 0 && { [ENTERPRISE]: enterprise }) }
  if (JSON.stringify(attributes).length > EXTRA_KIB * 1024) invalid(text.extraTooLarge(EXTRA_KIB))
  return attributes
}
