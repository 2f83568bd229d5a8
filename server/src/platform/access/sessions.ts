import { createHash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { passwordAges } from '@hufu/contract/credentials/password'
import type { ForcedChange } from '@hufu/contract/sign-in/sign-in'
import type { Strength } from '@hufu/contract/sign-in/strength'
import { everyone } from './scope.ts'
import type { Tables } from '../../../migrations/tables.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import { refuse } from '../http/refuse.ts'
import type { Rights, RightsReader } from './rights.ts'

/** The caller, read at most a second ago. */
export interface Principal {
  sessionId: string
  userId: string
  userName: string
  realName: string
  rights: Rights
  forcedChange: ForcedChange
  /** The strength of the second factor proven in this session. */
  factor: Strength
  /** Days until the password expires, if that is soon; else null. */
  passwordDaysLeft: number | null
  /** The user whose view the caller sees read-only (impersonation), begun by a call of its own (decision 0016). */
  viewing: string | null
}

interface SessionRow {
  id: string
  userId: string
  userName: string
  realName: string
  endedBy: 'logout' | 'forced' | null
  live: boolean
  usable: boolean
  idleSeconds: number
  passwordFrom: 'created' | 'reset' | 'own'
  passwordDays: number
  viewing: string | null
  factor: Strength
  rightsVersion: number
  configVersion: number
}

const FRESH_MS = 1000
const TOUCH_AFTER_SECONDS = 60
const KEPT_MAX = 50_000

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** A user without a password has no password age. */
const passwordDays = sql`case when u.password_hash is null then 0 else extract(epoch from now() - u.password_time)::float8 / 86400 end`

/** Sessions (D-17): the server keeps only digests; every node asks the database again after a second (T29). */
export class Sessions {
  readonly #db: Kysely<Tables>
  readonly #config: Config
  readonly #rights: RightsReader
  readonly #clock: Clock
  /** By column and digest: the token of a link is no token of a session, even if it was just read. */
  readonly #cached = new Map<string, { readAt: number; row: SessionRow }>()

  constructor(db: Kysely<Tables>, config: Config, rights: RightsReader, clock: Clock) {
    this.#db = db
    this.#config = config
    this.#rights = rights
    this.#clock = clock
  }

  byToken = (token: string): Promise<Principal> => this.#open('token_hash', token)
  /** Only for the read-only link calls. */
  byLink = (token: string): Promise<Principal> => this.#open('link_hash', token)

  async #open(column: 'token_hash' | 'link_hash', token: string): Promise<Principal> {
    const { row, isFresh } = await this.#read(column, hashToken(token))
    if (!row) refuse('signInAgain')
    if (row.endedBy === 'forced' || !row.usable) refuse('forcedOut')
    await this.#config.follow(row.configVersion)
    if (row.endedBy || !row.live || row.idleSeconds > this.#config.values.sessionMinutes * 60) refuse('signInAgain')
    // After the idle check, so that a refused call does not extend an idle session.
    if (isFresh && row.idleSeconds > TOUCH_AFTER_SECONDS) await this.#touch(row.id)
    const { id, userId, userName, realName, viewing: impersonation, factor } = row
    return {
      sessionId: id,
      userId,
      userName,
      realName,
      rights: await this.#rights.of(userId, row.rightsVersion),
      forcedChange: this.#forced(row),
      factor,
      passwordDaysLeft: this.#daysLeft(row),
      viewing: impersonation,
    }
  }

  /** Whether this user must change their password before anything else. */
  async forcedOf(userId: string): Promise<ForcedChange> {
    const { rows } = await everyone(
      'an administrator asks about a user who was found within the scope',
      sql<Pick<SessionRow, 'passwordFrom' | 'passwordDays'>>`
      select password_from, ${passwordDays} as password_days
      from users u where id = ${userId}`,
    ).execute(this.#db)
    return rows[0] ? this.#forced(rows[0]) : { hasForceChangePwd: false, forceChangePwdType: '' }
  }

  /** The caller with the identity and rights of the impersonated user. */
  async seenAs(who: Principal, userId: string): Promise<Principal> {
    const { rows } = await everyone(
      'only super administrators impersonate; the user of a sign-in test was found within the scope',
      sql<{ userName: string; realName: string; version: number }>`
      select user_name, real_name, (select version from watched_version where name = 'rights') as version
      from live_user where id = ${userId}`,
    ).execute(this.#db)
    const { userName, realName, version } = rows[0] ?? refuse('impersonationEnded')
    // The impersonated user's second factor and password age concern their own sessions, not this one.
    const theirs = { userId, userName, realName, factor: 'crypto', passwordDaysLeft: null } as const
    return { ...who, ...theirs, rights: await this.#rights.of(userId, version) }
  }

  async #read(column: 'token_hash' | 'link_hash', hash: string): Promise<{ row: SessionRow | undefined; isFresh: boolean }> {
    const key = `${column} ${hash}`
    const cached = this.#cached.get(key)
    // The age counts from before the query, because its result may be that old when it arrives.
    const readAt = this.#clock()
    if (cached && readAt - cached.readAt < FRESH_MS) return { row: cached.row, isFresh: false }
    const { rows } = await everyone(
      'the session of the caller, whose scope is only known afterwards',
      sql<SessionRow>`
      select s.id, s.user_id, s.ended_by, s.viewing, s.factor, u.user_name, u.real_name, u.password_from, s.expires_at > now() as live,
        u.deleted_at is null and u.status = 1 and (u.valid_end_time is null or u.valid_end_time > now()) as usable,
        extract(epoch from now() - s.last_seen)::float8 as idle_seconds,
        ${passwordDays} as password_days,
        (select version from watched_version where name = 'rights') as rights_version,
        (select version from watched_version where name = 'config') as config_version
      from session s join users u on u.id = s.user_id where ${sql.ref(`s.${column}`)} = ${hash}`,
    ).execute(this.#db)
    const row = rows[0]
    if (row && this.#cached.size > KEPT_MAX) this.#cached.clear()
    if (row) this.#cached.set(key, { readAt, row })
    return { row, isFresh: true }
  }

  async #touch(id: string): Promise<void> {
    await sql`update session set last_seen = now() where id = ${id} and last_seen < now() - interval '30 seconds'`.execute(this.#db)
  }

  /** The type depends on how the present password was set. */
  #forced(row: Pick<SessionRow, 'passwordFrom' | 'passwordDays'>): ForcedChange {
    const { expireDays } = passwordAges(this.#config.values)
    if (row.passwordFrom === 'created') return { hasForceChangePwd: true, forceChangePwdType: 'first' }
    if (row.passwordFrom === 'reset') return { hasForceChangePwd: true, forceChangePwdType: 'default' }
    if (expireDays > 0 && row.passwordDays > expireDays) return { hasForceChangePwd: true, forceChangePwdType: 'expired' }
    return { hasForceChangePwd: false, forceChangePwdType: '' }
  }

  #daysLeft({ passwordFrom, passwordDays }: Pick<SessionRow, 'passwordFrom' | 'passwordDays'>): number | null {
    const { expireDays } = passwordAges(this.#config.values)
    const left = Math.ceil(expireDays - passwordDays)
    return passwordFrom === 'own' && left > 0 && left <= this.#config.values.expireWarnDays ? left : null
  }

  /** How many sessions are cached, for the metrics. */
  get cachedCount(): number {
    return this.#cached.size
  }

  /** Clears the cache, so that this node sees ended sessions at once; other nodes see them within a second. */
  forget(): void {
    this.#cached.clear()
  }
}

/** Sessions not ended, expired or idle for too long; `s` is the session, `u` its user. */
export const isAlive = (minutes: number): RawBuilder<boolean> => sql<boolean>`(s.ended_by is null and s.expires_at > now()
  and s.last_seen >= now() - ${minutes} * interval '1 minute' and u.deleted_at is null and u.status = 1
  and (u.valid_end_time is null or u.valid_end_time > now()))`

/** Whether the browser's link token belongs to this session; true for a browser without one. */
export async function isLinkOf(db: Db, link: string | undefined, sessionId: string): Promise<boolean> {
  if (!link) return true
  const { rows } = await sql`select 1 from session where id = ${sessionId} and link_hash = ${hashToken(link)}`.execute(db)
  return rows.length > 0
}

/** Records that the user has proved their identity again, and the strength of the factor they used. */
export const stepUpSession = (db: Db, sessionId: string, shown: Strength) =>
  sql`update session set proven_at = now(), auth_time = now(), factor = case when ${shown} = 'crypto' or factor = '' then ${shown} else factor end
    where id = ${sessionId}`.execute(db)

const PROVEN_MINUTES = 10

/** Whether the user proved their identity within the last ten minutes. Not cached, because the proof has often just been given. */
export async function isProvenLately(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`select 1 as one from session
    where id = ${sessionId} and proven_at > now() - ${sql.lit(PROVEN_MINUTES)} * interval '1 minute'`.execute(db)
  return rows.length > 0
}
