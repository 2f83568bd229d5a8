import { sql, type RawBuilder } from 'kysely'
import { LEVELS_MAX, type AppResource, type AppResourceNode, type appResource } from '@hufu/contract/apps/app-resource'
import type { appRole } from '@hufu/contract/apps/app-role'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'

const TOP = '0'
const columns = sql`s.id, s.app_id, s.parent_id, s.code, s.name, s.type, s.uri, s.status, s.sort_num, s.version, s.create_time, s.update_time,
  exists (select 1 from app_resource below where below.app_id = s.app_id and below.parent_id = s.id) as has_children,
  (select count(*) from app_role_resource h where h.resource_id = s.id) as role_count`

/** The whole tree: an application has some hundreds. */
export async function resourceTree(db: Db, appId: string): Promise<AppResourceNode[]> {
  const { rows } =
    await sql<AppResource>`select ${columns} from app_resource s where s.app_id = ${appId} order by s.sort_num, s.id`.execute(db)
  const below = Map.groupBy(rows, row => row.parentId)
  const level = (parentId: string): AppResourceNode[] => (below.get(parentId) ?? []).map(row => ({ ...row, children: level(row.id) }))
  return level(TOP)
}

/** One level of the tree; a resource is ticked if all the given roles hold it (D-62, O-72). */
export async function pageResources(db: Db, query: QueryOf<typeof appRole.pageResource>) {
  const { parentId, name } = query
  const roleIds = [...new Set(query.roleIds ?? [])]
  const appId = query.appId ?? (parentId === TOP ? refuse('appNotChosen') : (await findResource(db, parentId)).appId)
  const where = sql`s.app_id = ${appId} and s.parent_id = ${parentId}${name === undefined ? sql`` : sql` and ${nameContains('s.name', name.trim())}`}`
  const checked =
    roleIds.length === 0
      ? sql`false`
      : sql`(select count(*) from app_role_resource h where h.resource_id = s.id and h.role_id = any (${roleIds})) = ${roleIds.length}`
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from app_resource s where ${where}`.execute(db)
  const { rows } = await sql<AppResource & { checked: boolean }>`select ${columns}, ${checked} as checked from app_resource s
    where ${where} order by s.sort_num, s.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export async function findResource(db: Db, id: string): Promise<AppResource> {
  const { rows } = await sql<AppResource>`select ${columns} from app_resource s where s.id = ${id}`.execute(db)
  return rows[0] ?? refuse('appResourceMissing')
}

/** The depth of a node, 1 at the top. Nodes never move, so there are no cycles and depths never change. */
async function levelOf(db: Db, appId: string, id: string): Promise<number> {
  if (id === TOP) return 0
  const { rows } = await sql<{ n: number }>`with recursive up as (
      select id, parent_id from app_resource where id = ${id} and app_id = ${appId}
      union all select s.id, s.parent_id from app_resource s join up on s.id = up.parent_id)
    select count(*) as n from up`.execute(db)
  return rows[0]!.n || refuse('appResourceMissing')
}

export async function insertResource(db: Db, draft: BodyOf<typeof appResource.save>, id = newId()): Promise<string> {
  const { appId, parentId, uri, sortNum, status = 1 } = draft
  if ((await levelOf(db, appId, parentId)) >= LEVELS_MAX) refuse('appResourceTooDeep', { max: LEVELS_MAX })
  // Locks the parent against deletion.
  await sql`select 1 from app_resource where id = ${parentId} for key share`.execute(db)
  const { name, code, type } = draft
  await db
    .insertInto('appResource')
    .values({ id, appId, parentId, name, code, type, uri: uri || null, status, ...(sortNum !== undefined && { sortNum }) })
    .execute()
  return id
}

/** All must exist; locked until the transaction ends. */
async function lockResources(db: Db, ids: readonly string[], lock: 'no key update' | 'update'): Promise<{ id: string; version: number }[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from app_resource where id = any (${wanted}) order by id for ${sql.raw(lock)}`.execute(db)
  return rows.length === wanted.length ? rows : refuse('appResourceMissing')
}

export async function updateResource(db: Db, edit: BodyOf<typeof appResource.update>): Promise<void> {
  const [present] = await lockResources(db, [edit.id], 'no key update')
  if (edit.version !== undefined && edit.version !== present!.version) refuse('stale')
  await db
    .updateTable('appResource')
    .set(column => ({
      name: edit.name,
      code: edit.code,
      type: edit.type,
      ...(edit.uri !== undefined && { uri: edit.uri || null }),
      ...(edit.sortNum !== undefined && { sortNum: edit.sortNum }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .execute()
}

/** A foreign key refuses to delete a node unless its children are deleted with it. */
export async function removeResources(db: Db, ids: readonly string[]): Promise<number> {
  const rows = await lockResources(db, ids, 'update')
  await db
    .deleteFrom('appResource')
    .where('id', 'in', [...ids])
    .execute()
  return rows.length
}

export async function setResourceStatus(db: Db, ids: readonly string[], status: Flag): Promise<number> {
  await lockResources(db, ids, 'no key update')
  const { numUpdatedRows } = await db
    .updateTable('appResource')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const isResourceCodeTaken = (db: Db, { appId, code, id }: QueryOf<typeof appResource.codeTaken>): Promise<boolean> =>
  isTaken(db, sql`app_resource where app_id = ${appId} and lower(code) = lower(${code}) and id <> ${id ?? ''}`)

export async function isTaken(db: Db, rowsLike: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from ${rowsLike} limit 1`.execute(db)
  return rows.length > 0
}
