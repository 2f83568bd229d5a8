import { createHash } from 'node:crypto'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { scimTime } from '../protocol/times.ts'
import { extensionOf } from './extension-fields.ts'
import { partsOfName } from './names.ts'
import { isObject, type Resource } from '../protocol/resource.ts'
import { CORE_USER, ENTERPRISE, HUFU_USER } from '../protocol/schema.ts'
import type { Coded, UserJob, UserRow } from './user.sql.ts'

/**
 * The weak ETag of a resource: it changes with every attribute in `resource`. A user's groups are not passed in, so they do not
 * count.
 */
export const versionOf = (version: number, resource: Resource): string =>
  `W/"${version}-${createHash('sha256').update(JSON.stringify(resource)).digest('base64url').slice(0, 12)}"`

interface ResourceContext {
  base: string
  keys: Keys
}

/** The user with all attributes, telephone numbers included; a change starts from this. */
export const wholeUser = (row: UserRow, teller: ResourceContext): Resource => ({ ...knownUser(row, teller), ...phonesOf(row, teller.keys) })

function knownUser(row: UserRow, { base }: ResourceContext): Resource {
  const attributes = row.extra?.attributes ?? {}
  const { [ENTERPRISE]: sent, ...rest } = attributes
  const enterprise = { ...(isObject(sent) ? sent : {}), ...enterpriseOf(row) }
  return {
    ...rest,
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    userName: row.userName,
    ...namesOf(row),
    active: row.status === 1,
    ...(row.email !== null || row.extra?.emails?.email === '' ? { emails: emailsOf(row) } : {}),
    ...(Object.keys(enterprise).length > 0 && { [ENTERPRISE]: enterprise }),
    [HUFU_USER]: {
      ...extensionOf(row, 'hufu'),
      jobs: row.jobs.map(job => jobOf(job, base)),
      ...(row.labels.length > 0 && { labels: row.labels }),
    },
  }
}

/** The user as the client may see it: telephone numbers only with `readSensitive`. */
export function userResource(row: UserRow, teller: ResourceContext & { isSensitive: boolean }): Resource {
  const disclosed = teller.isSensitive ? wholeUser(row, teller) : knownUser(row, teller)
  const { base } = teller
  return {
    schemas: [CORE_USER, ...(ENTERPRISE in disclosed ? [ENTERPRISE] : []), HUFU_USER],
    ...disclosed,
    ...(row.groups !== null && {
      groups: row.groups.map(({ id, name }) => ({ value: id, $ref: `${base}/Groups/${id}`, display: name, type: 'direct' })),
    }),
    meta: {
      resourceType: 'User',
      created: scimTime(row.createTime),
      lastModified: scimTime(row.updateTime),
      location: `${base}/Users/${row.id}`,
      version: versionOf(row.version, disclosed),
    },
  }
}

/** The name attributes as the client sent them while the stored name is the same, else derived from the stored name. */
function namesOf({ realName, extra }: UserRow): Resource {
  const sent = extra?.names?.realName === realName ? extra.names : undefined
  const name = { ...partsOfName(realName), formatted: realName, ...sent?.name }
  return { displayName: sent?.displayName ?? realName, name }
}

function emailsOf({ email, extra }: UserRow): Resource[] {
  const sent = extra?.emails
  return sent && sent.email === (email ?? '') ? sent.list : [{ value: email, type: 'work', primary: true }]
}

function phonesOf({ phoneCipher, phoneHash, extra }: UserRow, keys: Keys): Resource {
  const sent = extra?.phones
  if (sent?.phoneHash === phoneHash && sent) return { phoneNumbers: JSON.parse(keys.openField(sent.sealed)) as Resource[] }
  return phoneCipher === null ? {} : { phoneNumbers: [{ value: keys.openField(phoneCipher), type: 'mobile' }] }
}

function enterpriseOf(row: UserRow): Resource {
  const { jobs, extra } = row
  const main = jobs.find(job => job.isMain)
  const sent = extra?.org && extra.org.orgId === main?.orgId ? extra.org.enterprise : undefined
  return {
    ...extensionOf(row, 'enterprise'),
    ...(sent ?? (main && { department: main.orgName })),
  }
}

const coded = (name: string, value: Coded | null): Resource => (value ? { [name]: { value: value.code, display: value.name } } : {})

const jobOf = (job: UserJob, base: string): Resource => ({
  organization: { value: job.orgId, $ref: `${base}/Organizations/${job.orgId}`, display: job.orgName },
  primary: job.isMain,
  ...coded('post', job.post),
  ...coded('duty', job.duty),
  ...coded('rank', job.rank),
  ...coded('title', job.title),
  order: job.order,
})
