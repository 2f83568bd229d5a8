import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Kernel } from '../../../platform/kernel.ts'
import { isOutage } from '../../../platform/http/errors.ts'
import { Refused } from '../../../platform/http/refuse.ts'
import { LONGEST_FORM, readForm } from '../protocol/form.ts'
import { showFrames } from './logout/frontchannel.ts'
import { openHost, type Host } from './host.ts'
import { sendFailure } from '../protocol/failure.ts'
import { sendPage } from '../protocol/page.ts'
import { decline, interact, skipFactor, chooseAccount, takeConsent, takeJob, type InteractionContext } from './pages/interaction.ts'
import { ISSUER_PATH } from './issuer.ts'
import { UNAVAILABLE, unavailable } from './outage.ts'
import { currentVisitor } from '../protocol/visitor.ts'
import { text } from './text.ts'

const MINUTE = 60_000
/** Characters; browsers and servers may refuse a longer address. */
const LONGEST_QUERY = 8_000
/** Per IP address; high, because a whole office behind one may sign in at once, and a request stores little. */
const REQUESTS_A_MINUTE = 600
/** Per IP address; low, because user codes of devices are short and could be guessed. */
const DEVICE_CODES_A_MINUTE = 30

/** Paths that a user's browser opens; applications call the others. */
const isForPeople = (path: string) => /^\/(auth|device|session|interaction)(\/|$)/.test(path) && path !== '/device/auth'
/** The standard allows POST here too. It is redirected to GET, because browsers send no session cookies with a cross-site POST. */
const isTakenAsGet = (path: string) => path === '/auth' || path === '/session/end'

interface Mounted {
  kernel: Kernel
  host: Host
}

/** OpenID Connect and OAuth 2.x under /protocols/oidc (docs/decisions/openid-connect.md, 0028). */
export async function serveOidc(app: FastifyInstance, kernel: Kernel, log: FastifyBaseLogger): Promise<void> {
  const mounted = { kernel, host: openHost(kernel, log) }
  await app.register(async scope => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.setErrorHandler((error, request, reply) => answerError(error, request, reply))
    const interactionPath = `${ISSUER_PATH}/interaction/:uid`
    scope.get<InteractionRoute>(interactionPath, (request, reply) => toInteraction(mounted, request, reply, interact))
    scope.get<InteractionRoute>(`${interactionPath}/decline`, (request, reply) => toInteraction(mounted, request, reply, decline))
    scope.get<InteractionRoute>(`${interactionPath}/skip`, (request, reply) => toInteraction(mounted, request, reply, skipFactor))
    scope.post<InteractionRoute>(`${interactionPath}/account`, (request, reply) => toInteraction(mounted, request, reply, chooseAccount))
    scope.post<InteractionRoute>(`${interactionPath}/job`, (request, reply) => toInteraction(mounted, request, reply, takeJob))
    scope.post<InteractionRoute>(`${interactionPath}/consent`, (request, reply) => toInteraction(mounted, request, reply, takeConsent))
    scope.get(`${ISSUER_PATH}/session/frames`, (request, reply) => showFrames(kernel, reply, FramesQuery.parse(request.query).r))
    scope.all(`${ISSUER_PATH}/*`, (request, reply) => toLibrary(mounted, request, reply, request.url.slice(ISSUER_PATH.length)))
    // RFC 8414 puts the well-known part in front of the issuer's path; clients try both names there.
    for (const metadata of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])
      scope.get(metadata + ISSUER_PATH, (request, reply) => toLibrary(mounted, request, reply, metadata))
  })
}

/** A missing or malformed token becomes '', which is never valid. */
const FramesQuery = z.object({ r: z.string().max(LONGEST_QUERY).catch('') })
interface InteractionRoute {
  Params: { uid: string }
}
type Answer = (request: FastifyRequest, reply: FastifyReply, asking: InteractionContext) => Promise<FastifyReply>

async function toInteraction({ kernel, host }: Mounted, request: FastifyRequest<InteractionRoute>, reply: FastifyReply, answer: Answer) {
  const provider = await host.provider()
  if (!provider) return sendPage(reply, { icon: 'bad', title: text.defect }, 503)
  const { uid } = request.params
  const cookie = request.cookies[provider.cookieName('interaction')]
  return answer(request, reply, { kernel, provider, visitor: await currentVisitor(kernel, request, true), uid, cookie })
}

async function toLibrary(
  { kernel, host }: Mounted,
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
): Promise<FastifyReply | undefined> {
  const path = address.split('?', 1)[0]!
  await countRequest(kernel, request, path)
  if (Number(request.headers['content-length'] ?? 0) > LONGEST_FORM) return refuseLarge(request, reply)
  if (request.method === 'POST' && isTakenAsGet(path)) return redirectPostAsGet(request, reply, path)
  const provider = await host.provider()
  if (!provider) return sendPage(reply, { icon: 'bad', title: text.defect }, 503)
  await currentVisitor(kernel, request, isForPeople(path))
  reply.hijack()
  const { raw } = request
  reply.raw.setHeader('x-content-type-options', 'nosniff')
  reply.raw.setHeader('referrer-policy', 'no-referrer')
  Object.assign(raw, { originalUrl: ISSUER_PATH + address, url: address })
  // The library builds addresses from these headers, so they are set to the issuer's host, whatever the caller sent.
  const { host: name, protocol } = new URL(provider.issuer)
  Object.assign(raw.headers, { host: name, 'x-forwarded-host': name, 'x-forwarded-proto': protocol.slice(0, -1) })
  await provider.callback()(raw, reply.raw)
  return undefined
}

async function countRequest({ limits }: Kernel, { method, ip }: FastifyRequest, path: string): Promise<void> {
  if (method === 'POST' && path === '/device') await limits.count('deviceCode', ip, DEVICE_CODES_A_MINUTE, MINUTE)
  else if (path === '/auth' || path === '/device/auth' || path === '/backchannel')
    await limits.count('oidcRequest', ip, REQUESTS_A_MINUTE, MINUTE)
}

/** Reads the body and discards it, because a client may read the answer only after it has sent everything. */
function refuseLarge({ raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  raw.resume()
  return reply
    .code(400)
    .headers({ 'cache-control': 'no-store' })
    .send({ error: 'invalid_request', error_description: 'request entity too large' })
}

async function redirectPostAsGet(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const form = await readForm(request)
  if (typeof form === 'string')
    return sendPage(reply, { icon: 'bad', title: text.refused, lines: [text.refusedHow, `invalid_request: ${form}`] }, 400)
  const query = form.toString()
  if (query.length > LONGEST_QUERY)
    return sendPage(reply, { icon: 'bad', title: text.refused, lines: [text.refusedHow, 'invalid_request: request entity too large'] }, 400)
  return reply.header('cache-control', 'no-store').redirect(`${ISSUER_PATH}${path}?${query}`, 303)
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isForMachine = !isForPeople(request.url.slice(ISSUER_PATH.length).split('?', 1)[0]!)
  if (isForMachine && error instanceof Refused && error.reason === 'tooOften')
    return reply.code(429).send({ error: 'temporarily_unavailable', error_description: 'too many requests' })
  if (isForMachine && isOutage(error)) return reply.code(UNAVAILABLE).send(unavailable)
  // A client that aborts its request receives no answer, and that is no defect of the server.
  if (!(error instanceof Refused) && !request.raw.complete) return sendPage(reply, { icon: 'bad', title: text.refused }, 400)
  return sendFailure(error, request, reply)
}
