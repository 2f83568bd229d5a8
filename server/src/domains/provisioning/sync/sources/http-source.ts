import { setTimeout as later } from 'node:timers/promises'
import type { HttpOptions } from '@hufu/contract/provisioning/sync-options'
import { createHttpSender, type Message, type Reply } from '../../../../outside/http-sender.ts'
import { oneAddress } from './address.ts'
import { loggedAddress } from './exchange.ts'
import { HttpClient } from './http-client.ts'
import { nextPage, type Page, type Paging } from './http-paging.ts'
import { guessTotal, refuseShort } from './http-total.ts'
import { LatestChange, withOverlap } from './latest-change.ts'
import { at } from '../mapping/path.ts'
import {
  cutBatches,
  SourceError,
  type Connection,
  type ObjectType,
  type OpenSource,
  type RawBatch,
  type RawRow,
  type Source,
} from './source.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { text } from '../text.ts'

const TIMEOUT_MS = 60_000
const ANSWER_BYTES = 64 * 1024 * 1024
const PAGES_MAX = 500
/** Milliseconds to wait before the second and the third try of a page. */
const WAITS_MS = [1000, 4000]
const TEST_TIMEOUT_MS = 10_000

/** Reads a JSON array from a URL, in one piece or in pages. */
export const httpSource: OpenSource = (connection, kernel) => readPaged(connection, connection.options as HttpOptions, kernel)

type Options = Omit<HttpOptions, 'page'> & { page: Paging }
// Mock providers need no pause between tries.
const pauseOf =
  ({ settings }: Kernel) =>
  (ms: number) =>
    settings.mockProviders ? Promise.resolve() : later(ms)

export function readPaged(
  connection: Connection,
  options: Options,
  kernel: Kernel,
  pause: (ms: number) => Promise<unknown> = pauseOf(kernel),
): Source {
  const { settings } = kernel
  const withLoopback = settings.allowLoopback
  const now = () => kernel.now()
  const open = (timeoutMs: number, waits: readonly number[]) => {
    const send = createHttpSender({ withLoopback, timeoutMs, largest: ANSWER_BYTES })
    const logged = ({ method }: Pick<Message, 'method'>, address: URL) => loggedAddress(method, address, [connection.url, options.orgUrl])
    return new Reader(connection, options, new HttpClient(connection, options.auth, { send, waits, pause, now, logged }))
  }
  async function* read(watermark?: string): AsyncGenerator<RawBatch> {
    const reader = open(TIMEOUT_MS, WAITS_MS)
    const latest = new LatestChange(kernel.now(), watermark)
    for (const { objectType, url } of listsOf(connection, options))
      for await (const batch of reader.all(objectType, url, watermark)) yield marked(batch, options.since?.path, latest)
  }
  return {
    read: () => read(),
    ...(options.since && { changes: read }),
    async test() {
      const reader = open(TEST_TIMEOUT_MS, [])
      const batches: RawBatch[] = []
      let totalPath: string | undefined
      for (const { objectType, url } of listsOf(connection, options)) {
        const { rows, json } = await reader.page(objectType, reader.first(url))
        batches.push({ objectType, rows })
        totalPath = guessTotal(json, reader.pathOf(objectType), rows.length)
      }
      const count = batches.reduce((sum, { rows }) => sum + rows.length, 0)
      return { ok: true, httpStatus: reader.lastStatus, message: text.test.ok(count), batches, totalPath }
    },
  }
}

function marked(batch: RawBatch, path: string | undefined, latest: LatestChange): RawBatch {
  if (path === undefined || batch.objectType === 'org') return batch
  for (const row of batch.rows) latest.take(at(row, path))
  return { ...batch, watermark: latest.value }
}

function listsOf({ objectType, url }: Connection, { orgUrl }: Options): { objectType: ObjectType; url: string }[] {
  if (!url) throw new SourceError(text.source.noUrl)
  if (objectType !== 'all') return [{ objectType, url }]
  if (!orgUrl) throw new SourceError(text.source.noUrl)
  return [
    { objectType: 'org', url: orgUrl },
    { objectType: 'user', url },
  ]
}

class Reader {
  readonly #connection: Connection
  readonly #options: Options
  readonly #client: HttpClient

  constructor(connection: Connection, options: Options, client: HttpClient) {
    this.#connection = connection
    this.#options = options
    this.#client = client
  }

  get lastStatus(): number | null {
    return this.#client.lastStatus
  }

  first(url: string, watermark?: string): URL {
    const address = oneAddress(url)
    const { page, since } = this.#options
    if (since && watermark !== undefined) address.searchParams.set(since.param, withOverlap(watermark))
    if (page.kind === 'index') {
      address.searchParams.set('startIndex', '1')
      address.searchParams.set('count', String(page.size))
    }
    if (page.kind !== 'page') return address
    address.searchParams.set(page.pageParam, String(page.from))
    address.searchParams.set(page.sizeParam, String(page.size))
    return address
  }

  async *all(objectType: ObjectType, url: string, watermark?: string): AsyncGenerator<RawBatch> {
    let address: URL | undefined = this.first(url, objectType === 'user' ? watermark : undefined)
    let [read, json]: [number, unknown] = [0, undefined]
    for (let pages = 1; address; pages++) {
      if (pages > PAGES_MAX) throw new SourceError(text.source.tooManyPages(PAGES_MAX))
      const page: Page = await this.page(objectType, address)
      for (const batch of cutBatches(objectType, page.rows)) yield { ...batch, request: this.#client.logged(this.#connection, address) }
      read += page.rows.length
      json = page.json
      address = nextPage(this.#options.page, address, page)
    }
    const { totalPath } = this.#options
    // In a task of both kinds, the list of organisations often has no total, so it may be missing there.
    if (totalPath && !(this.#isBeside(objectType) && at(json, totalPath) === undefined)) refuseShort(json, totalPath, read)
  }

  #isBeside(objectType: ObjectType): boolean {
    return objectType === 'org' && this.#connection.objectType === 'all'
  }

  pathOf(objectType: ObjectType): string {
    const { path, orgPath } = this.#options
    return this.#isBeside(objectType) ? (orgPath ?? path ?? '') : (path ?? '')
  }

  async page(objectType: ObjectType, address: URL): Promise<Page> {
    const { method } = this.#connection
    const body = method === 'POST' ? { body: JSON.stringify(this.#options.body ?? {}) } : {}
    const { json, reply } = await this.#client.ask(address, { method, ...body })
    const list = at(json, this.pathOf(objectType))
    if (!Array.isArray(list)) throw this.#error(text.source.notList, reply)
    if (!list.every(isRow)) throw this.#error(text.source.notRows, reply)
    return { rows: list, json, reply }
  }

  #error(sentence: string, { status }: Reply): SourceError {
    return Object.assign(new SourceError(sentence, status), { exchange: this.#client.last })
  }
}

const isRow = (value: unknown): value is RawRow => typeof value === 'object' && value !== null && !Array.isArray(value)
