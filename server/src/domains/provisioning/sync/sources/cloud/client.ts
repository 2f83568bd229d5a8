import { parseJson } from '../../../../../platform/text/json.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { createHttpSender, Unreachable, type Message, type Reply } from '../../../../../outside/http-sender.ts'
import type { Kernel } from '../../../../../platform/kernel.ts'
import { oneAddress } from '../address.ts'
import { sentenceOf } from '../http-client.ts'
import { SourceError, type RawRow } from '../source.ts'
import { sourceText } from '../source-text.ts'

const TIMEOUT_MS = 30_000
const TEST_TIMEOUT_MS = 5000
const ANSWER_BYTES = 16 * 1024 * 1024
const ANSWER_LOGGED = 16 * 1024
/** Attempts per request, the first one included. */
const TRIES = 5
const WAIT_MAX_MS = 60_000

const text = sourceText.cloud

/** A vendor refused a request with this error code. */
export class VendorError extends SourceError {
  readonly code: number
  constructor(code: number, status: number, sentence: string = text.code(code)) {
    super(sentence, status)
    this.code = code
  }
}

/** Returns undefined if the vendor answers with one of these codes, which mean that the object does not exist. */
export async function unlessMissing<T>(answer: Promise<T>, codes: ReadonlySet<number>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof VendorError && codes.has(error.code)) return undefined
    throw error
  }
}

/** What to do with a reply: use it (`done`), renew the access token (`token`), wait and ask again, or fail. */
export type Verdict = 'done' | 'token' | { waitMs: number } | SourceError
export interface Vendor {
  token(send: Send, isRenewed: boolean): Promise<string>
  verdictOf(json: RawRow, reply: Reply): Verdict
}
export type Ask = (token: string) => { url: URL; message: Message }
type Send = (url: URL, message: Message) => Promise<RawRow>

/** Calls a vendor's API. It renews an expired access token once per request and waits when the vendor asks for it. */
export class CloudClient {
  readonly #reach
  readonly #vendor: Vendor
  readonly #isTest: boolean
  readonly #isNear: boolean
  #token: Promise<string> | undefined

  constructor(vendor: Vendor, { settings }: Pick<Kernel, 'settings'>, isTest: boolean) {
    const withLoopback = settings.allowLoopback
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
        // Concurrent requests share one renewal: only the first that finds the token expired starts it.
        if (this.#token === token) this.#token = this.#vendor.token(async (to, sent) => this.#send(to, sent), true)
      } else if (verdict instanceof SourceError) {
        if (this.#isTest || tries >= TRIES || !isRetryable(verdict)) throw verdict
        await this.#wait(1000 * 4 ** (tries - 1))
      } else {
        if (this.#isTest || tries >= TRIES) throw new SourceError(text.busy)
        await this.#wait(verdict.waitMs)
      }
    }
  }

  async #wait(ms: number): Promise<void> {
    // Mock providers need no pause between tries.
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
      const verdict = json ? this.#vendor.verdictOf(json, reply) : notApiError(reply)
      if (verdict instanceof SourceError)
        verdict.exchange = { request: `${message.method} ${url.origin}${url.pathname}`, response: reply.text.slice(0, ANSWER_LOGGED) }
      return { json: json ?? {}, verdict }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error
      return { json: {}, verdict: new SourceError(sentenceOf(error.message), null, error) }
    }
  }
}

/** The reply is no JSON object; vendors also answer blocked callers with such a page. */
const notApiError = ({ status }: Reply) => new SourceError(text.notApi(status), status)
const isRetryable = ({ httpStatus }: SourceError) => httpStatus === null || httpStatus === 429 || httpStatus >= 500

function parsed({ text: answer }: Reply): RawRow | undefined {
  try {
    const json = parseJson(answer)
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
export const postRequest = (body: object, headers: Record<string, string> = {}): Message => ({
  method: 'POST',
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
})

/** The list a reply must have: it may be empty, but without it the reply is incomplete and the read fails. */
export function listIn(value: unknown): RawRow[] {
  if (!Array.isArray(value) || !value.every(row => typeof row === 'object' && row !== null)) throw new SourceError(text.half)
  return value as RawRow[]
}
/** The object a reply must have; without it the reply is incomplete and the read fails. */
export function objectIn(value: unknown): RawRow {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SourceError(text.half)
  return value as RawRow
}
export const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
