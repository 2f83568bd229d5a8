import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../../../platform/kernel.ts'
import { chooseJob, mustChoose } from '../../../apps/index.ts'
import { jobPage } from '../../protocol/acting.ts'
import { type AccessProblem, checkAccess, refusedAt } from '../../protocol/check-access.ts'
import { factorPage } from '../../protocol/factor-page.ts'
import { sendPage } from '../../protocol/page.ts'
import { databaseTime } from '../../protocol/person.sql.ts'
import { text as protocolText } from '../../protocol/text.ts'
import { writeVisit } from '../../protocol/visit.sql.ts'
import { currentVisitor, signInAddress } from '../../protocol/visitor.ts'
import { classesOf, classFor, factorFor, unmetReason } from './context.ts'
import { failRequest, decline, declineAt, declineFor, responsePartiesOf, type SignedIn, type SsoContext } from './decline.ts'
import { signingPair } from '../keys/key.sql.ts'
import { findSession, keepLogin, type SessionFacts } from '../logout/login.sql.ts'
import { SAML_PATH } from '../own-entity.ts'
import { reject, SamlProblem } from '../problem.ts'
import { type AuthnRequest, nameIdOf, unsolicited } from './request.ts'
import { responseOf, type Subject } from './respond.ts'
import { redirect, sendForm } from './send.ts'
import { findSp, spOfCode } from '../sp.sql.ts'
import { subjectOf } from './subject.ts'
import { text } from '../text.ts'
import { findWaiting, resumeUrl, storeRequest, sendExpiredPage, withSp } from './waiting.ts'

export async function answerWaiting(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
  const found = await findWaiting(kernel, token)
  if (!found) return sendExpiredPage(reply)
  return answer({ kernel, reply, ...found, visitor: await currentVisitor(kernel, request, true), token })
}

export async function answerAtOnce(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  authnRequest: AuthnRequest,
): Promise<FastifyReply> {
  const sp = (await findSp(kernel.db, authnRequest.appId))!
  return answer({ kernel, reply, sp, authnRequest, visitor: await currentVisitor(kernel, request, true) })
}

/** Stores the job the user chose to act in; if it is not theirs, the page asks again. */
export async function takeJob(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, form: URLSearchParams): Promise<FastifyReply> {
  const token = form.get('r') ?? ''
  const found = await findWaiting(kernel, token)
  if (!found) return sendExpiredPage(reply)
  const visitor = await currentVisitor(kernel, request, true)
  const { who } = visitor
  if (who) await chooseJob(kernel.db, who.userId, { appId: found.sp.appId, sessionId: who.sessionId }, form.get('job') ?? '')
  return answer({ kernel, reply, ...found, visitor, token })
}

/** Sends an unsolicited response, if the administrator allows it (profiles, 4.1.5). */
export async function start(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, code: string, relayState: string | null) {
  const sp = (await spOfCode(kernel.db, code)) ?? reject('unknownIssuer', code)
  const isAllowed = relayState === null || (sp.relayStateStart !== null && relayState.startsWith(sp.relayStateStart))
  if (sp.allowUnsolicited !== 1 || !isAllowed || sp.isOver) {
    const problem = sp.isOver ? new SamlProblem('metadataOver') : new SamlProblem('unsolicited', relayState ?? '')
    problem.appId = sp.appId
    throw problem
  }
  return answerAtOnce(kernel, request, reply, unsolicited(sp, relayState, await databaseTime(kernel.db)))
}

/** The response address is verified by now, so errors can be returned to the application. */
const answer = (ctx: SsoContext): Promise<FastifyReply> => decide(ctx).catch((error: unknown) => failRequest(ctx, error))

/** Checks in the order of the profile: the request, the user, the authentication, the access. */
async function decide(ctx: SsoContext): Promise<FastifyReply> {
  const { authnRequest, sp, visitor } = ctx
  const format = nameIdOf(authnRequest.nameFormat)
  const isOtherQualifier = authnRequest.spNameQualifier !== null && authnRequest.spNameQualifier !== sp.entityId
  if (format === undefined || isOtherQualifier)
    return declineFor(ctx, new SamlProblem('nameId', authnRequest.nameFormat ?? authnRequest.spNameQualifier ?? ''), [
      'Requester',
      'InvalidNameIDPolicy',
    ])
  if (authnRequest.fault === 'declaration')
    return declineFor(ctx, new SamlProblem('context', 'AuthnContextDeclRef'), ['Responder', 'NoAuthnContext'])
  const { who } = visitor
  if (!who || (authnRequest.forceAuthn && who.authTime <= authnRequest.askedAt)) return signInFirst(ctx)
  return answerSignedIn({ ...ctx, visitor: { ...visitor, who } }, format === 'any' ? sp.nameId : format)
}

const loginAt = (token: string) => signInAddress(resumeUrl(token))

const NO_PASSIVE = ['Responder', 'NoPassive'] as const

async function signInFirst(ctx: SsoContext): Promise<FastifyReply> {
  const { kernel, reply, authnRequest } = ctx
  if (authnRequest.isPassive) return decline(ctx, NO_PASSIVE)
  const token = ctx.token ?? (await storeRequest(kernel, authnRequest))
  return redirect(reply, loginAt(token))
}

