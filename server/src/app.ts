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
import { pathsOf, rightsOf } from './features/access/access.ts'
import { adminFeature } from './features/admin/admin.routes.ts'
import { apiClientFeature } from './features/api-client/api-client.routes.ts'
import { addOwnItems } from './features/api-item/api-item.ts'
import { appFeature, appGroupFeature } from './features/app/app.routes.ts'
import { appVisitFeature } from './features/app-visit/app-visit.routes.ts'
import { appSettingFeature } from './features/app/app-setting.routes.ts'
import { appResourceFeature, appRoleFeature } from './features/app-role/app-role.routes.ts'
import { appUserFeature } from './features/app-user/app-user.routes.ts'
import { authGroupFeature } from './features/auth-group/auth-group.routes.ts'
import { authorizeFeature } from './features/authorize/authorize.routes.ts'
import { certificateFeature } from './features/certificate/certificate.routes.ts'
import { operLogFeature } from './features/audit/audit.routes.ts'
import { configFeature, healthFeature } from './features/config/config.routes.ts'
import { factorFeature } from './features/factor/factor.routes.ts'
import { faceFeature } from './features/face/face.routes.ts'
import { securityFeature } from './features/config/security.routes.ts'
import { fileFeature, keptFileFeature } from './features/file/file.routes.ts'
import { checkGiven } from './features/giving/giving.ts'
import { gradeStateOf, liftGradesOf } from './features/grade-admin/grade-admin.ts'
import { gradeAdminFeature } from './features/grade-admin/grade-admin.routes.ts'
import { kinds } from './features/import/import.ts'
import { importFeature } from './features/import/import.routes.ts'
import { incorrectLoginFeature } from './features/incorrect-login/incorrect-login.routes.ts'
import { labelFeature } from './features/label/label.routes.ts'
import { loginLogFeature } from './features/login-log/login-log.routes.ts'
import { menuFeature } from './features/menu/menu.routes.ts'
import { noticeFeature } from './features/notice/notice.routes.ts'
import { onlineFeature } from './features/online/online.routes.ts'
import { openapiFeature } from './features/openapi/openapi.routes.ts'
import { orgSheets } from './features/org/org.ts'
import { orgFeature, orgRangeFeature } from './features/org/org.routes.ts'
import { passkeyFeature } from './features/passkey/passkey.routes.ts'
import { opensAny, opensPlainly } from './features/own-app/own-app.ts'
import { ownAppFeature } from './features/own-app/own-app.routes.ts'
import { userAppFeature } from './features/user/user-app.routes.ts'
import { ownEmailFeature } from './features/own-email/own-email.routes.ts'
import { accountCheckFeature, ownPhoneFeature } from './features/own-phone/own-phone.routes.ts'
import { ownDeviceFeature, ownSessionFeature } from './features/own-session/own-session.routes.ts'
import { phoneFeature } from './features/phone/phone.routes.ts'
import { rehearsalFeature } from './features/rehearsal/rehearsal.routes.ts'
import { roleFeature } from './features/role/role.routes.ts'
import { bindingsOf } from './features/scan/scan.ts'
import { scanFeature } from './features/scan/scan.routes.ts'
import { separationFeature } from './features/separation/separation.routes.ts'
import { selfFeature } from './features/sign-in/self.routes.ts'
import { belowSignIn, framedOrigins } from './features/sign-in/sign-in.ts'
import { signInFeature } from './features/sign-in/sign-in.routes.ts'
import { dutyFeature, orgSettingFeature, postFeature, rankFeature, titleFeature } from './features/standing/standing.routes.ts'
import { statsFeature } from './features/stats/stats.routes.ts'
import { smsFeature } from './features/sms/sms.routes.ts'
import { stripeFeature } from './features/stripe/stripe.routes.ts'
import { taskFeature } from './features/task/task.routes.ts'
import { totpFeature } from './features/totp/totp.routes.ts'
import { ticketFeature } from './features/ticket/ticket.routes.ts'
import { belowDirectory, userSheets } from './features/user/user.ts'
import { userFeature } from './features/user/user.routes.ts'
import { viewingFeature } from './features/viewing/viewing.routes.ts'
import { welcomeFeature } from './features/welcome/welcome.routes.ts'
import { workGroupFeature } from './features/work-group/work-group.routes.ts'
import { serveConsole } from './kernel/console-files.ts'
import { refusedFrom } from './kernel/errors.ts'
import { STATUS_CODES } from './kernel/http.ts'
import { randomChunk } from './kernel/ids.ts'
import { readJsonBodies } from './kernel/json-body.ts'
import type { Kernel } from './kernel/kernel.ts'
import { Refused, refusalEnvelope } from './kernel/refuse.ts'
import { serveMetrics } from './kernel/metrics.ts'
import { answersAt, isSecure } from './kernel/origin.ts'
import { mount } from './kernel/routes.ts'
import { headerTimeouts, PATIENCE, watchBodies } from './kernel/slow-senders.ts'
import type { Feature } from './kernel/turn.ts'
import { serveCas } from './protocols/cas/cas.ts'
import { serveOidc, signingKeyFeature } from './protocols/oidc/oidc.ts'

