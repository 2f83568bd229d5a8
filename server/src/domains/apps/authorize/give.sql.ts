import { sql } from 'kysely'
import type { SubjectType } from '@hufu/contract/apps/access'
import type { AuthorizeOrder, GrantedApp, LostRight } from '@hufu/contract/apps/authorize'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { inScope, personInScope, type Scope } from '../../../platform/access/scope.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { lockSubjects, refuseGrantsBeyond, refuseOneself } from '../access/subjects.ts'
import { subjectName } from '../../directory/index.ts'

/** Something that can be granted: an application, or one of its roles. */
export interface AppGrant {
  appId: string
  roleId: string | null
}
export const appGrantsOf = (apps: readonly GrantedApp[]): AppGrant[] =>
  apps.flatMap(({ appId, roleIds }) => [{ appId, roleId: null }, ...roleIds.map(roleId => ({ appId, roleId }))])

/** Locks applications and roles against deletion; all must exist, and each role must belong to its application. */
export async function lockAppGrants(db: Db, apps: readonly GrantedApp[]): Promise<void> {
  const appIds = [...new Set(apps.map(app => app.appId))]
  if (appIds.length < apps.length) refuse('parameterProblem')
  const { rows } = await sql`select 1 from app where id = any (${appIds}) order by id for key share`.execute(db)
  if (rows.length < appIds.length) refuse('appMissing')
  const roles = appGrantsOf(apps).filter(appGrant => appGrant.roleId !== null)
  const { rows: present } = await sql<{ appId: string; id: string }>`
    select app_id, id from app_role where id = any (${roles.map(appGrant => appGrant.roleId)}) order by id for key share`.execute(db)
  const appOfGrant = new Map(present.map(row => [row.id, row.appId]))
  if (!roles.every(appGrant => appOfGrant.get(appGrant.roleId!) === appGrant.appId)) refuse('appRoleMissing')
}

const keptGrant = (appGrants: readonly AppGrant[]) => sql`exists (
  select 1 from jsonb_to_recordset(${JSON.stringify(appGrants)}::jsonb) as granted ("appId" text, "roleId" text)
  where granted."appId" = g.app_id and granted."roleId" is not distinct from g.role_id)`

const fromGrantsToRemove = ({ targetType, targetIds, apps }: AuthorizeOrder) => sql`from app_grant g
  where g.subject_type = ${targetType} and g.subject_id = any (${targetIds}) and g.app_id = any (${apps.map(app => app.appId)})
    and not ${keptGrant(appGrantsOf(apps))}`

/** The rights that the order would take away. */
export async function lostBy(db: Db, order: AuthorizeOrder): Promise<LostRight[]> {
  const { rows } = await sql<LostRight>`select g.subject_id as target_id, ${subjectName('g')} as target_name,
      (select a.name from app a where a.id = g.app_id) as app_name, (select r.name from app_role r where r.id = g.role_id) as role_name
    ${fromGrantsToRemove(order)} order by 2, 3, 4 nulls first limit ${LOST_MAX}`.execute(db)
  return rows
}
const LOST_MAX = 500

/** Replaces the grants of these applications to these subjects; returns how many pairs there are now. */
export async function authorizeSubjects(ctx: Context<unknown, AuthorizeOrder>): Promise<number> {
  const { db, who, body } = ctx
  const { targetType, apps } = body
  const targetIds = [...new Set(body.targetIds)]
  if (apps.length === 0) refuse('nothingChosen')
  await lockSubjects(ctx, targetType, targetIds)
  refuseOneself(ctx, targetType, targetIds)
  await lockAppGrants(db, apps)
  const { rows: gone } = await sql<AppGrant>`select distinct g.app_id, g.role_id ${fromGrantsToRemove(body)}`.execute(db)
  await refuseGrantsBeyond(ctx, [...appGrantsOf(apps), ...gone])
  await sql`delete ${fromGrantsToRemove(body)}`.execute(db)
  await writeGrants(db, { targetType, targetIds, appGrants: appGrantsOf(apps), below: body.below ?? true, beginTime: body.beginTime || null, endTime: body.endTime || null, grantedBy: who.userId }) // prettier-ignore
  return targetIds.length * apps.length
}

export interface Giving {
  targetType: SubjectType | 'authGroup'
  targetIds: readonly string[]
  appGrants: readonly AppGrant[]
  below: boolean
  beginTime: string | null
  endTime: string | null
  grantedBy: string
}

/** Writes grants; an existing one gets the new dates. */
export async function writeGrants(
  db: Db,
  { targetType, targetIds, appGrants, below, beginTime, endTime, grantedBy }: Giving,
): Promise<void> {
  const rows = targetIds.flatMap(subjectId => appGrants.map(appGrant => ({ id: newId(), subjectId, ...appGrant })))
  await sql`insert into app_grant (id, subject_type, subject_id, below, app_id, role_id, begin_time, end_time, granted_by)
    select w.id, ${targetType}, w."subjectId", ${below}, w."appId", w."roleId", ${beginTime}::timestamptz, ${endTime}::timestamptz, ${grantedBy}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id text, "subjectId" text, "appId" text, "roleId" text)
    on conflict on constraint app_grant_once do update
      set below = excluded.below, begin_time = excluded.begin_time, end_time = excluded.end_time, granted_by = excluded.granted_by
      where (app_grant.below, app_grant.begin_time, app_grant.end_time) is distinct from (excluded.below, excluded.begin_time, excluded.end_time)`.execute(
    db,
  )
}

/** Whether the subject of grant `g` is in scope; a grant out of scope is refused like an unknown one (D-75). */
const isSubjectInScope = (scope: Scope) => sql`case g.subject_type when 'user' then ${personInScope(scope, 'g.subject_id')}
  when 'org' then ${inScope(scope, sql.ref('g.subject_id'))} else true end`

/** Each id stands for a row of the list, and removes all grants of its application to its subject. */
export async function removeAuthorizations(ctx: Pick<Context, 'db' | 'scope' | 'who'>, ids: readonly string[]): Promise<number> {
  const { db } = ctx
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows: lines } = await sql<{ subjectType: SubjectType; subjectId: string; appId: string }>`
    select distinct g.subject_type, g.subject_id, g.app_id from app_grant g
    where g.id = any (${wanted}) and g.app_id is not null and g.subject_type <> 'authGroup' and ${isSubjectInScope(ctx.scope)}`.execute(db)
  if (lines.length < wanted.length) refuse('grantMissing')
  for (const type of new Set(lines.map(line => line.subjectType)))
    await lockSubjects(ctx, type, lines.filter(line => line.subjectType === type).map(line => line.subjectId)) // prettier-ignore
  const { rows: gone } = await sql<AppGrant>`delete from app_grant g using jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line ("subjectType" text, "subjectId" text, "appId" text)
    where g.subject_type = line."subjectType" and g.subject_id = line."subjectId" and g.app_id = line."appId"
    returning g.app_id, g.role_id`.execute(db)
  await refuseGrantsBeyond(ctx, gone)
  return wanted.length
}
