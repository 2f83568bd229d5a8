import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/db.ts'
import { everyone, type Scope } from '../../../../platform/access/scope.ts'
import { columnsOf } from '../edit/person-rows.sql.ts'
import { loginPhoneOwners } from '../edit/login-phone.sql.ts'
import { loginPhonesOf, uniqueColumn, uniqueFields, type UniqueField, type UniqueValues } from '../edit/unique.sql.ts'
import { peopleById, type ExistingUser } from '../sheets/update-sheet.sql.ts'

export interface SyncedPerson extends ExistingUser {
  otherOrgIds: string[]
}

/** People with their jobs, to compare with what a source sends. */
export async function findSynced(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, SyncedPerson>> {
  const people = await peopleById(db, scope, ids)
  const { rows } = await everyone(
    'the jobs of people who were found within the scope',
    sql<{ userId: string; orgIds: string[] }>`select user_id, array_agg(org_id) as org_ids from job
    where user_id = any (${[...people.keys()]}) and job_type = 2 group by user_id`,
  ).execute(db)
  const others = new Map(rows.map(row => [row.userId, row.orgIds]))
  return new Map([...people].map(([id, person]) => [id, { ...person, otherOrgIds: others.get(id) ?? [] }]))
}

export interface UniqueOwner {
  /** `loginPhone`: whoever signs in with the phone, be it their phone or their user name. */
  field: UniqueField | 'loginPhone'
  value: string
  id: string
  realName: string
  /** Of a `loginPhone`: it is the user name, which no source changes. */
  isName?: boolean
}

/** The owners of these values: one query for a whole batch, answered by the unique indexes, and one for phones. */
export async function uniqueOwners(db: Db, rows: readonly UniqueValues[]): Promise<UniqueOwner[]> {
  const parts = uniqueFields.flatMap(field => {
    const wanted = rows.flatMap(row => row[field] ?? [])
    const column = uniqueColumn(field)
    if (wanted.length === 0) return []
    return [
      everyone(
        'the value is unique in the whole system, so its owner counts wherever they are (D-42)',
        sql`select ${field} as field, ${column} as value, id, real_name from live_user where ${column} = any (${wanted})`,
      ),
    ]
  })
  if (parts.length === 0) return []
  const { rows: found } = await sql<UniqueOwner>`${sql.join(parts, sql` union all `)}`.execute(db)
  const byLogin = await loginPhoneOwners(db, loginPhonesOf(rows))
  return [...found, ...byLogin.map(({ phoneHash: value, ...owner }) => ({ field: 'loginPhone' as const, value, ...owner }))]
}

/**
 * Clears values that other users of the same batch are about to get, only for people unchanged since the plan; the same
 * transaction gives them their new values.
 */
export async function clearReassignedValues(
  db: Db,
  field: Exclude<UniqueField, 'userName'>,
  people: readonly { id: string; version: number }[],
): Promise<void> {
  if (people.length === 0) return
  const empty = sql.raw(
    columnsOf(field)
      .map(name => `${name} = null`)
      .join(', '),
  )
  await everyone(
    'people that the batch has found within the scope',
    sql`update users u set ${empty} from unnest(${people.map(one => one.id)}::text[], ${people.map(one => one.version)}::int[]) as p (id, version)
    where u.id = p.id and u.version = p.version and u.deleted_at is null`,
  ).execute(db)
}

/** Removes other jobs of people whose rows were written in this transaction. */
export async function removeOtherJobs(db: Db, jobs: readonly { userId: string; orgId: string }[]): Promise<void> {
  if (jobs.length === 0) return
  await everyone(
    'people and organisations that the batch has found within the scope',
    sql`delete from job j using unnest(${jobs.map(job => job.userId)}::text[], ${jobs.map(job => job.orgId)}::text[]) as p (user_id, org_id)
    where j.user_id = p.user_id and j.org_id = p.org_id and j.job_type = 2`,
  ).execute(db)
}
