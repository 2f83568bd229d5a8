import { sql, type RawBuilder } from 'kysely'
import type { IdentityLink, OwnIdentity } from '@hufu/contract/credentials/identity-link'
import type { LinkRule } from '@hufu/contract/federation/identity-provider'
import { everyone } from '../../../platform/access/scope.ts'
import type { Db } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Keys } from '../../../platform/secrets/keys.ts'

/** Whether user `u` has an administrative role, delegation or segregated role, in force or not, or is the built-in account. */
const administers = sql`(u.id = '1' or exists (select 1 from user_role h where h.user_id = u.id)
  or exists (select 1 from grade_admin g where g.user_id = u.id) or exists (select 1 from duty_holder d where d.user_id = u.id))`

export async function isActive(db: Db, userId: string): Promise<boolean> {
  const { rows } = await everyone(
    'checks whether the administrator who set up a provider may still act',
    sql`select 1 from live_user u where u.id = ${userId} and u.status = 1
    and (u.valid_end_time is null or u.valid_end_time > now())`,
  ).execute(db)
  return rows.length > 0
}

export interface FoundLink {
  id: string
  userId: string
  origin: IdentityLink['origin']
  /** Whether the user is not deleted. */
  isLive: boolean
  isAdministrator: boolean
}

export async function findLink(db: Db, providerId: string, subject: string): Promise<FoundLink | undefined> {
  const { rows } = await everyone(
    'looks up the user who is signing in, so there is no caller with a scope yet',
    sql<FoundLink>`select l.id, l.user_id, l.origin, exists (select 1 from live_user v where v.id = u.id) as is_live, ${administers} as is_administrator
    from identity_link l join users u on u.id = l.user_id
    where l.provider_id = ${providerId} and l.subject = ${subject}`,
  ).execute(db)
  return rows[0]
}

export interface Entrant {
  userId: string
  providerName: string
}

/** The user whom a link signs in now: its provider must be enabled, and an administrator must have made the link themselves. */
export async function entrantOf(db: Db, linkId: string): Promise<Entrant | undefined> {
  const { rows } = await everyone(
    'looks up the user who is signing in, so there is no caller with a scope yet',
    sql<Entrant>`select l.user_id, p.name as provider_name from identity_link l
    join identity_provider p on p.id = l.provider_id and p.status = 1 join live_user u on u.id = l.user_id
    where l.id = ${linkId} and (l.origin = 'self' or not ${administers})`,
  ).execute(db)
  return rows[0]
}

const MATCHES = 2
export interface Match {
  userId: string
  isAdministrator: boolean
  /** Whether the user is already linked to another identity of this provider. */
  isLinked: boolean
}

const matching: Readonly<Record<Exclude<LinkRule, 'none'>, (value: string, keys: Keys) => RawBuilder<unknown>>> = {
  email: value => sql`lower(u.email) = ${value.toLowerCase()}`,
  phone: (value, keys) => sql`u.phone_hash = ${keys.blindIndex('phone', value)}`,
  userName: value => sql`lower(u.user_name) = ${value.toLowerCase()}`,
  employeeNumber: value => sql`u.employee_number = ${value}`,
  originUserId: value => sql`u.origin_user_id = ${value}`,
}

/** Whether Hufu itself knows that the value belongs to user `u`, instead of relying on another provider. */
function isProvenHere(rule: LinkRule, providerId: string): RawBuilder<unknown> {
  if (rule === 'email') return sql`u.email_proven = 1`
  if (rule === 'phone') return sql`u.phone_proven = 1`
  return sql`not exists (select 1 from made_user m where m.user_id = u.id and m.provider_id <> ${providerId})`
}

/**
 * The users with this value, at most two. All users who share an e-mail address count, although only a verified address allows
 * a link.
 */
export async function findMatches(
  db: Db,
  keys: Keys,
  { providerId, rule, value }: { providerId: string; rule: Exclude<LinkRule, 'none'>; value: string },
): Promise<(Match & { isProven: boolean })[]> {
  const { rows } = await everyone(
    'looks up the user who is signing in, so there is no caller with a scope yet',
    sql<Match & { isProven: boolean }>`select u.id as user_id, ${administers} as is_administrator,
      ${isProvenHere(rule, providerId)} as is_proven,
      exists (select 1 from identity_link l where l.user_id = u.id and l.provider_id = ${providerId}) as is_linked
    from live_user u where ${matching[rule](value, keys)} limit ${sql.lit(MATCHES)}`,
  ).execute(db)
  return rows
}

export interface NewLink {
  providerId: string
  subject: string
  userId: string
  name: string
  origin: IdentityLink['origin']
}

/** Constraints refuse an identity that is already linked, and a second identity of a user at the same provider. */
export async function insertLink(db: Db, link: NewLink): Promise<string> {
  const id = newId()
  await db
    .insertInto('identityLink')
    .values({ id, ...link })
    .execute()
  return id
}

