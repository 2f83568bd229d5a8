import { sql, type RawBuilder } from 'kysely'
import type { appUser } from '@hufu/contract/apps/app-user'
import type { BodyOf, QueryOf } from '@hufu/contract/call'
import type { Flag } from '@hufu/contract/shapes'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import type { Context } from '../../../platform/http/context.ts'
import { lockSubjects, refuseGrantsBeyond, refuseOneself } from '../access/subjects.ts'
import { writeGrants, lockAppGrants } from '../authorize/give.sql.ts'
import { readAppUserId } from './app-user-id.ts'
import { findApp } from './app-user.sql.ts'

type People = BodyOf<typeof appUser.add>

/** Grants the application directly; existing grants keep their dates. */
export async function addAppUsers(ctx: Context<unknown, People>): Promise<number> {
  const { db, who, body } = ctx
  const appGrant = { appId: body.appId, roleId: null }
  await lockSubjects(ctx, 'user', body.userIds)
  refuseOneself(ctx, 'user', body.userIds)
  await lockAppGrants(db, [{ appId: body.appId, roleIds: [] }])
  await refuseGrantsBeyond(ctx, [appGrant])
  const { rows } = await sql<{
    id: string
  }>`select distinct person.id from unnest(${body.userIds}::text[]) as person (id) where not exists (
    select 1 from app_grant g where g.subject_type = 'user' and g.subject_id = person.id and g.app_id = ${body.appId} and g.role_id is null
      and (g.begin_time is null or g.begin_time <= now()) and (g.end_time is null or g.end_time > now()))`.execute(db)
  const targetIds = rows.map(row => row.id)
  await writeGrants(db, {
    targetType: 'user',
    targetIds,
    appGrants: [appGrant],
    below: true,
    beginTime: null,
    endTime: null,
    grantedBy: who.userId,
  })
  return targetIds.length
}

export async function removeAppUsers(ctx: Context<unknown, People>): Promise<number> {
  const { db, body } = ctx
  await lockSubjects(ctx, 'user', body.userIds)
  await refuseGrantsBeyond(ctx, [{ appId: body.appId }])
  const { rows } = await sql`delete from app_grant where subject_type = 'user' and subject_id = any (${body.userIds})
    and app_id = ${body.appId} and role_id is null returning 1`.execute(db)
  return rows.length
}

/** The application and the user encoded in an id. */
async function openId(db: Db, id: string): Promise<{ appId: string; userId: string }> {
  const { seq, userId } = readAppUserId(id)
  const app = await db.selectFrom('app').select('id').where('seq', '=', seq).executeTakeFirst()
  return app ? { appId: app.id, userId } : refuse('appUserMissing')
}

export async function setAccount(ctx: Context<unknown, BodyOf<typeof appUser.setAccount>>): Promise<void> {
  const { db, body, kernel } = ctx
  const { appId, userId } = await openId(db, body.id)
  const account = body.account?.trim() || null
  await lockSubjects(ctx, 'user', [userId])
  refuseOneself(ctx, 'user', [userId])
  await refuseGrantsBeyond(ctx, [{ appId }])
  if (account !== null && (await isAccountOfAnother(db, kernel.keys, { appId, userId, account }))) refuse('appAccountTaken')
  await sql`insert into app_account (app_id, user_id, account) values (${appId}, ${userId}, ${account})
    on conflict (app_id, user_id) do update set account = excluded.account, update_time = now()`.execute(db)
}

export async function isAccountTaken(db: Db, keys: Keys, { appId, account, id }: QueryOf<typeof appUser.accountTaken>): Promise<boolean> {
  const userId = id === undefined ? '' : readAppUserId(id).userId
  return isSharedAccount(db, keys, { appId, userId, account: account.trim() })
}

interface AccountName {
  appId: string
  userId: string
  account: string
}

