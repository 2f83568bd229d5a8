import { foldName } from '@hufu/contract/written'
import { sql } from 'kysely'
import type { AuthGroup, authGroup } from '@hufu/contract/apps/auth-group'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Flag } from '@hufu/contract/shapes'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import { contains, offsetOf, pageOf, nameContains } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Scope } from '../../../platform/access/scope.ts'
import type { Context } from '../../../platform/http/context.ts'
import { grantCount, grantInScope } from '../access/subjects.sql.ts'
import { grantsOfGroup, peopleEntitled } from '../access/people.sql.ts'
import { refuseGrantsBeyond, type Grantable } from '../access/subjects.ts'

type Acting = Pick<Context, 'db' | 'scope' | 'who'>

/** Columns of group `b`, with the number of its targets. */
const columns = (scope: Scope) => sql`b.id, b.name, b.code, b.status, b.sort_num, b.remark, b.version, b.create_time, b.update_time,
  (select count(distinct g.app_id) from app_grant g where g.subject_type = 'authGroup' and g.subject_id = b.id)::int as app_count,
  (select count(g.role_id) from app_grant g where g.subject_type = 'authGroup' and g.subject_id = b.id)::int as role_count,
  ${grantCount(scope, sql`r.group_id = b.id`)}::int as target_count,
  case when exists (select 1 from app_grant g where g.group_id = b.id) then ${peopleEntitled(scope, grantsOfGroup(sql.ref('b.id')))} else 0 end as user_count`

export async function pageAuthGroups(db: Db, scope: Scope, query: QueryOf<typeof authGroup.page>) {
  const { name, code, status } = query
  const where = sql.join(
    [
      sql`true`,
      ...(name === undefined ? [] : [nameContains('b.name', name.trim())]),
      ...(code === undefined ? [] : [sql`b.code ilike ${contains(code.trim())}`]),
      ...(status === undefined ? [] : [sql`b.status = ${status}`]),
    ],
    sql` and `,
  )
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from auth_group b where ${where}`.execute(db)
  const { rows } = await sql<AuthGroup>`select ${columns(scope)} from (
      select * from auth_group b where ${where} order by b.sort_num, b.id limit ${query.size} offset ${offsetOf(query)}) b
    order by b.sort_num, b.id`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

/** Enabled groups, which may be granted. */
export const listAuthGroups = (db: Db) =>
  db.selectFrom('authGroup').select(['id', 'name', 'code']).where('status', '=', 1).orderBy('sortNum').orderBy('id').execute()

export async function findAuthGroup(db: Db, scope: Scope, id: string): Promise<AuthGroup> {
  const { rows } = await sql<AuthGroup>`select ${columns(scope)} from auth_group b where b.id = ${id}`.execute(db)
  return rows[0] ?? refuse('authGroupMissing')
}

/** All must exist; locked until the transaction ends. */
export async function lockAuthGroups(db: Db, ids: readonly string[]): Promise<{ id: string; version: number }[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) refuse('nothingChosen')
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from auth_group where id = any (${wanted}) order by id for no key update`.execute(db)
  return rows.length === wanted.length ? rows : refuse('authGroupMissing')
}

/** Locks groups and refuses those with a target out of scope, because a change of the group affects all its targets. */
export async function lockGroupsInScope({ db, scope }: Pick<Context, 'db' | 'scope'>, ids: readonly string[]) {
  const rows = await lockAuthGroups(db, ids)
  if (scope.all) return rows
  const { rows: beyond } =
    await sql`select 1 from app_grant g where g.group_id = any (${[...ids]}) and not ${grantInScope(scope)} limit 1`.execute(db)
  if (beyond.length > 0) refuse('authGroupBeyondScope')
  return rows
}

/** The applications and roles that these groups grant to their targets. */
export const appGrantsIn = async (db: Db, ids: readonly string[]): Promise<Grantable[]> =>
  (
    await sql<{ appId: string; roleId: string | null }>`select app_id, role_id from app_grant
      where subject_type = 'authGroup' and subject_id = any (${[...ids]}) and app_id is not null`.execute(db)
  ).rows

export async function insertAuthGroup(
  db: Db,
  { name, code, sortNum, status = 1, remark }: BodyOf<typeof authGroup.save>,
  id = newId(),
): Promise<string> {
  await db
    .insertInto('authGroup')
    .values({ id, name, code, status, remark: remark || null, ...(sortNum !== undefined && { sortNum }) })
    .execute()
  return id
}

export async function updateAuthGroup(ctx: Pick<Context, 'db' | 'scope'>, edit: BodyOf<typeof authGroup.update>): Promise<void> {
  const { db } = ctx
  const [present] = await lockGroupsInScope(ctx, [edit.id])
  if (edit.version !== undefined && edit.version !== present!.version) refuse('stale')
  await db
    .updateTable('authGroup')
    .set(column => ({
      name: edit.name,
      code: edit.code,
      ...(edit.sortNum !== undefined && { sortNum: edit.sortNum }),
      ...(edit.remark !== undefined && { remark: edit.remark || null }),
      version: column('version', '+', 1),
      updateTime: sql<string>`now()`,
    }))
    .where('id', '=', edit.id)
    .execute()
}

/** Deletes the groups with their grants and targets. */
export async function removeAuthGroups(ctx: Acting, ids: readonly string[]): Promise<number> {
  const { db } = ctx
  const rows = await lockGroupsInScope(ctx, ids)
  await refuseGrantsBeyond(ctx, await appGrantsIn(db, ids))
  await db
    .deleteFrom('authGroup')
    .where('id', 'in', [...ids])
    .execute()
  return rows.length
}

export async function setAuthGroupStatus(ctx: Acting, ids: readonly string[], status: Flag): Promise<number> {
  const { db } = ctx
  await lockGroupsInScope(ctx, ids)
  await refuseGrantsBeyond(ctx, await appGrantsIn(db, ids))
  const { numUpdatedRows } = await db
    .updateTable('authGroup')
    .set(column => ({ status, version: column('version', '+', 1), updateTime: sql<string>`now()` }))
    .where('id', 'in', [...ids])
    .where('status', '!=', status)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const isGroupCodeTaken = (db: Db, { code, id }: QueryOf<typeof authGroup.codeTaken>) =>
  isTaken(db, sql`lower(code) = lower(${code})`, id)
export const isGroupNameTaken = (db: Db, { name, id }: QueryOf<typeof authGroup.nameTaken>) =>
  isTaken(db, sql`fold_name(name) = ${foldName(name)}`, id)

async function isTaken(db: Db, same: ReturnType<typeof sql>, but = ''): Promise<boolean> {
  const { rows } = await sql`select 1 from auth_group where ${same} and id <> ${but} limit 1`.execute(db)
  return rows.length > 0
}
