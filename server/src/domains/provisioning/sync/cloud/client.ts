import { setTimeout as pause } from 'node:timers/promises'
import { createHttpSender, Unreachable, type Message, type Reply } from '../../../../outside/http-sender.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { oneAddress } from '../address.ts'
import { sentenceOf } from '../http-client.ts'
import { SourceError, type RawRow } from '../source.ts'
import { sourceText } from '../source-text.ts'

const TIMEOUT_MS = 30_000
const TEST_TIMEOUT_MS = 5000
const ANSWER_BYTES = 16 * 1024 * 1024
const ANSWER_LOGGED = 16 * 1024
/** Of one request: waited for or asked for again. */
const TRIES = 5
const WAIT_MAX_MS = 60_000

const text = sourceText.cloud

/** A vendor's refusal, by its code. */
export class VendorError extends SourceError {
  readonly code: number
  constructor(code: number, status: number, sentence: string = text.code(code)) {
    super(sentence, status)
    this.code = code
  }
}

/** Undefined where the vendor says by one of these codes that there is no such object. */
export async function unlessMissing<T>(answer: Promise<T>, codes: ReadonlySet<number>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof VendorError && codes.has(error.code)) return undefined
    throw error
  }
}

/** What an answer of a vendor says of itself. */
export type Verdict = 'done' | 'token' | { waitMs: number } | SourceError
export interface Vendor {
  token(send: Send, isRenewed: boolean): Promise<string>
  verdictOf(json: RawRow, reply: Reply): Verdict
}
export type Ask = (token: string) => { url: URL; message: Message }
type Send = (url: URL, message: Message) => Promise<RawRow>

/** Asks a vendor's interface, with a token that is renewed when it has expired; what it asks to wait for is waited for. */
export class CloudClient {
  readonly #reach
  readonly #vendor: Vendor
  readonly #isTest: boolean
  readonly #isNear: boolean
  #token: Promise<string> | undefined

  constructor(vendor: Vendor, { settings }: Pick<Kernel, 'settings'>, isTest: boolean) {
    const withLoopback = settings.allowPrivatePush || settings.mockProviders
    this.#reach = createHttpSender({ withLoopback, timeoutMs: isTest ? TEST_TIMEOUT_MS : TIMEOUT_MS, largest: ANSWER_BYTES })
    this.#vendor = vendor
    this.#isTest = isTest
    this.#isNear = settings.mockProviders
  }

  async ask(request: Ask): Promise<RawRow> {
    let isRenewed = false
    for (let tries = 1; ; tries++) {
      const token = (this.#token ??= this.#vendor.token(async (url, message) => this.#send(url, message), false))
      const { url, message } = request(await token)
      const { json, verdict } = await this.#try(url, message)
      if (verdict === 'done') return json
      if (verdict === 'token') {
        if (isRenewed) throw new SourceError(text.token)
        isRenewed = true
        // Several requests at once renew it once.
        if (this.#token === token) this.#token = this.#vendor.token(async (to, sent) => this.#send(to, sent), true)
      } else if (verdict instanceof SourceError) {
        if (this.#isTest || tries >= TRIES || !isPassing(verdict)) throw verdict
        await this.#wait(1000 * 4 ** (tries - 1))
      } else {
        if (this.#isTest || tries >= TRIES) throw new SourceError(text.busy)
        await this.#wait(verdict.waitMs)
      }
    }
  }

  async #wait(ms: number): Promise<void> {
    // What is faked on this machine need not be spared.
    if (!this.#isNear) await pause(Math.min(ms, WAIT_MAX_MS))
  }

  async #send(url: URL, message: Message): Promise<RawRow> {
    const { json, verdict } = await this.#try(url, message)
    if (verdict === 'done') return json
    throw verdict instanceof SourceError ? verdict : new SourceError(verdict === 'token' ? text.credentials : text.busy)
  }

  async #try(url: URL, message: Message): Promise<{ json: RawRow; verdict: Verdict }> {
    try {
      const reply = await this.#reach(url, message)
      const json = parsed(reply)
      const verdict = json ? this.#vendor.verdictOf(json, reply) : notAnswered(reply)
      if (verdict instanceof SourceError)
        verdict.exchange = { request: `${message.method} ${url.origin}${url.pathname}`, response: reply.text.slice(0, ANSWER_LOGGED) }
      return { json: json ?? {}, verdict }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return { json: {}, verdict: new SourceError(sentenceOf(error.message), null, error) }
    }
  }
}

/** A page that is not of the interface is also how vendors answer whom they have shut out. */
const notAnswered = ({ status }: Reply) => new SourceError(text.notApi(status), status)
const isPassing = ({ httpStatus }: SourceError) => httpStatus === null || httpStatus === 429 || httpStatus >= 500

function parsed({ text: answer }: Reply): RawRow | undefined {
  try {
    const json: unknown = JSON.parse(answer)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as RawRow) : undefined
  } catch {
    return undefined
  }
}

export const addressOf = (base: string, path: string, query: Readonly<Record<string, string | number | boolean>> = {}): URL => {
  const url = oneAddress(base.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  return url
}
export const posted = (body: object, headers: Record<string, string> = {}): Message => ({
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})

/** A list that an answer must have; an empty one is one, its absence is half an answer. */
export function listIn(value: unknown): RawRow[] {
  if (!Array.isArray(value) || !value.every(row => typeof row === 'object' && row !== null)) throw new SourceError(text.half)
  return value as RawRow[]
}
/** The one object that an answer must have. */
export function objectIn(value: unknown): RawRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SourceError(text.half)
  return value as RawRow
}
export const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
