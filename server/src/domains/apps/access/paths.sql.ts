import { sql } from 'kysely'
import type { Path } from '@hufu/contract/apps/access'
import type { Db } from '../../../platform/database/db.ts'
import { batchedPer } from '../../../platform/database/batched.ts'
import { subjectName } from '../../directory/index.ts'

/** Every path by which a user may open an application (or any), or may not and why; usable paths first. */
export async function pathsOf(db: Db, userId: string, appId?: string): Promise<Path[]> {
  const { rows } = await sql<Path>`
    select p.app_id, a.name as app_name, p.role_id, r.name as role_name, p.grant_id, p.subject_type, p.subject_id,
      ${subjectName('p')} as subject_name, p.group_id, b.name as group_name, p.begin_time, p.end_time, p.fault
    from paths_of(${userId}) p join app a on a.id = p.app_id
      left join app_role r on r.id = p.role_id left join auth_group b on b.id = p.group_id
    where ${appId === undefined ? sql`true` : sql`p.app_id = ${appId}`}
    order by p.fault is not null, a.sort_num, a.id, r.code nulls first, p.subject_type, p.grant_id`.execute(db)
  return rows
}

export interface Access {
  /** The roles the user holds in the application, by any path. */
  roles: { id: string; code: string; name: string }[]
}

interface UserAndApp {
  userId: string
  appId: string
}

/** Whether this user may open this application now (D-62): undefined if not. Concurrent calls share one statement (decision 0035). */
export const accessOf: (db: Db, pair: UserAndApp) => Promise<Access | undefined> = batchedPer(accessOfAll)

/** A lateral subquery that PostgreSQL cannot flatten: joined directly, the plan would read every grant. */
async function accessOfAll(db: Db, pairs: readonly UserAndApp[]): Promise<(Access | undefined)[]> {
  const { rows } = await sql<{ n: number; id: string | null; code: string | null; name: string | null }>`
    select asked.n, held.id, held.code, held.name
    from unnest((select ${pairs.map(({ userId }) => userId)}::text[]), (select ${pairs.map(({ appId }) => appId)}::text[]))
        with ordinality asked (user_id, app_id, n)
      cross join lateral (
        select distinct r.id, r.code, r.name from paths_of(asked.user_id) p left join app_role r on r.id = p.role_id
        where p.app_id = asked.app_id and p.fault is null) held
    order by asked.n, held.code`.execute(db)
  const found = pairs.map((): Access | undefined => undefined)
  for (const { n, id, code, name } of rows) {
    const access = (found[n - 1] ??= { roles: [] })
    if (id !== null && code !== null && name !== null) access.roles.push({ id, code, name })
  }
  return found
}

/** The enabled permission groups of a user. */
export async function groupsOf(db: Db, userId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select distinct b.id, b.name from subjects_of(${userId}) s
      join app_grant g on g.subject_type = s.subject_type and g.subject_id = s.subject_id and (g.below or not s.is_above)
      join auth_group b on b.id = g.group_id and b.status = 1
    where s.is_live and (g.begin_time is null or g.begin_time <= now()) and (g.end_time is null or g.end_time > now())
    order by b.name, b.id`.execute(db)
  return rows
}
