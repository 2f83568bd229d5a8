import type { Config } from '../config/config.ts'
import type { ConfigKey } from '../config/config-catalog.ts'
import { KeyedLimiter } from '../tasks/limiter.ts'
import { networkOf } from './ip-rules.ts'
import type { Limits } from './limits.ts'
import { Refused } from './refuse.ts'

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
export type AddressLimit = keyof typeof kinds
/** Two counters, so that failures with credentials nobody can guess do not lock out passwords, and vice versa. */
export type AttemptKind = 'login' | 'unguessable'

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
