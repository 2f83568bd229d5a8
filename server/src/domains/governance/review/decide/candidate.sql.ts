import { sql, type RawBuilder } from 'kysely'
import { SUPER_ADMIN } from '@hufu/contract/screens'
import type { Db } from '../../../../platform/database/db.ts'
import { everyone, inScope, type Scope } from '../../../../platform/access/scope.ts'
import type { Request, Step } from '../change/request.sql.ts'

export interface FoundReviewer {
  userId: string
  /** For administrators of an organisation: how many levels above the organisation they are appointed. */
  depth: number
}

const canSignIn = sql.raw(`u.status = 1 and (u.valid_end_time is null or u.valid_end_time > now())`)

/** The users a step names, by its kind of approver; their rights are checked elsewhere. */
function named(step: Step, orgId: string): RawBuilder<unknown> {
  const ids = step.approverIds
  switch (step.approverType) {
    case 'role':
      return sql`select h.user_id, 0 as depth, h.user_id as place from user_role h join role r on r.id = h.role_id and r.status = 1
        where h.role_id = any (${ids}) and h.status = 1`
    case 'post':
      return everyone(
        "users may be asked whatever the applicant's scope is; only their names are shown",
        sql`select j.user_id, 0 as depth, j.user_id as place from job j join standing p on p.id = j.post_id and p.status = 1
        where j.post_id = any (${ids}) and j.org_id = ${orgId}`,
      )
    case 'group':
      return sql`select m.user_id, 0 as depth, m.user_id as place from work_group_member m join work_group g on g.id = m.group_id and g.status = 1
        and (g.valid_end_time is null or g.valid_end_time > now()) where m.group_id = any (${ids})`
    case 'orgAdmin':
      return everyone(
        "users may be asked whatever the applicant's scope is; only their names are shown",
        sql`select a.user_id, up.depth, a.user_id as place from org_ancestor up join grade_admin a on a.org_id = up.ancestor_id
        where up.org_id = ${orgId} and up.depth <= ${step.level} and (up.depth = 0 or a.has_include_child = 1)
        and a.id in (select live_grades(array(select g.id from grade_admin g join org_ancestor way on way.ancestor_id = g.org_id
          where way.org_id = ${orgId})))`,
      )
    default:
      return sql`select t.id, 0, lpad(t.place::text, 9, '0') from unnest(${ids}::text[]) with ordinality as t (id, place)`
  }
}

export async function findNamed(db: Db, step: Step, orgId: string): Promise<FoundReviewer[]> {
  const { rows } = await everyone(
    "users may be asked whatever the applicant's scope is; only their names are shown",
    sql<FoundReviewer>`select n.user_id, min(n.depth) as depth from (${named(step, orgId)}) as n (user_id, depth, place)
    join live_user u on u.id = n.user_id where ${canSignIn} group by n.user_id order by min(n.depth), min(n.place), n.user_id`,
  ).execute(db)
  return rows
}

/** The last fallback: super administrators or, under separation of duties, security administrators. */
export async function fallbackExaminers(db: Db): Promise<string[]> {
  const { rows } = await everyone(
    "users may be asked whatever the applicant's scope is; only their names are shown",
    sql<{ id: string }>`select u.id from live_user u where ${canSignIn} and (
      exists (select 1 from user_role h join role r on r.id = h.role_id and r.status = 1
        where h.user_id = u.id and h.status = 1 and r.code = ${SUPER_ADMIN})
      or exists (select 1 from separation s join duty_holder d on d.user_id = u.id and d.duty = 'security' where s.is_on)) order by u.id`,
  ).execute(db)
  return rows.map(row => row.id)
}

export async function ableToSignInAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await everyone(
    "users may be asked whatever the applicant's scope is; only their names are shown",
    sql<{ id: string }>`select u.id from live_user u join unnest(${[...ids]}::text[]) with ordinality as t (id, place)
    on t.id = u.id where ${canSignIn} order by t.place`,
  ).execute(db)
  return rows.map(row => row.id)
}

export async function isOrgInScope(db: Db, scope: Scope, orgId: string): Promise<boolean> {
  if (scope.all) return true
  const { rows } = await sql<{ yes: boolean }>`select ${inScope(scope, sql`${orgId}::text`)} as yes`.execute(db)
  return rows[0]!.yes
}

export async function namesOfUsers(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await everyone(
    'only the names of the users who are asked',
    sql<{ id: string; name: string }>`select u.id, u.real_name as name from users u
    join unnest(${[...ids]}::text[]) with ordinality as t (id, place) on t.id = u.id order by t.place`,
  ).execute(db)
  return rows
}

/** Whether the user of the request has administrative rights, so that only examiners of at least their rank may act on it. */
export async function administers(db: Db, { objectType, objectId }: Pick<Request, 'objectType' | 'objectId'>): Promise<boolean> {
  if (objectType !== 'user' || objectId === null) return false
  const { rows } = await sql`select 1 from user_role where user_id = ${objectId} union all
    select 1 from grade_admin where user_id = ${objectId} union all select 1 from duty_holder where user_id = ${objectId} limit 1`.execute(
    db,
  )
  return rows.length > 0
}
