import { sql } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { DeletedOrg, org } from '@hufu/contract/directory/org'
import { ROOT_ORG } from '@hufu/contract/screens'
import { actorName } from '../../../platform/access/clients.ts'
import type { Db } from '../../../platform/database/db.ts'
import { contains, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { exclusiveTree, sharedTree } from '../../../platform/database/tree-lock.sql.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, personInScope, inScope, type Scope } from '../../../platform/access/scope.ts'
import { withForeignDescendants } from './org-write.sql.ts'
import { nameCondition, orgColumns, withParent } from './org.sql.ts'

/** Deletes only empty organisations; those of one batch may contain each other. */
export async function removeOrgs(db: Db, scope: Scope, ids: readonly string[], userId: string): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  if (ids.includes(ROOT_ORG)) refuse('rootOrg')
  const wanted = [...new Set(ids)].sort()
  const { rows } = await sql<{ id: string }>`select o.id from ${sharedTree}, live_org o where o.id = any (${wanted})
    and ${inScope(scope, sql.ref('o.id'))} order by o.id for update of o`.execute(db)
  if (rows.length !== wanted.length) refuse('orgMissing')
  const { rows: inside } = await everyone(
    'any content, in scope or not, prevents deletion',
    sql`select 1 from live_org c where c.parent_id = any (${wanted}) and c.id <> all (${wanted})
    union all select 1 from job j where j.org_id = any (${wanted}) limit 1`,
  ).execute(db)
  if (inside.length > 0) refuse('orgNotEmpty')
  await sql`delete from org_range_root where org_id = any (${wanted})`.execute(db)
  await everyone('the first query has found these organisations within the scope', db.updateTable('org'))
    .set({ deletedAt: sql<string>`now()`, deletedBy: userId })
    .where('id', 'in', wanted)
    .execute()
  return wanted.length
}

const deletedColumns = sql`${orgColumns}, o.deleted_at as delete_time, ${actorName('u', 'o.deleted_by')} as delete_by`
const deletedFrom = (scope: Scope) =>
  sql`from org o ${withParent(scope)} left join users u on u.id = o.deleted_by and ${personInScope(scope, 'u.id')}`

export async function pageDeletedOrgs(db: Db, scope: Scope, query: QueryOf<typeof org.pageDeleted>) {
  const { name, code, beginTime, endTime } = query
  const where = sql.join(
    [
      sql`o.deleted_at is not null`,
      inScope(scope, sql.ref('o.id')),
      ...(name !== undefined ? [nameCondition(name)] : []),
      ...(code !== undefined ? [sql`o.code ilike ${contains(code)}`] : []),
      ...(beginTime !== undefined ? [sql`o.deleted_at >= ${beginTime}::timestamptz`] : []),
      ...(endTime !== undefined ? [sql`o.deleted_at < ${endTime}::timestamptz + interval '1 second'`] : []),
    ],
    sql` and `,
  )
  const { rows: counted } = await everyone(
    'inScope is among the conditions',
    sql<{ n: number }>`select count(*) as n from org o where ${where}`,
  ).execute(db)
  const { rows } = await sql<DeletedOrg>`select ${deletedColumns} ${deletedFrom(scope)} where ${where}
    order by o.deleted_at desc, o.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export async function findDeletedOrg(db: Db, scope: Scope, id: string): Promise<DeletedOrg> {
  const { rows } = await sql<DeletedOrg>`select ${deletedColumns} ${deletedFrom(scope)}
    where o.id = ${id} and o.deleted_at is not null and ${inScope(scope, sql.ref('o.id'))}`.execute(db)
  return rows[0] ?? refuse('orgMissing')
}

/** Refuses unless every id is a deleted organisation in scope. */
export async function deletedOrgsInScope(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql`select 1 from org o where o.id = any (${wanted}) and o.deleted_at is not null
    and ${inScope(scope, sql.ref('o.id'))}`.execute(db)
  return rows.length === wanted.length ? wanted : refuse('orgMissing')
}

/** Restores an organisation below `parentId` or its former parent; a constraint refuses a code or name taken meanwhile. */
export async function recoverOrg(db: Db, scope: Scope, id: string, parentId: string | undefined): Promise<void> {
  const deleted = await findDeletedOrg(db, scope, id)
  const target = parentId ?? deleted.parentId
  const tree = target === deleted.parentId ? sharedTree : exclusiveTree
  const { rows } = await sql`select 1 from ${tree}, live_org o where o.id = ${target} and ${inScope(scope, sql.ref('o.id'))}
    for share of o`.execute(db)
  if (rows.length === 0) refuse(parentId === undefined ? 'parentOrgGone' : 'parentOrgMissing')
  if (target !== deleted.parentId && (await withForeignDescendants(db, scope, [id])).size > 0) refuse('forbidden')
  await everyone('findDeletedOrg has found it within the scope', db.updateTable('org'))
    .set(column => ({
      deletedAt: null,
      deletedBy: null,
      parentId: target,
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute()
}
