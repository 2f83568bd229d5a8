import { sql } from 'kysely'
import type { AuthGroupTarget, authGroup } from '@hufu/contract/apps/auth-group'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, inScope, type Scope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { lockSubjects, refuseGrantsBeyond, refuseOneself } from '../access/subjects.ts'
import { subjectInScope } from '../access/subjects.sql.ts'
import { personConditions, subjectName } from '../../directory/index.ts'
import { appGrantsOf, writeGrants, lockAppGrants, type AppGrant } from '../authorize/give.sql.ts'
import { appGrantsIn, findAuthGroup, lockAuthGroups, lockGroupsInScope } from './auth-group.sql.ts'

/** The applications that the group grants, with their roles. */
export async function authOfGroup(db: Db, scope: Scope, id: string) {
  await findAuthGroup(db, scope, id)
  const { rows } = await sql<{ appId: string; appName: string; roleIds: string[] }>`
    select g.app_id, a.name as app_name, coalesce(array_agg(g.role_id order by g.role_id) filter (where g.role_id is not null), '{}') as role_ids
    from app_grant g join app a on a.id = g.app_id where g.subject_type = 'authGroup' and g.subject_id = ${id}
    group by g.app_id, a.name, a.sort_num order by a.sort_num, g.app_id`.execute(db)
  return rows
}

export async function saveGroupAuth(ctx: Context<unknown, BodyOf<typeof authGroup.saveAuth>>): Promise<number> {
  const { db, who, body } = ctx
  const [present] = await lockGroupsInScope(ctx, [body.id])
  if (body.version !== undefined && body.version !== present!.version) refuse('stale')
  await lockAppGrants(db, body.apps)
  const appGrants = appGrantsOf(body.apps)
  const { rows: gone } = await sql<AppGrant>`delete from app_grant g where g.subject_type = 'authGroup' and g.subject_id = ${body.id}
      and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(appGrants)}::jsonb) as granted ("appId" text, "roleId" text)
        where granted."appId" = g.app_id and granted."roleId" is not distinct from g.role_id)
    returning g.app_id, g.role_id`.execute(db)
  await refuseGrantsBeyond(ctx, [...appGrants, ...gone])
  await writeGrants(db, { targetType: 'authGroup', targetIds: [body.id], appGrants, below: true, beginTime: null, endTime: null, grantedBy: who.userId }) // prettier-ignore
  await sql`update auth_group set version = version + 1, update_time = now() where id = ${body.id}`.execute(db)
  return body.apps.length
}

export async function pageTargets(db: Db, { scope, keys }: { scope: Scope; keys: Keys }, query: QueryOf<typeof authGroup.pageTarget>) {
  const { id, targetType, searchKey } = query
  const key = searchKey?.trim()
  const named =
    targetType === 'user'
      ? everyone(
          'subjectInScope limits the targets to the scope; a user in scope is shown with their main organisation',
          sql`exists (select 1 from live_user u where u.id = g.subject_id and ${sql.join([sql`true`, ...personConditions({ scope, keys, filter: { searchKey: key } })], sql` and `)})`,
        )
      : sql`${subjectName('g')} ilike ${contains(key ?? '')}`
  const where = sql`g.group_id = ${id} and g.subject_type = ${targetType} and ${subjectInScope(scope, targetType, 'g.subject_id')} and ${named}`
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from app_grant g where ${where}`.execute(db)
  const { rows } = await sql<AuthGroupTarget>`select g.id, g.subject_id as target_id, ${subjectName('g')} as target_name,
      case g.subject_type when 'user' then (select o.name from job j join org o on o.id = j.org_id where j.user_id = g.subject_id and j.job_type = 1)
        when 'org' then (select o.name from org child join org o on o.id = child.parent_id where child.id = g.subject_id and ${inScope(scope, sql.ref('o.id'))})
        when 'workGroup' then (select o.name from work_group w join org o on o.id = w.org_id where w.id = g.subject_id) end as org_name,
      g.below, g.end_time
    from app_grant g where ${where} order by g.create_time, g.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export async function addTargets(ctx: Context<unknown, BodyOf<typeof authGroup.addTarget>>): Promise<number> {
  const { db, who, body } = ctx
  await lockAuthGroups(db, [body.id])
  await lockSubjects(ctx, body.targetType, body.targetIds)
  refuseOneself(ctx, body.targetType, body.targetIds)
  await refuseGrantsBeyond(ctx, await appGrantsIn(db, [body.id]))
  const ids = [...new Set(body.targetIds)]
  const { rows } = await sql`insert into app_grant (id, subject_type, subject_id, group_id, below, begin_time, end_time, granted_by)
    select row.id, ${body.targetType}, row.subject, ${body.id}, ${body.below ?? true}, ${body.beginTime || null}::timestamptz, ${body.endTime || null}::timestamptz, ${who.userId}
    from unnest(${ids.map(newId)}::text[], ${ids}::text[]) as row (id, subject)
    on conflict on constraint app_grant_once do update
      set below = excluded.below, begin_time = excluded.begin_time, end_time = excluded.end_time, granted_by = excluded.granted_by
      where (app_grant.below, app_grant.begin_time, app_grant.end_time) is distinct from (excluded.below, excluded.begin_time, excluded.end_time)
    returning 1`.execute(db)
  return rows.length
}

export async function removeTargets(ctx: Context<unknown, BodyOf<typeof authGroup.removeTarget>>): Promise<number> {
  const { db, body } = ctx
  await lockAuthGroups(db, [body.id])
  await lockSubjects(ctx, body.targetType, body.targetIds)
  await refuseGrantsBeyond(ctx, await appGrantsIn(db, [body.id]))
  const { numAffectedRows } = await sql`delete from app_grant where group_id = ${body.id} and subject_type = ${body.targetType}
    and subject_id = any (${body.targetIds})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
