import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { refuse, Refused } from './refuse.ts'
import type { Config } from '../config/config.ts'
import type { ConfigKey } from '../config/config-catalog.ts'
import { KeyedLimiter } from '../tasks/limiter.ts'
import { networkOf } from './ip-rules.ts'

const KEPT_MAX = 10_000
/** After this time a node asks the database again, because the limit may have been raised or a count given back. */
const REMEMBERED_MS = 10_000

interface Counted {
  count: number
  restMs: number
}
/** A higher limit, asked for only when the normal one is reached. */
type WiderLimit = () => Promise<number>

/**
 * Counters of D-20, shared by all nodes: how often something of one kind happened for one key in one window. A node that has seen a
 * counter full refuses on its own for a while, so that a flood does not reach the database.
 */
export class Limits {
  readonly #db: Kysely<Tables>
  readonly #on: boolean
  readonly #full = new Map<string, { asksAgain: number; until: number }>()

  constructor(db: Kysely<Tables>, on: boolean) {
    this.#db = db
    this.#on = on
  }

  /** Counts one and refuses beyond `max` within `windowMs`; the refusal says how many seconds to wait. */
  async count(kind: string, key: string, max: number, windowMs: number, wide?: WiderLimit): Promise<void> {
    if (!this.#on) return
    this.refuseFull(kind, key)
    const counted = await this.#add(kind, key, windowMs)
    if (counted.count > max && (!wide || counted.count > (await wide()))) this.#refuse(kind, key, counted.restMs)
  }

  /** Refuses if this node has recently seen the counter full. */
  refuseFull(kind: string, key: string): void {
    const seen = this.#on ? this.#full.get(`${kind} ${key}`) : undefined
    const now = performance.now()
    if (seen && seen.asksAgain > now) refuse('tooOften', { seconds: secondsOf(seen.until - now) })
  }

  /** Refuses once `max` have been counted; counts nothing. */
  async refuseReached(kind: string, key: string, max: number, wide: WiderLimit): Promise<void> {
    if (!this.#on) return
    this.refuseFull(kind, key)
    const { rows } = await sql<Counted>`select count, (extract(epoch from window_end - now()) * 1000)::float8 as rest_ms
      from limit_count where kind = ${kind} and key = ${key} and window_end > now()`.execute(this.#db)
    const [counted] = rows
    if (counted && counted.count >= max && counted.count >= (await wide())) this.#refuse(kind, key, counted.restMs)
  }

  /** Counts one without refusing. */
  async add(kind: string, key: string, windowMs: number): Promise<void> {
    if (this.#on) await this.#add(kind, key, windowMs)
  }

  async giveBack(kind: string, key: string): Promise<void> {
    if (this.#on) await sql`update limit_count set count = greatest(count - 1, 0) where kind = ${kind} and key = ${key}`.execute(this.#db)
  }

  async mark(kind: string, key: string, windowMs: number): Promise<void> {
    if (!this.#on) return
    const windowEnd = sql`now() + ${windowMs} * interval '1 millisecond'`
    await sql`insert into limit_count (kind, key, count, window_end) values (${kind}, ${key}, 1, ${windowEnd})
      on conflict (kind, key) do update set window_end = excluded.window_end`.execute(this.#db)
  }

  async isMarked(kind: string, key: string): Promise<boolean> {
    const { rows } = await sql`select 1 from limit_count where kind = ${kind} and key = ${key} and window_end > now()`.execute(this.#db)
    return rows.length > 0
  }

  /** Committed on its own, so that refused attempts count, too. */
  async #add(kind: string, key: string, windowMs: number): Promise<Counted> {
    const windowEnd = sql`now() + ${windowMs} * interval '1 millisecond'`
    const { rows } = await sql<Counted>`
      insert into limit_count as known (kind, key, count, window_end) values (${kind}, ${key}, 1, ${windowEnd})
      on conflict (kind, key) do update set
        count = case when known.window_end <= now() then 1 else known.count + 1 end,
        window_end = case when known.window_end <= now() then excluded.window_end else known.window_end end
      returning count, (extract(epoch from window_end - now()) * 1000)::float8 as rest_ms`.execute(this.#db)
    return rows[0]!
  }

  #refuse(kind: string, key: string, restMs: number): never {
    this.#forgetOld()
    const now = performance.now()
    this.#full.set(`${kind} ${key}`, { asksAgain: now + Math.min(restMs, REMEMBERED_MS), until: now + restMs })
    return refuse('tooOften', { seconds: secondsOf(restMs) })
  }

  /** Keeps the map small under a flood of addresses. */
  #forgetOld(): void {
    if (this.#full.size < KEPT_MAX) return
    const now = performance.now()
    for (const [name, { asksAgain }] of this.#full) if (asksAgain <= now) this.#full.delete(name)
  }
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** What is counted by address: the setting with the limit, and the window in milliseconds. */
const kinds = {
  login: ['loginFailuresPerAddress', MINUTE],
  unguessable: ['loginFailuresPerAddress', MINUTE],
  captcha: ['challengesPerAddress', MINUTE],
  passkeyOptions: ['challengesPerAddress', MINUTE],
  certificateNonce: ['challengesPerAddress', MINUTE],
  scan: ['challengesPerAddress', MINUTE],
  proofOfWork: ['challengesPerAddress', MINUTE],
  sms: ['smsPerAddress', HOUR],
  face: ['faceChecksPerAddress', 30 * MINUTE],
} as const satisfies Record<string, readonly [ConfigKey, number]>
type AddressLimit = keyof typeof kinds
/** Two counters, so that failures with credentials nobody can guess do not lock out passwords, and vice versa. */
type AttemptKind = 'login' | 'unguessable'

/** The mark of an address from which somebody has signed in within a day. */
const SIGNED_IN_FROM = 'signedInFrom'
const MARKED_AGAIN_MS = HOUR
const MARKED_MAX = 10_000
/** Attempts per address that a node checks at the same time; a burst can exceed its limit by no more than this. */
const LANES = 8
const WAITING_MAX = 250

/** Codes of refusals that say a credential was wrong. */
const WRONG_CREDENTIAL_CODES = new Set(['4', '7', '10002'])
const isFailure = (error: unknown): boolean =>
  error instanceof Refused && WRONG_CREDENTIAL_CODES.has(error.refusal.code) && error.reason !== 'captchaNeeded'

/**
 * Limits what one address may do before the user is known (N-06). A successful sign-in gives back what it counted, and an address
 * somebody has signed in from has a much higher limit, because an office of a thousand people may share one address.
 */
export class AddressLimits {
  readonly #limits: Limits
  readonly #config: Config
  readonly #attempts = new KeyedLimiter(WAITING_MAX)
  readonly #markedAt = new Map<string, number>()
  #lane = 0

  constructor(limits: Limits, config: Config) {
    this.#limits = limits
    this.#config = config
  }

  /** Counts one; refuses past the limit. */
  async count(kind: AddressLimit, ip: string): Promise<void> {
    const address = networkOf(ip)
    await this.#limits.count(kind, address, this.#maxOf(kind), kinds[kind][1], () => this.#wideMax(kind, address))
  }

  /** Gives back what was counted, as the attempt succeeded. */
  giveBack = (kind: AddressLimit, ip: string): Promise<void> => this.#limits.giveBack(kind, networkOf(ip))

  /** Refuses an address known on this node to have failed too often, before a byte of the body is read. */
  refuseFull(kind: AttemptKind, ip: string): void {
    this.#limits.refuseFull(kind, networkOf(ip))
  }

  /** Runs one attempt to sign in; only a failure counts. */
  async attempt<T>(kind: AttemptKind, ip: string, check: () => Promise<T>): Promise<T> {
    const address = networkOf(ip)
    this.#lane = (this.#lane + 1) % LANES
    return this.#attempts.run(`${address} ${this.#lane}`, async () => {
      await this.#limits.refuseReached(kind, address, this.#maxOf(kind), () => this.#wideMax(kind, address))
      try {
        return await check()
      } catch (error) {
        if (isFailure(error)) await this.#limits.add(kind, address, kinds[kind][1])
        throw error
      }
    })
  }

  /** Marks the address after a successful sign-in; written at most once an hour. */
  async signedIn(ip: string): Promise<void> {
    const address = networkOf(ip)
    const now = performance.now()
    if ((this.#markedAt.get(address) ?? -Infinity) > now - MARKED_AGAIN_MS) return
    if (this.#markedAt.size >= MARKED_MAX) this.#markedAt.clear()
    this.#markedAt.set(address, now)
    await this.#limits.mark(SIGNED_IN_FROM, address, DAY)
  }

  #maxOf(kind: AddressLimit): number {
    return this.#config.values[kinds[kind][0]]
  }

  async #wideMax(kind: AddressLimit, address: string): Promise<number> {
    const isKnown = await this.#limits.isMarked(SIGNED_IN_FROM, address)
    return this.#maxOf(kind) * (isKnown ? this.#config.values.knownAddressFactor : 1)
  }
}
