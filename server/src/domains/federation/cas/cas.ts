import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LINK_COOKIE } from '../../../platform/http/guard.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { isSecure } from '../../../platform/http/origin.ts'
import { chooseJob, mustChoose } from '../../apps/index.ts'
import { endSession } from '../../../platform/access/session-lifecycle.ts'
import { noteFirstSignIn, noteRefused, noteUnknownAddress, shownAddress } from '../connect/refused.ts'
import { jobPage } from '../protocol/acting.ts'
import { readForm, leaveBodiesUnparsed } from '../protocol/form.ts'
import { sendFailure } from '../protocol/failure.ts'
import { sendPage } from '../protocol/page.ts'
import { databaseTime } from '../protocol/person.sql.ts'
import { currentVisitor, signInAddress, type Visitor } from '../protocol/visitor.ts'
import { checkAccess, refusedAt } from '../protocol/check-access.ts'
import { writeVisit } from '../protocol/visit.sql.ts'
import { json, plain, withoutAttributes, xml, type Verdict } from './answer.ts'
import { appOfService, findCasApp, type CasApp } from './service.sql.ts'
import { text } from './text.ts'
import { CAS_PATH } from './waiting-app.ts'
import { issueTicket, validateTicket, withTicket } from './ticket.ts'

const MINUTE = 60_000
/** As for the other protocols: many people behind one office address may start work at the same time. */
const REQUESTS_A_MINUTE = 600
/** How long a user may take to sign in, second factor included. */
const RENEW_SECONDS = 1800

const SERVICE_MAX = 2000
const line = z.string().max(SERVICE_MAX).optional()
/** A parameter that is given twice is parsed as a list and refused. */
const LoginQuery = z.object({ service: line, renew: line, gateway: line, since: line })
const ValidateQuery = z.object({ service: line, ticket: line, renew: line, format: line })
type LoginQuery = z.infer<typeof LoginQuery>

/** CAS 1.0, 2.0 and 3.0 under /protocols/cas (docs/decisions/cas.md, 0030). */
export async function serveCas(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async scope => {
    scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply))
    scope.get(`${CAS_PATH}/login`, async (request, reply) => {
      await kernel.limits.count('casLogin', request.ip, REQUESTS_A_MINUTE, MINUTE)
      return login(kernel, request, reply)
    })
    leaveBodiesUnparsed(scope)
    scope.post(`${CAS_PATH}/job`, async (request, reply) => {
      await kernel.limits.count('casLogin', request.ip, REQUESTS_A_MINUTE, MINUTE)
      return takeJob(kernel, request, reply)
    })
    scope.get(`${CAS_PATH}/logout`, async (request, reply) => logout(kernel, request, reply))
    scope.get(`${CAS_PATH}/validate`, async (request, reply) =>
      reply
        .headers(HEADERS)
        .type('text/plain; charset=utf-8')
        .send(plain(await validated(kernel, request))),
    )
    for (const version of ['', '/p3'])
      for (const name of ['serviceValidate', 'proxyValidate'])
        scope.get(`${CAS_PATH}${version}/${name}`, async (request, reply) => {
          const verdict = await validated(kernel, request)
          const answer = version === '' ? withoutAttributes(verdict) : verdict
          const { format } = request.query as { format?: unknown }
          void reply.headers(HEADERS)
          if (typeof format === 'string' && format.toUpperCase() === 'JSON') return reply.send(json(answer))
          return reply.type('application/xml; charset=utf-8').send(xml(answer))
        })
  })
}

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

async function validated(kernel: Kernel, { query, ip }: FastifyRequest): Promise<Verdict> {
  const parameters = ValidateQuery.safeParse(query)
  if (!parameters.success) return { failure: 'INVALID_REQUEST', words: 'malformed request' }
  const { verdict, appId, wanted } = await validateTicket(kernel, parameters.data)
  await noteVerdict(kernel, parameters.data.service ?? '', { verdict, appId, wanted, ip })
  return verdict
}

