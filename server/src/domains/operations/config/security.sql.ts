import { sql, type RawBuilder } from 'kysely'
import type { QueryOf } from '@hufu/contract/call'
import { passwordAges } from '@hufu/contract/credentials/password'
import type { ConfigChange, Impact, security } from '@hufu/contract/operations/security'
import type { ConfigValues } from '../../../platform/config/config-catalog.ts'
import type { Db } from '../../../platform/database/db.ts'
import { addressAllowed } from '../../../platform/http/ip-rules.ts'
import { offsetOf, pageOf } from '../../../platform/database/paging.ts'
import { personInScope, type Scope } from '../../../platform/access/scope.ts'
import { usersNamed } from './named-users.sql.ts'

const one = async (db: Db, query: RawBuilder<{ count: number }>) => (await query.execute(db)).rows[0]?.count ?? 0
const peopleOf = (scope: Scope) => sql`live_user u where u.status = 1 and ${personInScope(scope, 'u.id')}`
const liveOf = (scope: Scope, minutes: number) =>
  sql`session s where ${personInScope(scope, 's.user_id')} and s.ended_by is null and s.expires_at > now() and s.last_seen > now() - ${minutes} * interval '1 minute'`

/** How many users in scope a change would affect now. */
export async function impactOf(db: Db, scope: Scope, present: ConfigValues, next: ConfigValues): Promise<Impact> {
  const live = liveOf(scope, present.sessionMinutes)
  const closed = closedMethods(present, next)
  return {
    expiring: await countExpiring(db, scope, present, next),
    forced:
      present.updatePasswordMode !== 'force' && next.updatePasswordMode === 'force'
        ? await one(db, sql`select count(*) from ${peopleOf(scope)} and u.password_from <> 'own' and u.password_hash is not null`)
        : 0,
    idle:
      next.sessionMinutes < present.sessionMinutes
        ? await one(db, sql`select count(*) from ${live} and s.last_seen < now() - ${next.sessionMinutes} * interval '1 minute'`)
        : 0,
    overLimit:
      next.maxSessions > 0
        ? await one(db, sql`select count(*) from (select 1 from ${live} group by s.user_id having count(*) > ${next.maxSessions}) t`)
        : 0,
    byMethod: closed.length > 0 ? await one(db, sql`select count(distinct s.user_id) from ${live} and s.login_type = any (${closed})`) : 0,
    byAddress: await countShutOut(db, live, present, next),
  }
}

async function countExpiring(db: Db, scope: Scope, present: ConfigValues, next: ConfigValues): Promise<number> {
  const [before, after] = [passwordAges(present).expireDays, passwordAges(next).expireDays]
  if (after === 0 || (before > 0 && after >= before)) return 0
  const older = (days: number) => sql`u.password_time < now() - ${days} * interval '1 day'`
  const notYet = before > 0 ? sql`and not ${older(before)}` : sql``
  return one(db, sql`select count(*) from ${peopleOf(scope)} and u.password_from = 'own' and ${older(after)} ${notYet}`)
}

const methods = {
  openPassword: 'password',
  openPhone: 'phone',
  openWx: 'wx',
  openZfb: 'zfb',
  openCa: 'ca',
  openFace: 'face',
  openPasskey: 'passkey',
} as const
const closedMethods = (present: ConfigValues, next: ConfigValues): string[] =>
  Object.entries(methods)
    .filter(([key]) => present[key as keyof typeof methods] && !next[key as keyof typeof methods])
    .map(([, method]) => method)

async function countShutOut(db: Db, live: RawBuilder<unknown>, present: ConfigValues, next: ConfigValues): Promise<number> {
  if (!next.openIpLimit) return 0
  const { rows } = await sql<{
    ip: string
    users: string[]
  }>`select s.ip, array_agg(distinct s.user_id) as users from ${live} group by s.ip`.execute(db)
  return new Set(rows.filter(({ ip }) => addressAllowed(present, ip) && !addressAllowed(next, ip)).flatMap(({ users }) => users)).size
}

/** The changes of these settings: values before and after, and the author; for secrets only that they changed. */
export async function pageChanges(db: Db, scope: Scope, query: QueryOf<typeof security.changes>, groups: readonly string[]) {
  const { groupName, configKey } = query
  const from = sql`data_history h join config c on c.id = h.record_id left join users u on u.id = h.user_id and ${personInScope(scope, 'u.id')}
    where h.table_name = 'config' and h.operate_type = 'update' and c.group_name = any (${[...groups]})
      and (h.before ->> 'config_value' is distinct from h.after ->> 'config_value' or (c.value_type = 'password' and h.before ->> 'version' <> h.after ->> 'version'))
      ${groupName ? sql`and c.group_name = ${groupName}` : sql``} ${configKey ? sql`and c.config_key = ${configKey}` : sql``}`
  const total = await one(db, sql`select count(*) from ${from}`)
  const { rows } = await sql<ConfigChange>`
    select h.id::text as id, c.config_key, c.config_name, c.value_type, h.before ->> 'config_value' as before, h.after ->> 'config_value' as after,
      u.user_name, u.real_name, h.create_time
    from ${from} order by h.id desc limit ${query.size} offset ${offsetOf(query)}`.execute(db)
  const stored = rows.map(({ configKey, before, after }) => ({ configKey, values: [before, after] }))
  return { ...pageOf(query, total, rows), names: await usersNamed(db, scope, stored) }
}

/** Whether the file is a public picture, which the logo of the top bar must be. */
export async function isPublicPicture(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('file').select(['public', 'purpose']).where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.public && row.purpose === 'picture'
}

/** Makes the file of a driver public and permanent; returns false if there is no such upload, for example a task result. */
export async function publishDriver(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`update file set public = true, temporary = false where id = ${id} and purpose = 'upload' returning 1`.execute(
    db,
  )
  return rows.length > 0
}
