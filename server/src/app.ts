import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { refusals } from '@hufu/contract/refusals'
import type { Language } from '@hufu/contract/refusals-in'
import { rightsOf } from './domains/apps/access/rights.ts'
import { addOwnItems } from './domains/federation/api-item/api-item.sql.ts'
import { checkGiven } from './domains/apps/giving/giving.ts'
import { stateOf as delegationStateOf } from './domains/permission/delegated-admin/delegated-admin.sql.ts'
import { liftDelegationsOf } from './domains/permission/delegated-admin/delegation-write.sql.ts'
import { kinds } from './sheets/index.ts'
import { importFeature } from './sheets/import.routes.ts'
import { orgSheets } from './domains/directory/org/sheets.ts'
import { opensAnyApp, hasDirectAppGrant } from './domains/apps/account-apps/account-apps.sql.ts'
import { bindingsOf } from './domains/credentials/scan/binding.sql.ts'
import { signInPort } from './domains/sign-in/sign-in/sign-in-port.ts'
import { framedOrigins } from './domains/sign-in/sign-in/framed-origins.ts'
import { hasInitialPassword } from './domains/directory/index.ts'
import { directoryPort } from './domains/directory/user/directory-port.ts'
import { userSheets } from './domains/directory/user/user.ts'
import { messagesPort } from './domains/messages/inbox/messages-port.ts'
import { timelinePort } from './domains/audit/timeline/timeline-port.ts'
import { isRestorable } from './domains/operations/data-history/plan.ts'
import { publishedNotices } from './domains/operations/notice/notice.sql.ts'
import { messagesFeatures } from './domains/messages/features.ts'
import { directoryFeatures } from './domains/directory/features.ts'
import { signInFeatures } from './domains/sign-in/features.ts'
import { credentialsFeatures } from './domains/credentials/features.ts'
import { permissionFeatures } from './domains/permission/features.ts'
import { appsFeatures } from './domains/apps/features.ts'
import { federationFeatures } from './domains/federation/features.ts'
import { governanceFeatures } from './domains/governance/features.ts'
import { reviewsOfChanges } from './domains/governance/review/review.ts'
import { provisioningFeatures } from './domains/provisioning/features.ts'
import { ownedFieldsOf } from './domains/provisioning/sync/report/by-source.sql.ts'
import { auditFeatures } from './domains/audit/features.ts'
import { operationsFeatures } from './domains/operations/features.ts'
import { BUILT_CONSOLE, serveConsole } from './platform/http/pages.ts'
import { refusedFrom } from './platform/http/errors.ts'
import { STATUS_CODES } from './platform/http/http.ts'
import { randomChunk } from './platform/database/ids.ts'
import { readJsonBodies } from './platform/http/body.ts'
import type { Kernel } from './platform/kernel.ts'
import { languageFor, Refused, refusalEnvelope } from './platform/http/refuse.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { quietLog } from './platform/database/quiet-log.ts'
import { followLanguage } from './platform/http/language.ts'
import { answersAt, isSecure } from './platform/http/origin.ts'
import { innerCalls } from './platform/http/inner-call.ts'
import { mount } from './platform/http/routes.ts'
import { headerTimeouts, REQUEST_TIMEOUTS, watchBodies } from './platform/http/request-timeouts.ts'
import type { Feature } from './platform/http/context.ts'
import { canSignInByLink, entrantOf } from './domains/federation/identity-provider/link.sql.ts'
import { serveIdentityProviders } from './domains/federation/identity-provider/identity-provider.ts'
import { serveCas } from './domains/federation/cas/cas.ts'
import { serveSyncInbox } from './domains/provisioning/sync/inbox.ts'
import { serveSaml } from './domains/federation/saml/saml.ts'
import { serveScim } from './domains/federation/scim/scim.ts'
import { serveRegistration } from './domains/federation/registration/registration.ts'
import { serveOidc } from './domains/federation/oidc/oidc.ts'

/** Every feature of the server, by domain. */
export const features: readonly Feature[] = [
  ...messagesFeatures,
  ...directoryFeatures,
  ...signInFeatures,
  ...credentialsFeatures,
  ...permissionFeatures,
  ...appsFeatures,
  ...federationFeatures,
  ...governanceFeatures,
  ...provisioningFeatures,
  ...auditFeatures,
  ...operationsFeatures,
  importFeature,
]

// Connects the ports: each domain gets what it needs from domains that it may not import.
messagesPort.connect({ publishedNotices, hasInitialPassword })
directoryPort.connect({
  bindingsOf,
  delegationState: delegationStateOf,
  endDelegations: liftDelegationsOf,
  rightsOf,
  ownedFields: ownedFieldsOf,
  ...reviewsOfChanges,
})
signInPort.connect({ opensAnyApp, hasDirectAppGrant, entrantOf, canSignInByLink })
timelinePort.connect({ isRestorable })
innerCalls.connect(features)
kinds.connect({ ...userSheets, ...orgSheets })