/** Records the first valid ticket, which ends the connection wizard, and shows invalid ones to the application's administrator. */
async function noteVerdict(
  kernel: Kernel,
  service: string,
  { verdict, appId, wanted, ip }: { verdict: Verdict; appId: string | undefined; wanted: string | undefined; ip: string },
): Promise<void> {
  const owner = appId ?? (await appOfService(kernel.db, service))?.id
  if (owner === undefined) return
  if ('success' in verdict) return noteFirstSignIn(kernel, owner)
  const isOther = wanted !== undefined
  const detail = isOther ? shownAddress(wanted) : `${verdict.failure}: ${verdict.words}`
  await noteRefused(kernel.db, [owner], {
    problem: isOther ? 'serviceChanged' : 'ticket',
    sent: isOther ? shownAddress(service) : '',
    detail,
    ip,
  })
}

/** §2.1: redirects to the application with a ticket or to the sign-in page, or shows a page that says why not. */
async function login(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parsed = LoginQuery.safeParse(request.query)
  if (!parsed.success) return sendPage(reply, { icon: 'bad', title: text.malformed, lines: [text.malformedHow] }, 400)
  const { service, renew, gateway, since } = parsed.data
  const visitor = await currentVisitor(kernel, request, true)
  if (!service) return redirectTo(reply, visitor.who ? '/' : '/login')
  const app = await appOfService(kernel.db, service)
  if (!app && (await appOfService(kernel.db, service, 0)))
    return sendPage(reply, { icon: 'bad', title: text.disabled, lines: [text.disabledHow] }, 403)
  if (!app) {
    const refused = { problem: 'service', sent: shownAddress(service), detail: 'UNAUTHORIZED_SERVICE', ip: request.ip } as const
    await noteUnknownAddress(kernel.db, 'cas', service, refused)
  }
  if (!app) return sendPage(reply, { icon: 'bad', title: text.unknownService, lines: [text.unknownServiceHow] }, 403)
  // If both are set, renew takes precedence over gateway (§2.1.1).
  if (!visitor.who && gateway === 'true' && renew !== 'true') return redirectTo(reply, service)
  const isNew = visitor.who !== undefined && since !== undefined && (await hasProvenSince(kernel, since, visitor.who))
  if (!visitor.who || (renew === 'true' && !isNew)) return redirectTo(reply, await signInFirst(kernel, parsed.data))
  return signInAt(kernel, reply, {
    app,
    service,
    visitor: { ...visitor, who: visitor.who },
    isNew,
    isQuiet: gateway === 'true' && renew !== 'true',
  })
}

/** The address of the sign-in page. A forced sign-in counts only if the user authenticates after this request. */
async function signInFirst(kernel: Kernel, { service = '', renew }: LoginQuery): Promise<string> {
  const detail: Renewal = { askedAt: await databaseTime(kernel.db) }
  const since = await issueOneTime(kernel.db, 'casRenew', { seconds: RENEW_SECONDS, detail })
  const back = new URLSearchParams({ service, ...(renew === 'true' && { renew }), since })
  return signInAddress(`${CAS_PATH}/login?${back.toString()}`)
}

interface Renewal {
  /** Seconds since 1970. */
  askedAt: number
}

async function hasProvenSince({ db }: Kernel, since: string, { authTime }: NonNullable<Visitor['who']>): Promise<boolean> {
  const renewal = await redeemOneTime<Renewal>(db, 'casRenew', since)
  return renewal !== undefined && authTime > renewal.detail.askedAt
}

interface Entry {
  app: CasApp
  service: string
  visitor: Visitor & { who: NonNullable<Visitor['who']> }
  isNew: boolean
  /** Whether the user must not see or be asked anything (gateway). */
  isQuiet: boolean
}

const loginAt = (service: string) => `${CAS_PATH}/login?${new URLSearchParams({ service }).toString()}`