async function answerSignedIn(ctx: SignedIn, kind: Subject['name']['kind']): Promise<FastifyReply> {
  const { kernel, sp, authnRequest, visitor } = ctx
  const { userId, sessionId } = visitor.who
  const { appId } = sp
  const problem = await checkAccess(kernel, visitor, { appId, ipWhitelist: sp.ipWhitelist, accountFrom: sp.accountFrom })
  if (!problem && sp.asksJob === 1 && (await mustChoose(kernel.db, userId, { appId, sessionId }))) return askJob(ctx)
  const session = problem ? undefined : await findSession(kernel.db, sessionId)
  if (!problem && !session) return signInFirst(ctx)
  if (session) {
    const contextClass = classFor(authnRequest.context, classesOf(kernel, session))
    if (contextClass === undefined) return requireContext(ctx, session)
    const subject = await subjectOrProblem(ctx, kind)
    if (subject instanceof SamlProblem) return declineFor(ctx, subject, ['Requester', 'InvalidNameIDPolicy'])
    if (subject) {
      if (authnRequest.subject !== null && authnRequest.subject !== subject.name.value)
        return decline(ctx, ['Requester', 'UnknownPrincipal'])
      const times = { authTime: new Date(visitor.who.authTime * 1000), sessionEnd: new Date(session.endsAt * 1000) }
      return sendAssertion(ctx, { ...subject, contextClass, sessionIndex: `_${randomBytes(16).toString('hex')}`, ...times })
    }
  }
  return refuseAccess(ctx, problem ?? 'noAccess')
}

async function subjectOrProblem({ kernel, sp, visitor }: SignedIn, kind: Subject['name']['kind']) {
  try {
    return await subjectOf(kernel, sp, visitor.who, { kind })
  } catch (error) {
    if (error instanceof SamlProblem) return error
    throw error
  }
}

/** Asks for the missing second factor; a user who has just signed in without it is refused. */
async function requireContext(ctx: SignedIn, session: SessionFacts): Promise<FastifyReply> {
  const { kernel, reply, sp, authnRequest, visitor } = ctx
  const factor = factorFor(kernel, authnRequest.context, session)
  if (factor !== undefined && !authnRequest.isPassive) {
    const token = ctx.token ?? (await storeRequest(kernel, authnRequest))
    const away = { to: declineAt(token, 'unmet'), words: protocolText.backToApp }
    const wanted = { app: sp.appName, least: factor, again: resumeUrl(token), login: loginAt(token), away }
    return sendPage(reply, await factorPage(kernel, visitor.who.userId, wanted))
  }
  if (visitor.who.authTime <= authnRequest.askedAt && !authnRequest.isPassive) return signInFirst(ctx)
  const reason = unmetReason(kernel, authnRequest.context, session)
  return declineFor(ctx, new SamlProblem('context', reason), ['Responder', 'NoAuthnContext'])
}

/** If encryption fails, Hufu's own page shows the error; nothing is sent in clear. */
async function sendAssertion(ctx: SignedIn, subject: Subject): Promise<FastifyReply> {
  const { kernel, reply, sp, authnRequest, visitor } = ctx
  const { userId, sessionId } = visitor.who
  const { appId } = sp
  const pair = await signingPair(kernel, sp.kid)
  const response = await withSp(kernel, sp.entityId, () => responseOf(responsePartiesOf(ctx), subject, pair))
  await writeVisit(kernel.db, { appId, userId, sessionId, protocol: 'saml', problem: '', ip: visitor.ip, agent: visitor.agent })
  await keepLogin(kernel.db, { sessionId, appId, name: subject.name, sessionIndex: subject.sessionIndex })
  return sendForm(reply, response, {
    to: authnRequest.acs,
    kind: 'response',
    relayState: authnRequest.relayState,
    title: text.going(sp.appName),
  })
}

const OWN_DUTIES: ReadonlySet<AccessProblem> = new Set<AccessProblem>(['changePassword', 'bindFactor'])

async function refuseAccess(ctx: SignedIn, problem: AccessProblem): Promise<FastifyReply> {
  const { kernel, reply, sp, authnRequest, visitor } = ctx
  const { ip, agent, who } = visitor
  const visit = { appId: sp.appId, userId: who.userId, sessionId: who.sessionId, protocol: 'saml', problem, ip, agent } as const
  const trace = await writeVisit(kernel.db, visit)
  if (authnRequest.isPassive) return decline(ctx, OWN_DUTIES.has(problem) ? NO_PASSIVE : ['Responder', 'RequestDenied'])
  const token = ctx.token ?? (await storeRequest(kernel, authnRequest))
  const back = declineAt(token, 'denied')
  const page = await refusedAt(kernel.db, { problem, app: sp.appName, accountFrom: sp.accountFrom, trace, back, again: resumeUrl(token) })
  return sendPage(reply, page, 403)
}

async function askJob(ctx: SignedIn): Promise<FastifyReply> {
  const { kernel, reply, sp, authnRequest, visitor } = ctx
  if (authnRequest.isPassive) return decline(ctx, NO_PASSIVE)
  const token = ctx.token ?? (await storeRequest(kernel, authnRequest))
  const where = { action: `${SAML_PATH}/job`, hidden: { r: token }, leadsTo: undefined, back: declineAt(token, 'cancelled') }
  return sendPage(reply, await jobPage(kernel.db, { userId: visitor.who.userId, app: sp.appName, ...where }))
}
