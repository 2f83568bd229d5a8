import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCall } from '@hufu/contract/call'
import { Refused } from './refuse.ts'

/** How long the server waits for senders, and how many connections it accepts. */
export interface RequestTimeouts {
  /** Time for the headers, and for a JSON body (per megabyte the call allows); an upload may not pause for longer. */
  ms: number
  /** Connections open at the same time. Idle ones are closed after `ms`, or after the keep-alive time of an answered call. */
  connections: number
}
export const REQUEST_TIMEOUTS: RequestTimeouts = { ms: 15_000, connections: 10_000 }

const MEGABYTE = 1024 * 1024
/** How often connections are checked, in milliseconds. */
const checkIntervalMs = ({ ms }: RequestTimeouts) => Math.min(1000, ms / 5)

/** Node itself limits the time for headers and closes connections that never send anything. */
export const headerTimeouts = (timeouts: RequestTimeouts) => ({
  headersTimeout: timeouts.ms - checkIntervalMs(timeouts),
  connectionsCheckingInterval: checkIntervalMs(timeouts),
})

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: AnyCall
  }
}

/**
 * Limits the time for bodies here, because Node has one limit for all, but an upload over a slow line may take an hour as long as
 * it progresses.
 */
export function watchBodies(app: FastifyInstance, timeouts: RequestTimeouts): void {
  app.server.maxConnections = timeouts.connections
  app.addHook('preParsing', async (request, reply) => {
    if (hasBody(request)) watch(request, reply, timeouts)
  })
  // If a request is refused before its body was read, the rest is discarded, but not waited for much longer.
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
    // The reader of the body gets the refusal as a stream error; the connection stays open until it is answered.
    if (raw.complete || reply.sent || raw.listenerCount('error') === 0) return
    void reply.header('connection', 'close')
    raw.emit('error', new Refused('tooSlow', {}))
  }
  const stop = call?.transport === 'upload' ? whenIdle(request, timeouts, late) : whenOver(call, timeouts, late)
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
    // Unread bytes in the buffer mean that the sender waits for the server, not the other way round.
    still = raw.socket.bytesRead === bytes && raw.readableLength === 0 ? still + 1 : 0
    bytes = raw.socket.bytesRead
    if (still * checkIntervalMs(timeouts) < timeouts.ms) return
    clearInterval(timer)
    late()
  }, checkIntervalMs(timeouts))
  return () => clearInterval(timer)
}
