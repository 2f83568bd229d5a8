import { lookup as resolve, type LookupAddress } from 'node:dns'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { request, secureRequest } from '../platform/http/http.ts'
import { decodeText } from '../platform/text/decode.ts'
import { isAllowedAddress } from './address.ts'

const TIMEOUT_MS = 5000
const LARGEST = 1024 * 1024

export interface Message {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}
export interface Reply {
  status: number
  text: string
  /** Response headers; absent in adapters that need none. */
  headers?: Readonly<Record<string, string | string[] | undefined>>
}
/** Sends a request to an external system. Throws Unreachable. */
export type HttpSender = (url: URL, message: Message) => Promise<Reply>

interface Limits {
  /** Allows this machine's own addresses; only where external systems are faked on it. */
  withLoopback: boolean
  timeoutMs?: number
  /** The most bytes of an answer, after decompression. */
  largest?: number
}

export class Unreachable extends Error {}

/**
 * One request to an external system by the rules of T23: http and https only, the name resolved once and each address
 * checked, no redirects, five seconds, one megabyte.
 */
export const createHttpSender =
  ({ withLoopback, timeoutMs = TIMEOUT_MS, largest = LARGEST }: Limits): HttpSender =>
  async (url, message) => {
    try {
      return await ask(url, message, { withLoopback, timeoutMs, largest })
    } catch (error) {
      throw error instanceof Unreachable ? error : new Unreachable(reasonOf(error), { cause: error })
    }
  }

/** The error's text without the address, whose query may contain a secret. */
const reasonOf = (error: unknown) => (error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown')

async function ask(url: URL, { method, headers, body }: Message, { withLoopback, timeoutMs, largest }: Required<Limits>): Promise<Reply> {
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password) throw new Unreachable('address refused')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isAllowedAddress(host, withLoopback)) throw new Unreachable('address refused')
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    agent: false,
    lookup: checkedLookup(withLoopback),
    signal: AbortSignal.timeout(timeoutMs),
  }
  const response = await new Promise<IncomingMessage>((done, fail) => {
    const sending = (url.protocol === 'https:' ? secureRequest : request)(url, options, done)
    sending.on('error', fail).end(body)
  })
  const read = await readBody(response, largest)
  return { status: response.statusCode ?? 0, text: read, headers: response.headers }
}

async function readBody(response: IncomingMessage, largest: number): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of inflated(response) as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > largest) throw new Unreachable('answer too large')
    pieces.push(piece)
  }
  return decodeText(Buffer.concat(pieces), { isStrict: false })
}

/** The limit applies to decompressed bytes, as a small answer may expand. */
function inflated(response: IncomingMessage): Readable {
  if (!/^(x-)?gzip$/i.test(response.headers['content-encoding'] ?? '')) return response
  return pipeline(response, createGunzip(), () => undefined)
}

/** Connects to exactly the checked addresses, without resolving the name again. */
export const checkedLookup =
  (withLoopback: boolean): LookupFunction =>
  (name, options, done) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      const refused = !error && !found.every(({ address }) => isAllowedAddress(address, withLoopback))
      const failure = error ?? (refused || found.length === 0 ? new Unreachable('address refused') : null)
      if (options.all) done(failure, failure ? [] : found)
      else done(failure, ...firstOf(failure ? [] : found))
    })

const firstOf = ([first]: LookupAddress[]): [string, number] => [first?.address ?? '', first?.family ?? 4]
