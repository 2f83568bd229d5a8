import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '@hufu/contract/call'
import { Refused } from './refuse.ts'

/** How long we wait for senders, and how many there may be (bad input 46). */
export interface RequestTimeouts {
  /** Headers must be whole by then, a body of JSON too (for each megabyte it may have); an upload may not pause longer. */
  ms: number
  /** Open at once; idle ones go after the time above, or after the keep-alive of an answered call. */
  connections: number
}
export const REQUEST_TIMEOUTS: RequestTimeouts = { ms: 15_000, connections: 10_000 }

const MEGABYTE = 1024 * 1024
/** How often connections are checked, in milliseconds. */
const checkIntervalMs = ({ ms }: RequestTimeouts) => Math.min(1000, ms / 5)

/** Node itself looks after headers, and sockets that never say a word. */
export const headerTimeouts = (timeouts: RequestTimeouts) => ({
  headersTimeout: timeouts.ms - checkIntervalMs(timeouts),
  connectionsCheckingInterval: checkIntervalMs(timeouts),
})

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: AnyCall
  }
}

/** Bodies: node knows one limit for all, and an upload over a slow line may take an hour as long as it moves. */
export function watchBodies(app: FastifyInstance, timeouts: RequestTimeouts): void {
  app.server.maxConnections = timeouts.connections
  app.addHook('preParsing', async (request, reply) => {
    if (hasBody(request)) watch(request, reply, timeouts)
  })
  // Answered before its body was read, by whatever refused it: the rest is thrown away, but not waited for much longer.
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    const timer = setTimeout(() => raw.socket.destroy(), timeouts.ms)
    raw.once('close', () => clearTimeout(timer))
  })
}

const hasBody = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

function watch(request: FastifyRequest, reply: FastifyReply, timeouts: RequestTimeouts): void {
  const { raw } = request
  const call = request.routeOptions.config.call
  const late = () => {
    // The reader of the body gets it as an error of the stream; the connection stays open until they have answered.
    if (raw.complete || reply.sent || raw.listenerCount('error') === 0) return
    void reply.header('connection', 'close')
    raw.emit('error', new Refused('tooSlow', {}))
  }
  const stop = call?.carriage === 'upload' ? whenIdle(request, timeouts, late) : whenOver(call, timeouts, late)
  raw.once('end', stop).once('close', stop)
}

function whenOver(call: AnyCall | undefined, timeouts: RequestTimeouts, late: () => void): () => void {
  const timer = setTimeout(late, timeouts.ms * Math.max(1, (call?.maxBytes ?? 0) / MEGABYTE))
  return () => clearTimeout(timer)
}

/** Counts checks instead of time, so that a blocked event loop is not held against the sender. */
function whenIdle({ raw }: FastifyRequest, timeouts: RequestTimeouts, late: () => void): () => void {
  let bytes = raw.socket.bytesRead
  let still = 0
  const timer = setInterval(() => {
    // Bytes that lie here unread wait for us, not we for them.
    still = raw.socket.bytesRead === bytes && raw.readableLength === 0 ? still + 1 : 0
    bytes = raw.socket.bytesRead
    if (still * checkIntervalMs(timeouts) < timeouts.ms) return
    clearInterval(timer)
    late()
  }, checkIntervalMs(timeouts))
  return () => clearInterval(timer)
}