/** Whether the application knows another user by this account name, set for the user or mapped. */
export async function isSharedAccount(db: Db, keys: Keys, { appId, userId, account }: AccountName): Promise<boolean> {
  const { rows } = await sql`select 1 from app_account
    where app_id = ${appId} and lower(account) = lower(${account}) and user_id <> ${userId} limit 1`.execute(db)
  return rows.length > 0 || isAccountOfAnother(db, keys, { appId, userId, account })
}

/** The user whom the application knows by this account name, set or mapped; undefined if there is none or more than one. */
export async function userOfAccount(db: Db, keys: Keys, { appId, account }: Omit<AccountName, 'userId'>): Promise<string | undefined> {
  const { rows } = await everyone(
    'the application asks for one of its own users',
    sql<{ id: string }>`
    select h.user_id as id from app_account h where h.app_id = ${appId} and lower(h.account) = lower(${account})
    union select u.id from live_user u where ${await hasMappedAccount(db, keys, { appId, account })} and ${hasNoAccount(appId)} limit 2`,
  ).execute(db)
  return rows.length === 1 ? rows[0]!.id : undefined
}

/** Whether the mapping gives this account name to another user, whom the application would confuse with this one. */
async function isAccountOfAnother(db: Db, keys: Keys, { appId, userId, account }: AccountName): Promise<boolean> {
  const { rows } = await everyone(
    'an account name is unique within an application, so users out of scope count, too',
    sql`select 1 from live_user u where u.id <> ${userId} and ${await hasMappedAccount(db, keys, { appId, account })}
    and ${hasNoAccount(appId)} limit 1`,
  ).execute(db)
  return rows.length > 0
}

const hasNoAccount = (appId: string) =>
  sql`not exists (select 1 from app_account h where h.app_id = ${appId} and h.user_id = u.id and h.account is not null)`

/** The condition that the mapped field of the application equals the account. */
async function hasMappedAccount(db: Db, keys: Keys, { appId, account }: Omit<AccountName, 'userId'>): Promise<RawBuilder<unknown>> {
  const { accountFrom } = await findApp(db, appId)
  const sources: Readonly<Record<string, RawBuilder<unknown>>> = {
    userName: sql`lower(u.user_name) = lower(${account})`,
    phone: sql`u.phone_hash = ${keys.blindIndex('phone', account)}`,
    email: sql`lower(u.email) = lower(${account}) and u.email is not null`,
    employeeNumber: sql`lower(u.employee_number) = lower(${account}) and u.employee_number is not null`,
    originUserId: sql`lower(u.origin_user_id) = lower(${account}) and u.origin_user_id is not null`,
    id: sql`u.id = lower(${account})`,
  }
  return sources[accountFrom]!
}

/** Disables the users' accounts in an application whatever grants they have, or enables them again. */
export async function setAppUserStatus(ctx: Context<unknown, { ids: string[] }>, status: Flag): Promise<number> {
  const { db, body } = ctx
  const wanted = []
  for (const id of new Set(body.ids)) wanted.push(await openId(db, id))
  const userIds = wanted.map(one => one.userId)
  for (const { appId, userId } of wanted) {
    ctx.auditTarget(userId, 'user')
    ctx.auditTarget(appId, 'app')
  }
  await lockSubjects(ctx, 'user', userIds)
  if (status === 1) refuseOneself(ctx, 'user', userIds)
  await refuseGrantsBeyond(ctx, wanted.map(({ appId }) => ({ appId }))) // prettier-ignore
  const { rows } = await sql`insert into app_account (app_id, user_id, status)
    select w."appId", w."userId", ${status}::int from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("appId" text, "userId" text)
    where ${status}::int = 0 or exists (select 1 from app_account h where h.app_id = w."appId" and h.user_id = w."userId")
    on conflict (app_id, user_id) do update set status = excluded.status, update_time = now() where app_account.status <> excluded.status
    returning 1`.execute(db)
  return rows.length
}
