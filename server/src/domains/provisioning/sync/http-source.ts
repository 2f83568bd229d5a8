import { setTimeout as pause } from 'node:timers/promises'
import type { HttpOptions } from '@hufu/contract/provisioning/sync-options'
import { reachOutside, Unreachable, type Reach, type Reply } from '../../../outside/reach.ts'
import { oneAddress } from './address.ts'
import { loggedAddress } from './exchange.ts'
import { nextPage, type Page, type Paging } from './http-paging.ts'
import { LatestChange, withOverlap } from './latest-change.ts'
import { at } from './path.ts'
import {
  cutBatches,
  SourceFault,
  type Connection,
  type Exchange,
  type ObjectType,
  type OpenSource,
  type RawBatch,
  type RawRow,
  type Source,
} from './source.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { text } from './text.ts'

const TIMEOUT_MS = 60_000
const ANSWER_BYTES = 64 * 1024 * 1024
const PAGES_MAX = 500
/** Before the second and the third try of a page. */
const WAITS_MS = [1000, 4000]
const TEST_TIMEOUT_MS = 10_000
const ANSWER_LOGGED = 16 * 1024

/** A JSON array behind an address, in one piece or in pages (D-56). */
export const httpSource: OpenSource = (connection, kernel) => readPaged(connection, connection.options as HttpOptions, kernel)

type Options = Omit<HttpOptions, 'page'> & { page: Paging }

export function readPaged(connection: Connection, options: Options, kernel: Kernel): Source {
  const { settings } = kernel
  const withLoopback = settings.allowPrivatePush || settings.mockProviders
  const reach = (timeoutMs: number) => reachOutside({ withLoopback, timeoutMs, largest: ANSWER_BYTES })
  const open = (timeoutMs: number, waits: readonly number[]) => new Reader(connection, options, reach(timeoutMs), waits)
  async function* read(mark?: string): AsyncGenerator<RawBatch> {
    // What is faked on this machine need not be spared.
    const reader = open(TIMEOUT_MS, settings.mockProviders ? [0, 0] : WAITS_MS)
    const latest = new LatestChange(kernel.now(), mark)
    for (const { objectType, url } of listsOf(connection, options))
      for await (const batch of reader.all(objectType, url, mark)) yield marked(batch, options.since?.path, latest)
  }
  return {
    read: () => read(),
    ...(options.since && { changes: read }),
    async test() {
      const reader = open(TEST_TIMEOUT_MS, [])
      const batches: RawBatch[] = []
      for (const { objectType, url } of listsOf(connection, options)) {
        const { rows } = await reader.page(objectType, reader.first(url))
        batches.push({ objectType, rows })
      }
      const count = batches.reduce((sum, { rows }) => sum + rows.length, 0)
      return { ok: true, httpStatus: reader.lastStatus, message: text.test.ok(count), batches }
    },
  }
}

function marked(batch: RawBatch, path: string | undefined, latest: LatestChange): RawBatch {
  if (path === undefined || batch.objectType === 'org') return batch
  for (const row of batch.rows) latest.take(at(row, path))
  return { ...batch, mark: latest.value }
}

function listsOf({ objectType, url }: Connection, { orgUrl }: Options): { objectType: ObjectType; url: string }[] {
  if (!url) throw new SourceFault(text.source.noUrl)
  if (objectType !== 'all') return [{ objectType, url }]
  if (!orgUrl) throw new SourceFault(text.source.noUrl)
  return [
    { objectType: 'org', url: orgUrl },
    { objectType: 'user', url },
  ]
}

class Reader {
  readonly #connection: Connection
  readonly #options: Options
  readonly #reach: Reach
  readonly #waits: readonly number[]
  #token: string | undefined
  #last: Exchange | undefined
  lastStatus: number | null = null

  constructor(connection: Connection, options: Options, reach: Reach, waits: readonly number[]) {
    this.#connection = connection
    this.#options = options
    this.#reach = reach
    this.#waits = waits
  }

  first(url: string, mark?: string): URL {
    const address = oneAddress(url)
    const { page, since } = this.#options
    if (since && mark !== undefined) address.searchParams.set(since.param, withOverlap(mark))
    if (page.kind === 'index') {
      address.searchParams.set('startIndex', '1')
      address.searchParams.set('count', String(page.size))
    }
    if (page.kind !== 'page') return address
    address.searchParams.set(page.pageParam, String(page.from))
    address.searchParams.set(page.sizeParam, String(page.size))
    return address
  }

