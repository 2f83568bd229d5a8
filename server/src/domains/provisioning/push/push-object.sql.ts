import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { sql } from 'kysely'
import { MAIN_JOB } from '@hufu/contract/directory/user'
import type { PushType } from '@hufu/contract/provisioning/push'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { fieldObject } from '../../../platform/database/field-columns.sql.ts'
import { entitledAmong } from '../../apps/index.ts'
import type { Target } from './push-queue.sql.ts'

/** The present state of a user or an organisation. */
export interface PushObject {
  objectType: PushType
  id: string
  name: string
  state: 'there' | 'disabled' | 'gone'
  /** Whether the object was created before the application's push was switched on. */
  isOlder: boolean
  /** Whether the application receives only users who may open it, and this user may not. */
  isOutside?: boolean
  /** The depth of an organisation in the tree. */
  depth: number
  fields: Record<string, unknown>
  phone: { cipher: string; hash: string } | undefined
}

interface UserRow {
  id: string
  name: string
  state: PushObject['state']
  isOlder: boolean
  phoneCipher: string | null
  phoneHash: string | null
  fields: Record<string, unknown>
}

const state = (of: string) =>
  sql`case when ${sql.ref(`${of}.deleted_at`)} is not null then 'gone' when ${sql.ref(`${of}.status`)} = 0 then 'disabled' else 'there' end as state`
/** Whether the object is older than the application's push: all are while it is off, none for the address of a task. */
const isOlder = (of: string, appId: string) =>
  sql`${sql.ref(`${of}.create_time`)} < coalesce((select open_time from push_target where app_id = ${appId}),
    (select now() from app where id = ${appId})) as is_older`
const pushedUser = fieldObject('u', userFields, keysWith(userFields, 'push'), 'mask')
const pushedOrg = fieldObject('o', orgFields, keysWith(orgFields, 'push'))

/** Refers to organisations, ranks and posts by id only, because renaming one would otherwise change every user who has it. */
async function readUsers(db: Db, appId: string, ids: readonly string[]): Promise<PushObject[]> {
  const { rows } = await everyone(
    'an application receives all users, and no caller sees this result',
    sql<UserRow>`select u.id, u.real_name as name, ${state('u')}, ${isOlder('u', appId)}, u.phone_cipher, u.phone_hash,
      ${pushedUser} || jsonb_build_object('id', u.id, 'orgId', held.org_id, 'jobs', coalesce(held.jobs, '[]')) as fields
    from users u left join lateral (
      select min(j.org_id) filter (where j.job_type = ${sql.lit(MAIN_JOB)}) as org_id,
        jsonb_agg(jsonb_build_object('orgId', j.org_id, 'jobType', j.job_type, 'rankId', j.rank_id, 'positionalTitlesId', j.title_id,
          'positionId', j.duty_id, 'stationId', j.post_id) order by j.job_type, j.org_id) as jobs
      from job j where j.user_id = u.id) held on true
    where u.id = any (${[...ids]})`,
  ).execute(db)
  return rows.map(({ phoneCipher, phoneHash, ...row }) => ({
    ...row,
    objectType: 'user',
    depth: 0,
    phone: phoneCipher && phoneHash ? { cipher: phoneCipher, hash: phoneHash } : undefined,
  }))
}

async function readOrgs(db: Db, appId: string, ids: readonly string[]): Promise<PushObject[]> {
  const { rows } = await everyone(
    'an application receives all organisations, and no caller sees this result',
    sql<Omit<PushObject, 'objectType' | 'phone'>>`select o.id, o.name, ${state('o')}, ${isOlder('o', appId)},
      (select count(*)::int from org_ancestor a where a.org_id = o.id) as depth,
      ${pushedOrg} || jsonb_build_object('id', o.id, 'parentId', coalesce(o.parent_id, '0')) as fields
    from org o where o.id = any (${[...ids]})`,
  ).execute(db)
  return rows.map(row => ({ ...row, objectType: 'org', phone: undefined }))
}

/** The wanted objects that are still in the database, including deleted ones. */
export async function readObjects(
  db: Db,
  { appId, scope }: Pick<Target, 'appId' | 'scope'>,
  wanted: readonly { objectType: PushType; objectId: string }[],
): Promise<PushObject[]> {
  const of = (type: PushType) => wanted.filter(({ objectType }) => objectType === type).map(({ objectId }) => objectId)
  const [users, orgs] = [of('user'), of('org')]
  const found = users.length > 0 ? await readUsers(db, appId, users) : []
  return [
    ...(orgs.length > 0 ? await readOrgs(db, appId, orgs) : []),
    ...(scope === 'entitled' ? await onlyRelevant(db, appId, found) : found),
  ]
}

/** Users who may not open the application count as gone for it, and it knows only users that were pushed to it. */
async function onlyRelevant(db: Db, appId: string, users: readonly PushObject[]): Promise<PushObject[]> {
  const ids = users.flatMap(({ id, state }) => (state === 'gone' ? [] : [id]))
  const entitled = await entitledAmong(db, appId, ids)
  return users.map(one => {
    const isOutside = one.state !== 'gone' && !entitled.has(one.id)
    return { ...one, isOlder: false, ...(isOutside && { state: 'gone', isOutside }) }
  })
}
