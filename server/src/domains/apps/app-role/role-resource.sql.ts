import { sql } from 'kysely'
import type { ResourceChange, appRole } from '@hufu/contract/apps/app-role'
import type { BodyOf } from '@hufu/contract/call'
import type { Db } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import { countPeople, grantsOfApp } from '../access/people.sql.ts'
import { grantInScope } from '../access/subjects.sql.ts'
import { subjectName } from '../../directory/index.ts'
import { lockAppRoles } from './app-role.sql.ts'

type Order = BodyOf<typeof appRole.saveResource>

async function roleAt(db: Db, { roleId, version }: Order, lock: 'key share' | 'no key update'): Promise<{ appId: string }> {
  const [present] = await lockAppRoles(db, [roleId], lock)
  if (version !== undefined && version !== present!.version) refuse('stale')
  return present!
}

/** Replaces the whole set; the composite foreign key refuses resources of other applications. */
export async function saveRoleResources(db: Db, order: Order): Promise<number> {
  const { appId } = await roleAt(db, order, 'no key update')
  const ids = [...new Set(order.resourceIds)]
  await sql`delete from app_role_resource where role_id = ${order.roleId} and resource_id <> all (${ids})`.execute(db)
  await sql`insert into app_role_resource (app_id, role_id, resource_id)
    select ${appId}, ${order.roleId}, wanted.id from unnest(${ids}::text[]) as wanted (id) on conflict do nothing`.execute(db)
  await sql`update app_role set version = version + 1, update_time = now() where id = ${order.roleId}`.execute(db)
  return ids.length
}

const SHOWN = 20

/** What saving would change, how many users it affects, and to which subjects the role is granted. */
export async function previewRoleResources(db: Db, scope: Scope, order: Order): Promise<ResourceChange> {
  const { appId } = await roleAt(db, order, 'key share')
  const { rows } = await sql<{ name: string; isHeld: boolean }>`
    select s.name, held.resource_id is not null as is_held from app_resource s
      left join app_role_resource held on held.role_id = ${order.roleId} and held.resource_id = s.id
    where s.app_id = ${appId} and (held.resource_id is not null) <> (s.id = any (${order.resourceIds})) order by s.sort_num, s.id`.execute(
    db,
  )
  const { rows: subjects } = await sql<ResourceChange['subjects'][number]>`
    select g.subject_type as type, coalesce((select b.name from auth_group b where g.subject_type = 'authGroup' and b.id = g.subject_id), ${subjectName('g')}) as name
    from app_grant g where g.role_id = ${order.roleId} and ${grantInScope(scope)} order by g.subject_type = 'user', g.create_time limit ${SHOWN}`.execute(
    db,
  )
  return {
    gained: rows.filter(row => !row.isHeld).map(row => row.name),
    lost: rows.filter(row => row.isHeld).map(row => row.name),
    userCount: await countPeople(db, scope, grantsOfApp(appId, order.roleId)),
    subjects: subjects.filter(row => row.name !== null),
  }
}
