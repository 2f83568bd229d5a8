import { sql } from 'kysely'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Deputy, DeputyOf, ObjectType, review } from '@hufu/contract/governance/review'
import type { Db } from '../../../../platform/database/db.ts'
import { offsetOf, pageOf, realNameContains } from '../../../../platform/database/paging.ts'
import { everyone, personInScope, type Scope } from '../../../../platform/access/scope.ts'
import type { Page } from '@hufu/contract/shapes'
import { newId } from '../../../../platform/database/ids.ts'

const isInForce = sql.raw(`d.begin_time <= now() and d.end_time > now()`)

/** The present deputies of these users; deputies of deputies do not count. */
export async function deputiesOf(db: Db, objectType: ObjectType, userIds: readonly string[]) {
  const { rows } = await sql<{ userId: string; deputyId: string }>`select distinct d.user_id, d.deputy_id from examine_deputy d
    where d.user_id = any (${[...userIds]}) and ${isInForce} and (d.object_type is null or d.object_type = ${objectType})
    order by d.user_id, d.deputy_id`.execute(db)
  return rows
}

export async function ownDeputies(db: Db, userId: string): Promise<Deputy[]> {
  const { rows } = await everyone(
    'the names of the deputies whom the caller chose',
    sql<Deputy>`select d.id, d.deputy_id, u.real_name as deputy_name, d.begin_time, d.end_time, d.object_type,
      (${isInForce}) as is_in_force, d.end_time <= now() as is_over from examine_deputy d join users u on u.id = d.deputy_id
    where d.user_id = ${userId} and d.end_time > now() - interval '30 days' order by d.begin_time desc, d.id`,
  ).execute(db)
  return rows
}

/** Deputies of users in scope, newest first. */
export async function pageDeputies(db: Db, scope: Scope, query: QueryOf<typeof review.pageDeputies>): Promise<Page<DeputyOf>> {
  const { name, inForce } = query
  const where = sql.join(
    [
      personInScope(scope, 'u.id'),
      ...(name === undefined ? [] : [sql`(${realNameContains('u', name)} or ${realNameContains('p', name)})`]),
      ...(inForce ? [isInForce] : []),
    ],
    sql` and `,
  )
  const from = everyone(
    'the users who have a deputy are limited to the scope; the deputies are shown by name',
    sql`examine_deputy d join users u on u.id = d.user_id join users p on p.id = d.deputy_id where ${where}`,
  )
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${from}`.execute(db)
  const { rows } = await sql<DeputyOf>`select d.id, d.user_id, u.real_name as user_name, d.deputy_id, p.real_name as deputy_name,
      d.begin_time, d.end_time, d.object_type, (${isInForce}) as is_in_force, d.end_time <= now() as is_over
    from ${from} order by d.begin_time desc, d.id limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  return pageOf(query, counted[0]?.n ?? 0, rows)
}

export async function insertDeputy(db: Db, userId: string, body: BodyOf<typeof review.saveDeputy>): Promise<string> {
  const id = newId()
  await sql`insert into examine_deputy (id, user_id, deputy_id, object_type, begin_time, end_time)
    values (${id}, ${userId}, ${body.deputyId}, ${body.objectType ?? null}, ${body.beginTime}::timestamptz, ${body.endTime}::timestamptz)`.execute(
    db,
  )
  return id
}

export async function deleteDeputies(db: Db, userId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`delete from examine_deputy where user_id = ${userId} and id = any (${[...ids]}) returning id`.execute(db)
  return rows.length
}