/** Records which provider caused the account to be created; this stays known after the link is deleted. */
export const recordMadeUser = (db: Db, userId: string, providerId: string) =>
  db.insertInto('madeUser').values({ userId, providerId }).execute()

/** Marks a link that a rule or a new account had made as made by the user themselves. */
export const adoptLink = (db: Db, id: string) => db.updateTable('identityLink').set({ origin: 'self' }).where('id', '=', id).execute()

export const noteUse = (db: Db, id: string, name: string) =>
  db
    .updateTable('identityLink')
    .set({ name, lastLoginTime: sql<string>`now()` })
    .where('id', '=', id)
    .execute()

/** Lets only one transaction at a time handle the first sign-in of an identity. */
export const lockSubject = (db: Db, providerId: string, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${providerId} ${subject}`}, 84))`.execute(db)

export async function userNameOf(db: Db, userId: string): Promise<string> {
  return (
    await everyone('looks up the user who is signing in, so there is no caller with a scope yet', db.selectFrom('liveUser'))
      .select('userName')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).userName
}

const columns = sql`l.id, l.provider_id, p.name as provider_name, p.status = 1 as is_open, l.name, l.origin, l.create_time, l.last_login_time as last_time`

export async function linksOf(db: Db, userId: string): Promise<IdentityLink[]> {
  const { rows } = await sql<IdentityLink>`select ${columns} from identity_link l join identity_provider p on p.id = l.provider_id
    where l.user_id = ${userId} order by p.sort_num, p.create_time, p.id`.execute(db)
  return rows
}

/** The providers that the user may link, with the links they have. */
export async function ownIdentities(db: Db, userId: string): Promise<OwnIdentity[]> {
  const links = new Map((await linksOf(db, userId)).map(link => [link.providerId, link]))
  const { rows } = await sql<Omit<OwnIdentity, 'link'>>`select p.id as provider_id, p.name as provider_name, p.status = 1 as is_open
    from identity_provider p where p.status = 1 or p.id = any (${[...links.keys()]}) order by p.sort_num, p.create_time, p.id`.execute(db)
  return rows.map(row => ({ ...row, link: links.get(row.providerId) ?? null }))
}

export async function findLinkById(db: Db, id: string): Promise<{ userId: string } | undefined> {
  return db.selectFrom('identityLink').select('userId').where('id', '=', id).executeTakeFirst()
}

export async function hasLinks(db: Db, providerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_link where provider_id = ${providerId} limit 1`.execute(db)
  return rows.length > 0
}

/** Makes administrators link themselves again, by treating their links as made by a rule. */
export const requireAdministratorsToRelink = (db: Db, providerId: string) =>
  everyone(
    'concerns all links of one provider',
    sql`update identity_link l set origin = 'rule' from users u
    where u.id = l.user_id and l.provider_id = ${providerId} and l.origin = 'self' and ${administers}`,
  ).execute(db)

export const removeLink = (db: Db, id: string) => db.deleteFrom('identityLink').where('id', '=', id).execute()

/** Whether the user can sign in by an external identity; a condition for the list of sign-in methods. */
export const canSignInByLink = (userId: string): RawBuilder<unknown> =>
  everyone(
    'looks up the user who is signing in, so there is no caller with a scope yet',
    sql`exists (select 1 from identity_link l join identity_provider p on p.id = l.provider_id and p.status = 1
    join users u on u.id = l.user_id where l.user_id = ${userId} and (l.origin = 'self' or not ${administers}))`,
  )

/** Whether the user has a link to a provider that can confirm a second factor. */
export async function hasProviderSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity_link l join identity_provider p on p.id = l.provider_id and p.status = 1
    where l.user_id = ${userId} and jsonb_array_length(p.rules -> 'factorClasses') > 0 limit 1`.execute(db)
  return rows.length > 0
}

export interface ProviderSignOut {
  providerId: string
  /** The user at the provider; undefined for any user with one of these sessions. */
  subject: string | undefined
  /** The provider's session ids; all sessions if empty. */
  sids: readonly string[]
}

/** The sessions that began by the ended sessions of the provider. One without a known session id ends with any of its subject. */
export async function sessionsOfIdentity(db: Db, { providerId, subject, sids }: ProviderSignOut): Promise<string[]> {
  const theirs = subject === undefined ? sql`true` : sql`l.subject = ${subject}`
  const unnamed = subject === undefined ? sql`false` : sql`s.identity_sid is null`
  const named = sids.length === 0 ? sql`true` : sql`(s.identity_sid = any (${[...sids]}) or ${unnamed})`
  const { rows } = await sql<{ id: string }>`select s.id from identity_link l join session s on s.identity_id = l.id and s.ended_by is null
    where l.provider_id = ${providerId} and ${theirs} and ${named}`.execute(db)
  return rows.map(({ id }) => id)
}
