import { sql } from 'kysely'
import type { Job, UserInFull } from '@hufu/contract/user'
import type { Db } from '../../kernel/db.ts'
import type { Keys } from '../../kernel/keys.ts'
import { refuse } from '../../kernel/refuse.ts'
import { personWithin, within, type Scope } from '../../kernel/scope.ts'
import { listColumns } from './user-list.sql.ts'

const jobColumns =
  sql.raw(`j.id, j.org_id, o.name as org_name, j.job_type, j.rank_id, j.title_id as positional_titles_id, j.duty_id as position_id,
  j.post_id as station_id, j.sort_num`)

export async function jobsOf(db: Db, userId: string): Promise<Job[]> {
  const { rows } =
    await sql<Job>`select ${jobColumns} from job j join org o on o.id = j.org_id where j.user_id = ${userId} order by j.job_type, j.sort_num, j.id`.execute(
      db,
    )
  return rows
}

/** One person whole, phone and idCard masked. A foreign one is answered like an unknown one (D-75). */
export async function findUser(db: Db, scope: Scope, id: string): Promise<UserInFull> {
  const { rows } = await sql<Omit<UserInFull, 'jobs'>>`select ${listColumns} from users u
    join job j on j.user_id = u.id and j.job_type = 1 join org o on o.id = j.org_id
    where u.id = ${id} and u.deleted_at is null and ${personWithin(scope, 'u.id')}`.execute(db)
  const row = rows[0] ?? refuse('userMissing')
  return { ...row, jobs: await jobsOf(db, id) }
}

export async function hasJobIn(db: Db, userId: string, orgId: string): Promise<boolean> {
  const row = await db.selectFrom('job').select('id').where('orgId', '=', orgId).where('userId', '=', userId).executeTakeFirst()
  return row !== undefined
}

export async function isWithin(db: Db, scope: Scope, id: string): Promise<boolean> {
  if (scope.all) return true
  const { rows } = await sql`select 1 from users u where u.id = ${id} and ${personWithin(scope, 'u.id')}`.execute(db)
  return rows.length > 0
}

/** In clear: for an editor's form and for one audited reveal (D-71). */
export async function sensitiveOf(db: Db, keys: Keys, id: string): Promise<{ phone: string | null; idCard: string | null }> {
  const row = await db.selectFrom('users').select(['phoneCipher', 'idCardCipher']).where('id', '=', id).executeTakeFirst()
  const opened = (cipher: string | null | undefined) => (cipher ? keys.openField(cipher) : null)
  return { phone: opened(row?.phoneCipher), idCard: opened(row?.idCardCipher) }
}

export async function usersByOrg(db: Db, scope: Scope, orgId: string, below: boolean) {
  const place = below ? sql`j.org_id in (select org_id from org_ancestor where ancestor_id = ${orgId})` : sql`j.org_id = ${orgId}`
  const { rows } = await sql<{ id: string; userName: string; realName: string; orgName: string | null }>`
    select u.id, u.user_name, u.real_name, o.name as org_name from (
      select distinct on (j.user_id) j.user_id, j.org_id, j.sort_num, j.id from job j where ${place} and ${within(scope, sql.ref('j.org_id'))} order by j.user_id, j.sort_num, j.id
    ) j join users u on u.id = j.user_id join org o on o.id = j.org_id
    order by j.sort_num, j.id limit ${BY_ORG_MAX}`.execute(db)
  return rows
}
const BY_ORG_MAX = 5000

/** The system roles a person holds; applications and permission groups come with their own areas. */
export async function rightsOf(db: Db, userId: string) {
  const systemRoles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select(['role.id', 'role.code', 'role.name'])
    .where('userRole.userId', '=', userId)
    .where('userRole.status', '=', 1)
    .orderBy('role.code')
    .execute()
  return { apps: [], groups: [], systemRoles }
}
