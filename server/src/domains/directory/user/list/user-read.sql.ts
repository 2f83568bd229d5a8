import { sql } from 'kysely'
import { OTHER_JOB, type Job, type UserInFull } from '@hufu/contract/directory/user'
import type { Db } from '../../../../platform/database/db.ts'
import type { Keys } from '../../../../platform/secrets/keys.ts'
import { refuse } from '../../../../platform/http/refuse.ts'
import { everyone, namedInScope, personInScope, inScope, type Scope } from '../../../../platform/access/scope.ts'
import { listColumns } from './user-list.sql.ts'

const jobColumns =
  sql.raw(`j.id, j.org_id, o.name as org_name, j.job_type, j.rank_id, j.title_id as positional_titles_id, j.duty_id as position_id,
  j.post_id as station_id, j.sort_num`)

export async function jobsOf(db: Db, userId: string): Promise<Job[]> {
  const { rows } = await everyone(
    'a user within the scope is shown with all their jobs',
    sql<Job>`select ${jobColumns} from job j join org o on o.id = j.org_id where j.user_id = ${userId} order by j.job_type, j.sort_num, j.id`,
  ).execute(db)
  return rows
}

/** One user in full, phone and idCard masked for everybody (N-05). A user out of scope is answered like an unknown one (D-75). */
export async function findUser(db: Db, scope: Scope, id: string): Promise<UserInFull> {
  const { rows } = await sql<Omit<UserInFull, 'jobs' | 'workGroups' | 'businessLines'>>`select ${listColumns} from live_user u
    join job j on j.user_id = u.id and j.job_type = 1 join org o on o.id = j.org_id
    where u.id = ${id} and ${personInScope(scope, 'u.id')}`.execute(db)
  const row = rows[0] ?? refuse('userMissing')
  return { ...row, jobs: await jobsOf(db, id), ...(await circlesOf(db, scope, id)) }
}

/** The user's work groups and business lines in the caller's scope, disabled ones included. */
async function circlesOf(db: Db, scope: Scope, userId: string): Promise<Pick<UserInFull, 'workGroups' | 'businessLines'>> {
  const { rows: workGroups } = await sql<{ id: string; name: string }>`select g.id, g.name from work_group_member m
    join work_group g on g.id = m.group_id where m.user_id = ${userId} and ${inScope(scope, sql.ref('g.org_id'))} order by g.sort_num, g.id`.execute(
    db,
  )
  const { rows: businessLines } = await sql<{ id: string; name: string }>`select s.id, s.name from stripe s where exists (
      select 1 from job j join stripe_org n on n.org_id = j.org_id and n.stripe_id = s.id
      where j.user_id = ${userId} and ${inScope(scope, sql.ref('j.org_id'))}) order by s.sort_num, s.id`.execute(db)
  return { workGroups, businessLines }
}

export async function hasJobIn(db: Db, userId: string, orgId: string): Promise<boolean> {
  const row = await everyone('lockOrgs has found the organisation within the scope', db.selectFrom('job'))
    .select('id')
    .where('orgId', '=', orgId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** The organisations in which a user in scope holds other jobs. */
export async function otherJobsOf(db: Db, scope: Scope, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ orgId: string }>`select j.org_id from job j
    where j.user_id = ${userId} and j.job_type = ${OTHER_JOB} and ${personInScope(scope, 'j.user_id')}`.execute(db)
  return new Set(rows.map(row => row.orgId))
}

export const isEmailProven = async (db: Db, id: string): Promise<boolean> =>
  (
    await everyone("the caller's own address, or asked by a super administrator", db.selectFrom('users'))
      .select('emailProven')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.emailProven === 1

/** Phone and ID number in clear, only for a reveal. */
export async function sensitiveOf(db: Db, keys: Keys, id: string): Promise<{ phone: string | null; idCard: string | null }> {
  const row = await everyone('the user was found within the scope', db.selectFrom('users'))
    .select(['phoneCipher', 'idCardCipher'])
    .where('id', '=', id)
    .executeTakeFirst()
  const opened = (cipher: string | null | undefined) => (cipher ? keys.openField(cipher) : null)
  return { phone: opened(row?.phoneCipher), idCard: opened(row?.idCardCipher) }
}

export async function usersByOrg(db: Db, scope: Scope, orgId: string, below: boolean) {
  const place = below
    ? sql`j.org_id in (select way.org_id from org_ancestor way where way.ancestor_id = ${orgId} and ${namedInScope(scope, orgId)} and ${inScope(scope, sql.ref('way.org_id'))})`
    : sql`j.org_id = ${orgId}`
  const { rows } = await sql<{ id: string; userName: string; realName: string; orgName: string }>`
    select u.id, u.user_name, u.real_name, o.name as org_name from (
      select distinct on (j.user_id) j.user_id, j.org_id, j.sort_num, j.id from job j where ${place} and ${inScope(scope, sql.ref('j.org_id'))} order by j.user_id, j.sort_num, j.id
    ) j join users u on u.id = j.user_id join org o on o.id = j.org_id
    order by j.sort_num, j.id limit ${BY_ORG_MAX}`.execute(db)
  return rows
}
const BY_ORG_MAX = 5000

/** The system roles of a user. */
export const systemRolesOf = (db: Db, userId: string) =>
  db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['role.id', 'role.code', 'role.name'])
    .where('userRole.userId', '=', userId)
    .where('userRole.status', '=', 1)
    .orderBy('role.code')
    .execute()