async function signInAt(kernel: Kernel, reply: FastifyReply, { app, service, visitor, isNew, isQuiet }: Entry) {
  const { who, ip, agent } = visitor
  const problem = await checkAccess(kernel, visitor, { appId: app.id, ipWhitelist: app.ipWhitelist, accountFrom: app.accountFrom })
  const { userId, sessionId } = who
  if (!problem && app.asksJob === 1 && (await mustChoose(kernel.db, userId, { appId: app.id, sessionId })))
    return isQuiet ? redirectTo(reply, service) : askJob(kernel, reply, { app, service, userId, sessionId, isNew })
  const trace = await writeVisit(kernel.db, { appId: app.id, userId, sessionId, protocol: 'cas', problem: problem ?? '', ip, agent })
  const { accountFrom } = app
  // With gateway the user must see nothing; the missing ticket tells the application.
  if (problem && isQuiet) return redirectTo(reply, service)
  if (problem)
    return sendPage(reply, await refusedAt(kernel.db, { problem, app: app.name, accountFrom, trace, again: loginAt(service) }), 403)
  const ticket = await issueTicket(kernel, app, service, who, isNew)
  return redirectTo(reply, withTicket(service, ticket))
}

interface Waiting {
  appId: string
  service: string
  sessionId: string
  isNew: boolean
}

/** Asks for the job. The state so far is stored, because a renewed sign-in counts only once. */
async function askJob(
  kernel: Kernel,
  reply: FastifyReply,
  { app, userId, ...rest }: Omit<Waiting, 'appId'> & { app: CasApp; userId: string },
) {
  const detail: Waiting = { appId: app.id, ...rest }
  const asked = await issueOneTime(kernel.db, 'casJob', { seconds: RENEW_SECONDS, userId, detail })
  const where = { action: `${CAS_PATH}/job`, hidden: { asked }, leadsTo: rest.service, back: rest.service }
  return sendPage(reply, await jobPage(kernel.db, { userId, app: app.name, ...where }))
}

/** Takes the chosen job and goes on. If the job is not the user's, signInAt asks again. */
async function takeJob(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = await readForm(request)
  const waiting = typeof form === 'string' ? undefined : await redeemOneTime<Waiting>(kernel.db, 'casJob', form.get('asked') ?? '')
  const { who, ...visitor } = await currentVisitor(kernel, request, true)
  if (typeof form === 'string' || !waiting) return sendPage(reply, { icon: 'bad', title: text.over, lines: [text.malformedHow] }, 400)
  const { appId, service, sessionId, isNew } = waiting.detail
  const app = await findCasApp(kernel.db, appId)
  if (who?.sessionId !== sessionId || !app) return redirectTo(reply, loginAt(service))
  await chooseJob(kernel.db, who.userId, { appId, sessionId }, form.get('job') ?? '')
  return signInAt(kernel, reply, { app, service, visitor: { ...visitor, who }, isNew, isQuiet: false })
}

/** §2.3: ends the user's session, of which all its applications are notified. */
async function logout(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { who } = await currentVisitor(kernel, request, true)
  if (who) {
    await endSession(kernel.db, who.sessionId)
    kernel.sessions.forget()
  }
  void reply.setCookie(LINK_COOKIE, '', { path: '/protocols', httpOnly: true, sameSite: 'lax', secure: isSecure(kernel), expires: new Date(0) }) // prettier-ignore
  const parsed = LoginQuery.safeParse(request.query)
  const service = parsed.success ? parsed.data.service : undefined
  if (service && (await appOfService(kernel.db, service))) return redirectTo(reply, service)
  return sendPage(reply, { icon: 'good', title: text.loggedOut })
}

const redirectTo = (reply: FastifyReply, to: string): FastifyReply =>
  reply.headers({ ...HEADERS, 'referrer-policy': 'no-referrer' }).redirect(to, 303)
