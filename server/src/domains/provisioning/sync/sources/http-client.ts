import { parseLargeJson } from '../../../../platform/text/large-json.ts'
import type { HttpOptions } from '@hufu/contract/provisioning/sync-options'
import { Unreachable, type Message, type HttpSender, type Reply } from '../../../../outside/http-sender.ts'
import { oneAddress } from './address.ts'
import { at } from '../mapping/path.ts'
import { SourceError, type Connection, type Exchange } from './source.ts'
import { text } from '../text.ts'

/** Longest wait before another try, even if the source asks for a longer one. */
const WAIT_MAX_MS = 60_000
const ANSWER_LOGGED = 16 * 1024

interface Limits {
  send: HttpSender
  /** Milliseconds to wait before the second, the third … try. */
  waits: readonly number[]
  pause: (ms: number) => Promise<unknown>
  now: () => Date
  /** Describes a request for the log, without secrets. */
  logged: (message: Pick<Message, 'method'>, address: URL) => string
}

export interface Answer {
  json: unknown
  reply: Reply
}

/** The reply says when the source may be asked again (Retry-After). */
class SourceBusy extends SourceError {
  readonly waitMs: number
  constructor(status: number, waitMs: number) {
    super(text.source.status(status), status)
    this.waitMs = waitMs
  }
}

/**
 * Requests JSON from an HTTP source, retries failures that may pass, and fetches a new access token when the old one has expired.
 */
export class HttpClient {
  readonly #connection: Pick<Connection, 'secret' | 'headers'>
  readonly #auth: HttpOptions['auth']
  readonly #limits: Limits
  #token: string | undefined
  /** Whether the source has accepted the current token; a 401 for a token that it never accepted is final. */
  #isTokenTaken = false
  lastStatus: number | null = null
  /** The last request and the start of its answer. */
  last: Exchange | undefined
  readonly logged: Limits['logged']

  constructor(connection: Pick<Connection, 'secret' | 'headers'>, auth: HttpOptions['auth'], limits: Limits) {
    this.#connection = connection
    this.#auth = auth
    this.#limits = limits
    this.logged = limits.logged
  }

  async ask(address: URL, message: Pick<Message, 'method' | 'body'>): Promise<Answer> {
    const { waits, pause } = this.#limits
    for (let tries = 0; ;) {
      try {
        const headers = {
          accept: 'application/json',
          'accept-encoding': 'gzip',
          ...(message.body !== undefined && { 'content-type': 'application/json' }),
          ...this.#connection.headers,
          ...(await this.#authorization()),
        }
        const reply = await this.#send(address, { ...message, headers })
        this.#isTokenTaken = this.#token !== undefined
        return { json: await parsed(reply), reply }
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        error.exchange = this.last
        if (error.httpStatus === 401 && this.#isTokenTaken) {
          this.#token = undefined
          this.#isTokenTaken = false
          continue
        }
        const wait = waits[tries++]
        if (wait === undefined || !isRetryable(error)) throw error
        await pause(error instanceof SourceBusy ? Math.min(error.waitMs, WAIT_MAX_MS) : wait)
      }
    }
  }

  async #send(address: URL, message: Message): Promise<Reply> {
    const request = this.logged(message, address)
    this.last = { request }
    const reply = await withSourceError(() => this.#limits.send(address, message))
    this.last = { request, response: reply.text.slice(0, ANSWER_LOGGED) }
    this.lastStatus = reply.status
    const { status } = reply
    if (status === 401 || status === 403) throw new SourceError(text.source.unauthorized(status), status)
    if (status >= 300 && status < 400) throw new SourceError(text.source.moved(status), status)
    const waitMs = status === 429 || status === 503 ? this.#askedWait(reply) : undefined
    if (waitMs !== undefined) throw new SourceBusy(status, waitMs)
    if (status < 200 || status >= 300) throw new SourceError(text.source.status(status), status)
    return reply
  }

  /** Milliseconds by Retry-After, which holds seconds or a date (RFC 9110). */
  #askedWait({ headers }: Reply): number | undefined {
    const retryAfter = [headers?.['retry-after'] ?? []].flat()[0]?.trim()
    if (retryAfter === undefined) return undefined
    const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - this.#limits.now().getTime()
    return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
  }

  async #authorization(): Promise<Record<string, string>> {
    const auth = this.#auth
    const { secret } = this.#connection
    if (auth.kind === 'bearer') return { authorization: `Bearer ${secret}` }
    if (auth.kind === 'basic') return { authorization: `Basic ${Buffer.from(`${auth.userName}:${secret}`).toString('base64')}` }
    if (auth.kind === 'none') return {}
    this.#token ??= await this.#fetchToken(auth.tokenUrl, auth.clientId, auth.scope)
    return { authorization: `Bearer ${this.#token}` }
  }

  async #fetchToken(tokenUrl: string, clientId: string, scope: string | undefined): Promise<string> {
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== undefined && { scope }) })
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(this.#connection.secret)}`).toString('base64')
    const headers = { accept: 'application/json', authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await this.#send(oneAddress(tokenUrl), { method: 'POST', headers, body: form.toString() })
    // The reply with the token must not reach the log.
    this.last = undefined
    const token = at(await parsed(reply), 'access_token')
    if (typeof token !== 'string' || token === '') throw new SourceError(text.source.token, reply.status)
    return token
  }
}

/** Errors worth another try: no reply, a timeout (408), too many requests (429) and server errors. */
const isRetryable = ({ httpStatus }: SourceError) => httpStatus === null || httpStatus === 408 || httpStatus === 429 || httpStatus >= 500

async function parsed(reply: Reply): Promise<unknown> {
  try {
    return await parseLargeJson(reply.text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new SourceError(text.source.notJson, reply.status, error)
  }
}

const TOO_SLOW = new Set(['ABORT_ERR', 'ETIMEDOUT', 'TimeoutError', 'AbortError'])

async function withSourceError(ask: () => Promise<Reply>): Promise<Reply> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    throw new SourceError(sentenceOf(error.message), null, error)
  }
}

export function sentenceOf(reason: string): string {
  if (reason === 'address refused') return text.source.address
  if (reason === 'answer too large') return text.source.tooLarge
  if (reason.startsWith('Z_')) return text.source.cutShort
  if (TOO_SLOW.has(reason)) return text.source.tooSlow
  return reason === 'ENOTFOUND' || reason === 'EAI_AGAIN' ? text.source.unknownName : text.source.unreachable
}
