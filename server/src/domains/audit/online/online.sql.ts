import { sql, type RawBuilder } from 'kysely'
import type { BodyOf, QueryOf, ReplyOf } from '@hufu/contract/call'
import type { online, OnlineSession } from '@hufu/contract/audit/online'
import { browserOf, systemOf } from '../../../platform/http/agent-names.ts'
import { secondJobOnlyAmong, higherAmong, refuseElsewhere, refuseHigher } from '../../../platform/access/seniority.ts'
import { addressLike, collected, offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { planAnew } from '../../../platform/database/db.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { everyone, amongPeopleInScope, personInScope } from '../../../platform/access/scope.ts'
import { endSessions, forceEndSessions } from '../../../platform/access/session-lifecycle.ts'
import { isAlive } from '../../../platform/access/sessions.ts'
import type { Context } from '../../../platform/http/context.ts'
import { forgetDevices, lockByHand } from '../../sign-in/index.ts'
import { lockEach, personConditions } from '../../directory/index.ts'

type Query = QueryOf<typeof online.page>
type CallContext = Pick<Context, 'db' | 'scope' | 'who' | 'kernel'>

/** Whether the user of session `s` has a role, a delegation or a segregated role, and so may administer. */
const isAdmin = sql<boolean>`(exists (select 1 from user_role h where h.user_id = s.user_id and h.status = 1)
  or exists (select 1 from grade_admin h where h.user_id = s.user_id) or exists (select 1 from duty_holder h where h.user_id = s.user_id))`

const sessions = ({ scope, kernel }: Pick<CallContext, 'scope' | 'kernel'>, more: readonly RawBuilder<unknown>[] = []) =>
  sql`${planAnew} session s join users u on u.id = s.user_id where ${sql.join(
    [isAlive(kernel.config.values.sessionMinutes), amongPeopleInScope(scope, 's.user_id'), ...more],
    sql` and `,
  )}`

function conditionsOf({ scope, kernel }: CallContext, { searchKey, ip, loginType, isAdmin: admins }: Query): RawBuilder<unknown>[] {
  const conditions = personConditions({ scope, keys: kernel.keys, filter: { searchKey } })
  if (ip !== undefined) conditions.push(addressLike('s.ip', ip))
  if (loginType !== undefined) conditions.push(sql`s.login_type = ${loginType}`)
  if (admins !== undefined) conditions.push(sql`${isAdmin} = ${admins === 1}`)
  return conditions
}

type SessionRow = Omit<OnlineSession, 'browser' | 'os' | 'isOwn' | 'isAbove'> & { agent: string }

/** The sessions, the latest sign-in first. */
export async function pageOnline(ctx: CallContext, query: Query): Promise<ReplyOf<typeof online.page>> {
  const { db, who } = ctx
  const found = sessions(ctx, conditionsOf(ctx, query))
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${found}`.execute(db)
  const { n: total } = counted[0]!
  const { rows } = await everyone(
    'sessions() limits the users to the scope; they are shown with their main organisation',
    sql<SessionRow>`
    select p.*, o.name as org_name from (
      select s.id, s.user_id, s.user_name, s.real_name, s.ip, s.agent, s.login_type, s.create_time as login_time, s.last_seen as last_time,
        ${isAdmin} as is_admin
      from (select s.*, u.user_name, u.real_name from ${found} ${collected(total)}) s order by s.create_time desc, s.id desc limit ${query.size} offset ${offsetOf(query)}) p
    left join job j on j.user_id = p.user_id and j.job_type = 1 left join org o on o.id = j.org_id
    order by p.login_time desc, p.id desc`,
  ).execute(db)
  const userIds = rows.map(row => row.userId)
  const above = (await higherAmong(db, who, userIds)).union(await secondJobOnlyAmong(db, ctx.scope, userIds))
  const records = rows.map(({ agent, ...row }) => ({
    ...row,
    browser: browserOf(agent),
    os: systemOf(agent),
    isOwn: row.id === who.sessionId,
    isAbove: above.has(row.userId),
  }))
  return pageOf(query, total, records)
}

export async function countOnline(ctx: CallContext): Promise<ReplyOf<typeof online.tally>> {
  const { rows } = await sql<ReplyOf<typeof online.tally>>`select count(*) as sessions, count(distinct s.user_id) as people,
    count(distinct s.user_id) filter (where ${isAdmin}) as admins from ${sessions(ctx)}`.execute(ctx.db)
  return rows[0]!
}

type Acting = Pick<Context, 'db' | 'scope' | 'who' | 'kernel' | 'auditTarget'>

/** Ends the sessions and skips those that have ended; a session unknown or out of scope refuses the whole batch (D-34). */
export async function kick({ db, scope, who, auditTarget }: Acting, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) refuse('nothingChosen')
  if (ids.includes(who.sessionId)) refuse('ownSession')
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ userId: string }>`select s.user_id from session s
    where s.id = any (${wanted}) and ${personInScope(scope, 's.user_id')}`.execute(db)
  if (rows.length < wanted.length) refuse('sessionMissing')
  const people = [...new Set(rows.map(row => row.userId))]
  await refuseHigher(db, who, people)
  await refuseElsewhere(db, scope, people)
  for (const id of people) auditTarget(id, 'user')
  // A remembered device would sign its user in again.
  await forgetDevices(db, people)
  return forceEndSessions(db, wanted)
}

export async function kickAndLock(
  { db, scope, who, kernel, auditTarget }: Acting,
  { userIds, reason }: BodyOf<typeof online.kickAndLock>,
): Promise<number> {
  if (userIds.includes(who.userId)) refuse('ownLock')
  await lockEach(db, scope, userIds)
  await refuseHigher(db, who, userIds)
  await refuseElsewhere(db, scope, userIds)
  const people = [...new Set(userIds)]
  for (const id of people) auditTarget(id, 'user')
  await lockByHand(db, { userIds: people, minutes: kernel.config.values.lockMinutes, by: who.userId, reason })
  await endSessions(db, people)
  return people.length
}