/** Everything the server answers, in the order of the menu. */
export const features: readonly Feature[] = [
  healthFeature,
  signInFeature,
  selfFeature,
  phoneFeature,
  passkeyFeature,
  totpFeature,
  factorFeature,
  scanFeature,
  faceFeature,
  smsFeature,
  ticketFeature,
  ownEmailFeature,
  ownPhoneFeature,
  accountCheckFeature,
  ownSessionFeature,
  ownDeviceFeature,
  ownAppFeature,
  userAppFeature,
  certificateFeature,
  welcomeFeature,
  appRoleFeature,
  appResourceFeature,
  appUserFeature,
  authorizeFeature,
  authGroupFeature,
  apiClientFeature,
  onlineFeature,
  loginLogFeature,
  orgFeature,
  orgRangeFeature,
  userFeature,
  gradeAdminFeature,
  separationFeature,
  viewingFeature,
  orgSettingFeature,
  rankFeature,
  titleFeature,
  dutyFeature,
  postFeature,
  labelFeature,
  stripeFeature,
  workGroupFeature,
  appFeature,
  appGroupFeature,
  appSettingFeature,
  appVisitFeature,
  signingKeyFeature,
  rehearsalFeature,
  importFeature,
  statsFeature,
  fileFeature,
  keptFileFeature,
  taskFeature,
  operLogFeature,
  adminFeature,
  roleFeature,
  incorrectLoginFeature,
  configFeature,
  securityFeature,
  menuFeature,
  noticeFeature,
  openapiFeature,
]

// What stands above is given what it asks of those below, which it may not import.
belowDirectory.connect({ bindingsOf, delegationState: gradeStateOf, endDelegations: liftGradesOf, pathsOf, rightsOf })
belowSignIn.connect({ opensAny, opensPlainly })
kinds.connect({ ...userSheets, ...orgSheets })

const HEADER_BYTES = 65_536
const DRAIN_MS = 4000
const LONGEST_ID = 500
const API_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Calls are parsed by their contract; Fastify would load Ajv for schemas nobody gives it. */
const noCompilers = {
  buildValidator: () => () => () => true,
  buildSerializer: () => () => JSON.stringify,
} as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/** The server's own address is what the caller asked for; a request id is never taken from outside (T28). */
export async function openApp(kernel: Kernel, log: FastifyBaseLogger, patience = PATIENCE): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomChunk(8).toString('hex'),
    // Of the proxies named, and of nobody where none is.
    trustProxy: kernel.settings.trustProxy.length > 0 ? [...kernel.settings.trustProxy] : false,
    http: { maxHeaderSize: HEADER_BYTES, ...headerTimeouts(patience) },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: LONGEST_ID },
    // An address that cannot be decoded, or is too long to be one of ours.
    clientErrorHandler,
    frameworkErrors: (_error, _request, reply) => sendStranger(reply.headers(API_HEADERS), 'unknownPath'),
    forceCloseConnections: 'idle',
    // Whoever still comes over an open connection is answered, and told that it closes.
    return503OnClosing: false,
    schemaController: { compilersFactory: noCompilers },
  })
  // Fastify reads text/plain unasked; a foreign page may send it (T2).
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  await app.register(cookie)
  await app.register(multipart, { throwFileSizeLimit: false })
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = performance.now()
    // A year, as browsers want it; subdomains are not ours to speak for.
    if (isSecure(kernel)) reply.raw.setHeader('strict-transport-security', 'max-age=31536000')
    if (request.url.startsWith('/api/')) void reply.headers(API_HEADERS)
  })
  app.addHook('onResponse', async (request, reply) => {
    // Query strings stay out of the log: they may hold what is secret (D-20).
    const path = request.url.split('?', 1)[0]
    request.log.info(
      { traceId: request.id, method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
  })
  await addOwnItems(kernel.db)
  answersAt(kernel, app.server)
  serveMetrics(app, kernel)
  watchBodies(app, patience)
  stopInOrder(app, kernel)
  for (const feature of features) mount(app, kernel, feature, checkGiven)
  await serveOidc(app, kernel, log)
  await serveCas(app, kernel)
  answerStrangers(app)
  await serveConsole(app, () => framedOrigins(kernel))
  return app
}

/**
 * A stop in good order (R21): health turns to 503 and each answer closes its connection, so that balancers send elsewhere;
 * then nobody is let in any more. Calls under way are waited for, a body that never comes to its end is not.
 */
function stopInOrder(app: FastifyInstance, kernel: Kernel): void {
  let timer: NodeJS.Timeout | undefined
  // Also of what came before the stop and is answered after it.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (kernel.isStopping) void reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => {
    kernel.isStopping = true
    // Alone on its database nobody else could take over what comes meanwhile.
    if (kernel.settings.databaseUrl) await pause(kernel.settings.stopDelay)
    timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}

/** What is no HTTP, or too much of it. The connection goes, and says so: else another's call may be the next on it. */
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

/** D-04: unknown paths, wrong methods and what breaks before a call is found. */
function answerStrangers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refused = refusedFrom(error)
    if (!refused) request.log.error({ err: error, traceId: request.id }, 'defect')
    const answer = refused ?? new Refused('defect', {})
    return reply.code(answer.refusal.http ?? 200).send({ ...refusalEnvelope(answer), traceId: request.id })
  })
  // Before a body is read: whatever it holds, the answer is the same.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.url.split('?', 1)[0]!.replace(/\/$/, '')
    const known = app.hasRoute({ method: 'GET', url }) || app.hasRoute({ method: 'POST', url })
    return sendStranger(reply, known ? 'wrongMethod' : 'unknownPath')
  }
  app.all('/api/*', { onRequest }, async () => undefined)
}

const sendStranger = (reply: FastifyReply, name: 'wrongMethod' | 'unknownPath') =>
  reply.code(refusals[name].http ?? 404).send(refusalEnvelope(new Refused(name, {})))
