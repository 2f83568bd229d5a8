import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { backgroundFailures } from '../tasks/background-work.ts'
import { lastChecks } from '../database/counters.sql.ts'
import { refusedFrom } from './errors.ts'
import { createServer } from './http.ts'
import type { Kernel } from '../kernel.ts'
import { hashesWaiting } from '../secrets/password-hash.ts'
import { languageFor, refusalEnvelope, refuse } from './refuse.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The envelope's code, if an envelope was sent. */
    outcome?: string
  }
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const OUTSIDE_API = 'other'

/**
 * Prometheus metrics: at /metrics for super administrators (token header), and, if HUFU_METRICS_PORT is set, on that port of
 * 127.0.0.1 for everybody on this machine.
 */
export function serveMetrics(app: FastifyInstance, kernel: Kernel): void {
  const registry = new Registry()
  timeCalls(app, registry)
  watchKernel(kernel, registry)
  let whole = false
  const print = () => {
    // Watching the event loop and the garbage collector costs a little, so it starts with the first request for metrics.
    if (!whole) collectDefaultMetrics({ register: registry })
    whole = true
    return registry.metrics()
  }
  app.get('/metrics', { errorHandler: sendRefusal }, async (request, reply) => {
    await requireSuperAdmin(kernel, request)
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await print())
  })
  if (kernel.settings.metricsPort > 0) listenOnOwnPort(app, kernel.settings.metricsPort, registry.contentType, print)
}

/** JSON calls always answer status 200 (D-04), so the outcome comes from the envelope's code. */
function timeCalls(app: FastifyInstance, registry: Registry): void {
  const labelNames = ['call', 'outcome'] as const
  const help = 'Time from the first byte of a request to the last of its answer, by call and outcome.'
  const duration = new Histogram({ name: 'hufu_http_request_duration_seconds', help, labelNames, buckets: SECONDS, registers: [registry] })
  app.addHook('preSerialization', (request, _reply, payload, done) => {
    if (payload !== null && typeof payload === 'object' && 'code' in payload) request.outcome = String(payload.code)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    duration.observe({ call: callOf(request), outcome: outcomeOf(request, reply) }, reply.elapsedTime / 1000)
    done()
  })
}

/** Only declared paths become labels, so that invented paths cannot grow the list. */
const callOf = ({ routeOptions: { url, method } }: FastifyRequest) =>
  url?.startsWith('/api/') && !url.includes('*') ? `${String(method)} ${url}` : OUTSIDE_API

function outcomeOf({ outcome }: FastifyRequest, { statusCode }: FastifyReply): 'success' | 'refused' | 'fault' {
  if (statusCode >= 500) return 'fault'
  if (outcome === undefined) return statusCode < 400 ? 'success' : 'refused'
  return outcome === 'success' || outcome === '0' ? 'success' : 'refused'
}

/** Gauges that are read when metrics are requested. */
function watchKernel({ pool, sessions, db, pulse }: Kernel, registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  gauge('hufu_pool_in_use', 'Connections to the database at work.', () => pool.totalCount - pool.idleCount)
  gauge('hufu_pool_waiting', 'Calls waiting for a connection.', () => pool.waitingCount)
  gauge('hufu_hash_queue', 'Passwords waiting to be hashed.', hashesWaiting)
  gauge(
    'hufu_background_failures',
    'Work nobody waited for that failed, and rejections nobody handled, since the start.',
    backgroundFailures,
  )
  gauge('hufu_clock_offset_seconds', 'How far the clock of the database is ahead of this machine.', () => pulse.offsetMs / 1000)
  gauge('hufu_sessions_kept', 'Sessions this node remembers for a second.', () => sessions.cachedCount)
  gauge('hufu_tasks_running', 'Background tasks at work on all nodes.', async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from async_task where status = 'RUNNING'`.execute(db)
    return rows[0]!.n
  })
  const atLastCheck = new Gauge({
    name: 'hufu_counter_differences',
    help: 'Kept counters that differed from what they count when they were last compared; they have been counted anew.',
    labelNames: ['counter'],
    registers: [],
    async collect() {
      for (const { counter, differences } of await lastChecks(db)) this.set({ counter }, differences)
    },
  })
  registry.registerMetric(atLastCheck)
}

async function requireSuperAdmin({ sessions }: Kernel, { headers: { token } }: FastifyRequest): Promise<void> {
  if (typeof token !== 'string' || token === '') refuse('signInAgain')
  const who = await sessions.byToken(token)
  if (!who.rights.scopeOf('superAdmin')) refuse('forbidden')
}

/** Real status codes, because a scraper does not know the envelope. */
function sendRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refused = refusedFrom(error)
  if (!refused) throw error
  void reply
    .code(refused.refusal.http ?? (refused.reason === 'forbidden' ? 403 : 401))
    .send(refusalEnvelope(refused, languageFor(request.headers)))
}

function listenOnOwnPort(app: FastifyInstance, port: number, contentType: string, print: () => Promise<string>): void {
  const beside = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    print().then(
      text => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        app.log.warn({ err: error }, 'metrics')
        response.writeHead(503).end()
      },
    )
  })
  app.addHook('onReady', async () => {
    await new Promise<void>((resolve, reject) => beside.once('error', reject).listen(port, '127.0.0.1', resolve))
  })
  app.addHook('onClose', async () => {
    beside.closeAllConnections()
    await new Promise(resolve => beside.close(resolve))
  })
}
