import { jobFields } from '@hufu/contract/fields/job-fields'
import { orgFields } from '@hufu/contract/fields/org-fields'
import { userFields } from '@hufu/contract/fields/user-fields'
import { keysWith } from '@hufu/contract/fields/field'
import { sql } from 'kysely'
import type { ObjectType } from '@hufu/contract/governance/review'
import type { Row } from '../../../../../migrations/tables.ts'
import { everyone } from '../../../../platform/access/scope.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { fieldObject } from '../../../../platform/database/field-columns.sql.ts'

export type Scalar = string | number | null
export type JobState = Pick<Row<'job'>, keyof typeof jobFields>
/** A user or an organisation in the form reviews compare; telephone and ID card as blind indexes. */
export interface State {
  name: string
  /** The organisation whose administrators decide. */
  orgId: string
  version: number
  fields: Record<string, Scalar>
  masks: Record<string, string | null>
  jobs: JobState[]
  /** Manually managed labels only. */
  labels: string[]
}

interface UserRow {
  version: number
  fields: Record<string, Scalar>
  masks: Record<string, string | null>
  jobs: JobState[]
  labels: string[]
}

const userState = fieldObject('u', userFields, keysWith(userFields, 'review'), 'hash')
const userMasks = fieldObject('u', userFields, keysWith(userFields, 'sealed'), 'mask')
const jobState = fieldObject('j', jobFields, keysWith(jobFields, 'column'))

async function readUser(db: Db, id: string): Promise<State | undefined> {
  const { rows } = await everyone(
    'the state is only compared; it is shown only after the change itself was tried within the scope',
    sql<UserRow>`select u.version, ${userState} as fields, ${userMasks} as masks,
      (select coalesce(jsonb_agg(${jobState} order by j.job_type, j.sort_num, j.id), '[]') from job j where j.user_id = u.id) as jobs,
      array(select m.label_id from user_label_member m join user_label l on l.id = m.label_id and l.rule is null
        where m.user_id = u.id order by m.label_id) as labels
    from live_user u where u.id = ${id}`,
  ).execute(db)
  const row = rows[0]
  if (!row) return undefined
  const main = row.jobs.find(job => job.jobType === 1) ?? row.jobs[0]
  return { ...row, name: String(row.fields['realName']), orgId: main?.orgId ?? '' }
}

const orgState = fieldObject('o', orgFields, keysWith(orgFields, 'review'))

async function readOrg(db: Db, id: string): Promise<State | undefined> {
  const { rows } = await everyone(
    'the state is only compared; it is shown only after the change itself was tried within the scope',
    sql<{ version: number; fields: Record<string, Scalar> }>`select o.version, ${orgState} as fields
    from live_org o where o.id = ${id}`,
  ).execute(db)
  const row = rows[0]
  return row && { ...row, name: String(row.fields['name']), orgId: id, masks: {}, jobs: [], labels: [] }
}

/** The present state of a user or an organisation; undefined if it does not exist. */
export const readState = (db: Db, objectType: ObjectType, id: string): Promise<State | undefined> =>
  objectType === 'user' ? readUser(db, id) : readOrg(db, id)

/** As readState, with the record locked until the transaction ends. */
export async function lockState(db: Db, objectType: ObjectType, id: string): Promise<State | undefined> {
  const table = sql.raw(objectType === 'user' ? 'users' : 'org')
  await everyone(
    'the state is only compared; it is shown only after the change itself was tried within the scope',
    sql`select 1 from ${table} where id = ${id} for no key update`,
  ).execute(db)
  return readState(db, objectType, id)
}

/** Names of organisations (with path), position attributes and labels. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const { rows } = await everyone(
    'the names of objects in a change that was tried within the scope',
    sql<{ id: string; name: string }>`
    select a.org_id as id, string_agg(up.name, ' / ' order by a.depth desc) as name
      from org_ancestor a join org up on up.id = a.ancestor_id where a.org_id = any (${wanted}) group by a.org_id
    union all select id, name from standing where id = any (${wanted})
    union all select id, name from user_label where id = any (${wanted})`,
  ).execute(db)
  return new Map(rows.map(row => [row.id, row.name]))
}
