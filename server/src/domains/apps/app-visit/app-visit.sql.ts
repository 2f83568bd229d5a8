import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AppVisit, appVisit } from '@hufu/contract/apps/app-visit'
import type { QueryOf, ReplyOf } from '@hufu/contract/call'
import { COUNTED_MAX } from '@hufu/contract/audit/login-log'
import type { Tables } from '../../../../migrations/tables.ts'
import { withTimeLimit, type Db, planAnew } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { addressLike, collected, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, amongPeopleInScope, type Scope } from '../../../platform/access/scope.ts'
import { idsFound } from '../../directory/index.ts'

const TIMEOUT_MS = 5000

type Query = QueryOf<typeof appVisit.page>
interface ListContext {
  db: Kysely<Tables>
  scope: Scope
  keys: Keys
}

/** The matching visits, read along the index of their application. */
function found({ scope, keys }: ListContext, { appId, searchKey, result, ip, beginTime, endTime }: Query): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`v.app_id = ${appId}`, amongPeopleInScope(scope, 'v.user_id')]
  if (searchKey !== undefined) conditions.push(sql`v.user_id in ${idsFound({ scope, keys, filter: { searchKey } })}`)
  if (result !== undefined) conditions.push(result === 1 ? sql`v.fault = ''` : sql`v.fault <> ''`)
  if (ip !== undefined) conditions.push(addressLike('v.ip', ip))
  if (beginTime !== undefined) conditions.push(sql`v.visit_time >= ${beginTime}::timestamptz`)
  if (endTime !== undefined) conditions.push(sql`v.visit_time < ${endTime}::timestamptz + interval '1 second'`)
  return sql`${planAnew} app_visit v where ${sql.join(conditions, sql` and `)}`
}

/** Newest first. Counts only up to COUNTED_MAX, because an exact count of millions takes seconds and is of no use. */
export async function pageVisits(asking: ListContext, query: Query): Promise<ReplyOf<typeof appVisit.page>> {
  const { db } = asking
  const app = await db.selectFrom('app').select('id').where('id', '=', query.appId).executeTakeFirst()
  if (!app) refuse('appMissing')
  return withTimeLimit(db, TIMEOUT_MS, 'logTooWide', async read => {
    const rows = found(asking, query)
    const { rows: counted } = await sql<{
      n: number
    }>`select count(*) as n from (select 1 from ${rows} limit ${sql.lit(COUNTED_MAX + 1)}) counted`.execute(read)
    const n = counted[0]!.n
    const total = Math.min(n, COUNTED_MAX)
    const rest = Math.min(query.size, total - offsetOf(query))
    const hits = sql`(select v.* from ${rows} ${collected(n)}) v`
    return { ...pageOf(query, total, rest > 0 ? await readVisits(read, hits, rest, offsetOf(query)) : []), more: n > COUNTED_MAX }
  })
}

async function readVisits(db: Db, found: RawBuilder<unknown>, limit: number, offset: number): Promise<AppVisit[]> {
  const { rows } = await everyone(
    'found() limits the visits to the scope',
    sql<AppVisit>`
    select p.id, p.visit_time, p.user_id, u.user_name, u.real_name, p.protocol, p.fault, p.agent, p.ip, p.browser, p.os from (
      select v.* from ${found} order by v.visit_time desc, v.id limit ${sql.lit(limit)} offset ${sql.lit(offset)}) p
    left join users u on u.id = p.user_id order by p.visit_time desc, p.id`,
  ).execute(db)
  return rows
}
