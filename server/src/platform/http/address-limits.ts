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
/** Failures where nothing can be guessed leave passwords open, and the other way round. */
export type AttemptKind = 'login' | 'unguessable'

/** Somebody has signed in from there within a day. */
const SIGNED_IN_FROM = 'signedInFrom'
const MARKED_AGAIN_MS = HOUR
const MARKED_MAX = 10_000
/** Attempts of one address checked at once on a node: a burst passes its limit by no more than these. */
const LANES = 8
const WAITING_MAX = 250

/** Codes of a refusal that says something shown was wrong. */
const WRONG_CREDENTIAL_CODES = new Set(['4', '7', '10002'])
const isFailure = (error: unknown): boolean =>
  error instanceof Refused && WRONG_CREDENTIAL_CODES.has(error.refusal.code) && error.reason !== 'captchaNeeded'

/**
 * What one address may do before anybody is known (N-06). Whoever gets in gives back what they took, and an address
 * that somebody signs in from is allowed many times more: an office of a thousand has one address.
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

  /** An attempt to sign in, of which only the failure counts. */
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

  /** Somebody has signed in: written down once an hour. */
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
