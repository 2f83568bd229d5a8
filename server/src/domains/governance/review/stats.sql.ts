import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import type { review, ReviewStats } from '@hufu/contract/governance/review'
import type { Db } from '../../../platform/database/db.ts'
import { everyone, inScope, type Scope } from '../../../platform/access/scope.ts'

const USERS_MAX = 50

const hours = (from: string, to: string): RawBuilder<unknown> => {
  const span = sql.raw(`extract(epoch from ${to} - ${from}) / 3600`)
  const at = (share: number) => sql`round((percentile_cont(${sql.lit(share)}) within group (order by ${span}))::numeric, 2)::float8`
  return sql`count(${sql.raw(to)}) as count, ${at(0.5)} as median_hours, ${at(0.9)} as p90_hours`
}

/** Requests `e` submitted in the period, in the caller's scope. */
function counted(scope: Scope, { beginTime, endTime, objectType }: QueryOf<typeof review.stats>): RawBuilder<unknown> {
  return sql.join(
    [
      inScope(scope, sql.ref('e.org_id')),
      beginTime === undefined && endTime === undefined ? sql`e.apply_time > now() - interval '30 days'` : sql`true`,
      ...(beginTime === undefined ? [] : [sql`e.apply_time >= ${beginTime}::timestamptz`]),
      ...(endTime === undefined ? [] : [sql`e.apply_time < ${endTime}::timestamptz + interval '1 second'`]),
      ...(objectType === undefined ? [] : [sql`e.object_type = ${objectType}`]),
    ],
    sql` and `,
  )
}

export async function reviewStats(db: Db, scope: Scope, query: QueryOf<typeof review.stats>): Promise<ReviewStats> {
  const where = counted(scope, query)
  const { rows } = await sql<Omit<ReviewStats, 'byStep' | 'byUser'>>`select ${hours('e.apply_time', 'e.end_time')},
      count(*) filter (where e.status = 1) as passed, count(*) filter (where e.status = 2) as rejected,
      count(*) filter (where e.status = 3) as withdrawn, count(*) filter (where e.status = 0) as pending,
      count(*) filter (where e.status = 0 and e.deadline < now()) as overdue from examine e where ${where}`.execute(db)
  const { rows: byStep } = await sql<ReviewStats['byStep'][number]>`select s.node, ${hours('s.begin_time', 's.end_time')},
      count(*) filter (where s.end_time is null and e.status = 0) as pending
    from examine e join examine_step s on s.examine_id = e.id where ${where} group by s.node order by count(*) desc, s.node`.execute(db)
  const { rows: byUser } = await everyone(
    'the names of the examiners of requests within the scope',
    sql<ReviewStats['byUser'][number]>`select u.id as user_id, u.real_name as user_name,
      ${hours('t.since', 't.end_time')}, count(*) filter (where t.state = 'open' and e.status = 0) as pending
    from examine e join examine_task t on t.examine_id = e.id and (t.vote is not null or t.state = 'open') join users u on u.id = t.user_id
    where ${where} group by u.id order by count(t.end_time) desc, count(*) desc, u.id limit ${USERS_MAX}`,
  ).execute(db)
  return { ...rows[0]!, byStep, byUser }
}