const HEADER_BYTES = 65_536
/** How long callers on open connections are answered with `connection: close` before idle connections are closed. */
const KEPT_ALIVE_MS = 200
const DRAIN_MS = 4000
const LONGEST_ID = 500
const API_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Contracts parse the calls; without this, Fastify would load Ajv for schemas that are never given. */
const noCompilers = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** Opens the application. Request ids are generated here and never taken from the request (T28). */
export async function openApp(
  kernel: Kernel,
  log: FastifyBaseLogger,
  timeouts = REQUEST_TIMEOUTS,
  builtConsole = BUILT_CONSOLE,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: quietLog(log, kernel.pulse),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomChunk(8).toString('hex'),
    // Trusts only the configured proxies; none if none is configured.
    trustProxy: kernel.settings.trustProxy.length > 0 ? [...kernel.settings.trustProxy] : false,
    http: { maxHeaderSize: HEADER_BYTES, ...headerTimeouts(timeouts) },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_ID },
    // For paths that cannot be decoded or are too long.
    clientErrorHandler,
    frameworkErrors: (_error, request, reply) =>
      sendRoutingRefusal(request, reply.headers(API_HEADERS), 'unknownPath', kernel.settings.language),
    forceCloseConnections: 'idle',
    // While stopping, requests on open connections are still answered, with `connection: close`.
    return503OnClosing: false,
    schemaController: { compilersFactory: noCompilers },
  })
  // Fastify parses text/plain by default, which a page of another site may send without a preflight.
  app.removeContentTypeParser('text/plain')
  // DELETE has no body, so its headers about one are not read (RFC 9110, 9.3.5).
  app.addHttpMethod('DELETE', { hasBody: false, overrideExisting: true })
  readJsonBodies(app)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: false })
  followLanguage(app, kernel.settings.language)
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now()
    // One year, as browsers recommend; without subdomains, because they may belong to others.
    if (isSecure(kernel)) reply.raw.setHeader('strict-transport-security', 'max-age=31536000')
    if (request.url.startsWith('/api/')) void reply.headers(API_HEADERS)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Query strings are not logged, because they may hold secrets.
    const path = request.url.split('?', 1)[0]
    request.log.info(
      { traceId: request.id, method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
  await addOwnItems(kernel.db)
  answersAt(kernel, app.server)
  serveMetrics(app, kernel)
  watchBodies(app, timeouts)
  stopGracefully(app, kernel)
  for (const feature of features) mount(app, kernel, feature, checkGiven)
  await serveRegistration(app, kernel)
  await serveOidc(app, kernel, log)
  await serveCas(app, kernel)
  await serveSaml(app, kernel)
  await serveIdentityProviders(app, kernel)
  await serveScim(app, kernel)
  await serveSyncInbox(app, kernel)
  answerUnmatchedRequests(app, kernel.settings.language)
  await serveConsole(app, { dist: builtConsole, language: kernel.settings.language, framedOrigins: () => framedOrigins(kernel) })
  return app
}

/**
 * An orderly stop. First the health call turns to 503 and every answer closes its connection, so that load balancers send
 * elsewhere; then no connection is accepted. Calls in progress are waited for, but not a body that never ends.
 */
function stopGracefully(app: FastifyInstance, kernel: Kernel): void {
  let timer: NodeJS.Timeout | undefined
  // Also for requests that came before the stop and are answered after it.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (kernel.isStopping) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    kernel.isStopping = true
    // A node with the embedded database is the only one, so waiting longer would not let another node take over.
    await pause(Math.max(KEPT_ALIVE_MS, kernel.settings.databaseUrl ? kernel.settings.stopDelay : 0))
    timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}

/**
 * Answers what is not HTTP or has too large headers, and closes the connection, because the next call on it could be another
 * client's.
 */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  const name =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'headersTooLarge' : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'tooSlow' : 'unreadable'
  const status = refusals[name].http ?? 400
  const body = JSON.stringify(refusalEnvelope(new Refused(name, {})))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const headers = Object.entries(API_HEADERS).map(([key, value]) => `${key}: ${value}`)
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else socket.end([...head, ...headers, '', body].join('\r\n'), () => socket.destroy())
}

/** Answers unknown paths, wrong methods and errors before a call is found. */
function answerUnmatchedRequests(app: FastifyInstance, language: Language): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = refusedFrom(error)
    if (!refused) request.log.error({ err: error, traceId: request.id }, 'defect')
    const answer = refused ?? new Refused('defect', {})
    return reply
      .code(answer.refusal.http ?? 200)
      .send({ ...refusalEnvelope(answer, languageFor(request.headers, language)), traceId: request.id })
  })
  // Answers before the body is read, because the answer does not depend on it.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.split('?', 1)[0]!.replace(/\/$/, '')
    const isRoute = app.hasRoute({ method: 'GET', url }) || app.hasRoute({ method: 'POST', url })
    return sendRoutingRefusal(request, reply, isRoute ? 'wrongMethod' : 'unknownPath', language)
  }
  app.all('/api/*', { onRequest }, async () => undefined)
}

const sendRoutingRefusal = (request: FastifyRequest, reply: FastifyReply, name: 'wrongMethod' | 'unknownPath', language: Language) =>
  reply.code(refusals[name].http ?? 404).send(refusalEnvelope(new Refused(name, {}), languageFor(request.headers, language)))