  async *all(objectType: ObjectType, url: string, mark?: string): AsyncGenerator<RawBatch> {
    let address: URL | undefined = this.first(url, objectType === 'user' ? mark : undefined)
    for (let pages = 1; address; pages++) {
      if (pages > PAGES_MAX) throw new SourceFault(text.source.tooManyPages(PAGES_MAX))
      const page: Page = await this.page(objectType, address)
      const request = this.#logged(address)
      for (const batch of cutBatches(objectType, page.rows)) yield { ...batch, request }
      address = nextPage(this.#options.page, address, page)
    }
  }

  #logged(address: URL): string {
    const { method, url } = this.#connection
    return loggedAddress(method, address, [url, this.#options.orgUrl])
  }

  /** One page, asked for again where trying again may help. */
  async page(objectType: ObjectType, address: URL): Promise<Page> {
    for (let tries = 0; ; tries++) {
      try {
        return await this.#ask(objectType, address)
      } catch (error) {
        const wait = this.#waits[tries]
        if (error instanceof SourceFault) error.exchange = this.#last
        if (wait === undefined || !(error instanceof SourceFault) || !isPassing(error)) throw error
        if (wait > 0) await pause(wait)
      }
    }
  }

  async #ask(objectType: ObjectType, address: URL): Promise<Page> {
    const { method } = this.#connection
    const reply = await this.#send(address, {
      method,
      headers: { accept: 'application/json', ...this.#connection.headers, ...(await this.#authorization()) },
      ...(method === 'POST' && { body: JSON.stringify(this.#options.body ?? {}) }),
    })
    const { path, orgPath } = this.#options
    const json = parsed(reply)
    const list = at(json, objectType === 'org' && this.#connection.objectType === 'all' ? (orgPath ?? path ?? '') : (path ?? ''))
    if (!Array.isArray(list)) throw new SourceFault(text.source.notList, reply.status)
    if (!list.every(isRow)) throw new SourceFault(text.source.notRows, reply.status)
    return { rows: list, json, reply }
  }

  async #send(address: URL, message: Parameters<Reach>[1]): Promise<Reply> {
    const sent = message.body === undefined ? message : { ...message, headers: { 'content-type': 'application/json', ...message.headers } }
    const request = this.#logged(address)
    this.#last = { request }
    const reply = await reached(() => this.#reach(address, sent))
    this.#last = { request, response: reply.text.slice(0, ANSWER_LOGGED) }
    this.lastStatus = reply.status
    const { status } = reply
    if (status === 401 || status === 403) throw new SourceFault(text.source.unauthorized(status), status)
    if (status >= 300 && status < 400) throw new SourceFault(text.source.moved(status), status)
    if (status < 200 || status >= 300) throw new SourceFault(text.source.status(status), status)
    return reply
  }

  async #authorization(): Promise<Record<string, string>> {
    const { auth } = this.#options
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
    this.#last = { request: this.#logged(oneAddress(tokenUrl)) }
    const token = at(parsed(reply), 'access_token')
    if (typeof token !== 'string' || token === '') throw new SourceFault(text.source.token, reply.status)
    return token
  }
}

const isRow = (value: unknown): value is RawRow => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Too many requests, errors of the server, and what does not answer at all. */
const isPassing = ({ httpStatus }: SourceFault) => httpStatus === null || httpStatus === 408 || httpStatus === 429 || httpStatus >= 500

function parsed(reply: Reply): unknown {
  try {
    return JSON.parse(reply.text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new SourceFault(text.source.notJson, reply.status, error)
  }
}

const TOO_SLOW = new Set(['ABORT_ERR', 'ETIMEDOUT', 'TimeoutError', 'AbortError'])

async function reached(ask: () => Promise<Reply>): Promise<Reply> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    throw new SourceFault(sentenceOf(error.message), null, error)
  }
}

export function sentenceOf(reason: string): string {
  if (reason === 'address refused') return text.source.address
  if (reason === 'answer too large') return text.source.tooLarge
  if (TOO_SLOW.has(reason)) return text.source.tooSlow
  return reason === 'ENOTFOUND' || reason === 'EAI_AGAIN' ? text.source.unknownName : text.source.unreachable
}
