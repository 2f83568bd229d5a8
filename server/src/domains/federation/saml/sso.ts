import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Strength } from '@hufu/contract/sign-in/strength'
import type { Kernel } from '../../../platform/kernel.ts'
import { chooseJob, mustChoose } from '../../apps/index.ts'
import { jobPage } from '../protocol/acting.ts'
import { type AccessProblem, checkAccess, refusedAt } from '../protocol/check-access.ts'
import { factorPage } from '../protocol/factor-page.ts'
import { sendPage } from '../protocol/page.ts'
import { databaseTime } from '../protocol/person.sql.ts'
import { text as shared } from '../protocol/text.ts'
import { writeVisit } from '../protocol/visit.sql.ts'
import { currentVisitor } from '../protocol/visitor.ts'
import { classesOf, classToTell, factorFor } from './context.ts'
import { breakOff, decline, declineAt, declineFor, endsOf, type SignedIn, type Turn } from './decline.ts'
import { signingPair } from './key.sql.ts'
import { findSession, keepLogin } from './login.sql.ts'
import { SAML_PATH } from './own.ts'
import { reject, SamlProblem } from './problem.ts'
import { type Asked, nameIdOf, unsolicited } from './request.ts'
import { responseOf, type Subject } from './respond.ts'
import { leave, sendForm } from './send.ts'
import { findSp, spOfCode } from './sp.sql.ts'
import { whatIsTold } from './subject.ts'
import { text } from './text.ts'
import { findWaiting, goAt, keepAsked, overPage, withSp } from './waiting.ts'

export async function answerWaiting(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, token: string): Promise<FastifyReply> {
  const found = await findWaiting(kernel, token)
  if (!found) return overPage(reply)
  return answer({ kernel, reply, ...found, visitor: await currentVisitor(kernel, request, true), token })
}

export async function answerAtOnce(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
  const sp = (await findSp(kernel.db, asked.appId))!
  return answer({ kernel, reply, sp, asked, visitor: await currentVisitor(kernel, request, true) })
}

/** The job the user acts in; a job that is not theirs is asked for again. */
export async function takeJob(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, form: URLSearchParams): Promise<FastifyReply> {
  const token = form.get('r') ?? ''
  const found = await findWaiting(kernel, token)
  if (!found) return overPage(reply)
  const visitor = await currentVisitor(kernel, request, true)
  const { who } = visitor
  if (who) await chooseJob(kernel.db, who.userId, { appId: found.sp.appId, sessionId: who.sessionId }, form.get('job') ?? '')
  return answer({ kernel, reply, ...found, visitor, token })
}

/** Unsolicited, where the administrator allows it (profiles, 4.1.5). */
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

/** From here the answer's address is known, so errors go there, too. */
const answer = (turn: Turn): Promise<FastifyReply> => decide(turn).catch((error: unknown) => breakOff(turn, error))

/** In the order of the profile: what is asked for, who is there, what they have proven, whether they may. */
async function decide(turn: Turn): Promise<FastifyReply> {
  const { asked, sp, visitor } = turn
  const wanted = nameIdOf(asked.nameFormat)
  const isOtherQualifier = asked.spNameQualifier !== null && asked.spNameQualifier !== sp.entityId
  if (wanted === undefined || isOtherQualifier)
    return declineFor(turn, new SamlProblem('nameId', asked.nameFormat ?? asked.spNameQualifier ?? ''), [
      'Requester',
      'InvalidNameIDPolicy',
    ])
  if (asked.fault === 'declaration')
    return declineFor(turn, new SamlProblem('context', 'AuthnContextDeclRef'), ['Responder', 'NoAuthnContext'])
  const { who } = visitor
  if (!who || (asked.forceAuthn && who.authTime <= asked.askedAt)) return signInFirst(turn)
  return answerSignedIn({ ...turn, visitor: { ...visitor, who } }, wanted === 'any' ? sp.nameId : wanted)
}

const loginAt = (token: string) => `/login?uri=${encodeURIComponent(goAt(token))}`

const PASSIVE = ['Responder', 'NoPassive'] as const

async function signInFirst(turn: Turn): Promise<FastifyReply> {
  const { kernel, reply, asked } = turn
  if (asked.isPassive) return decline(turn, PASSIVE)
  const token = turn.token ?? (await keepAsked(kernel, asked))
  return leave(reply, loginAt(token))
}

async function answerSignedIn(turn: SignedIn, kind: Subject['name']['kind']): Promise<FastifyReply> {
  const { kernel, sp, asked, visitor } = turn
  const { userId, sessionId } = visitor.who
  const { appId } = sp
  const fault = await checkAccess(kernel, visitor, { appId, ipWhitelist: sp.ipWhitelist, accountFrom: sp.accountFrom })
  if (!fault && sp.asksJob === 1 && (await mustChoose(kernel.db, userId, { appId, sessionId }))) return askJob(turn)
  const session = fault ? undefined : await findSession(kernel.db, sessionId)
  if (!fault && !session) return signInFirst(turn)
  if (session) {
    const shown = classesOf(kernel, session)
    const contextClass = classToTell(asked.context, shown)
    if (contextClass === undefined) return raise(turn, shown[0], factorFor(kernel, asked.context, session))
    const told = await toldOf(turn, kind)
    if (told instanceof SamlProblem) return declineFor(turn, told, ['Requester', 'InvalidNameIDPolicy'])
    if (told) {
      if (asked.subject !== null && asked.subject !== told.name.value) return decline(turn, ['Requester', 'UnknownPrincipal'])
      const times = { authTime: new Date(visitor.who.authTime * 1000), sessionEnd: new Date(session.endsAt * 1000) }
      return enter(turn, { ...told, contextClass, sessionIndex: `_${randomBytes(16).toString('hex')}`, ...times })
    }
  }
  return turnAway(turn, fault ?? 'noAccess')
}

async function toldOf({ kernel, sp, asked, visitor }: SignedIn, kind: Subject['name']['kind']) {
  try {
    return await whatIsTold(kernel, sp, visitor.who, { kind, allowCreate: asked.allowCreate })
  } catch (error) {
    if (error instanceof SamlProblem) return error
    throw error
  }
}

/** Where a second factor is what is missing, how to show it is on a page; else who has just signed in has shown what they can. */
async function raise(turn: SignedIn, shown: string, factor: Strength | undefined): Promise<FastifyReply> {
  const { kernel, reply, sp, asked, visitor } = turn
  if (factor !== undefined && !asked.isPassive) {
    const token = turn.token ?? (await keepAsked(kernel, asked))
    const away = { to: declineAt(token, 'unmet'), words: shared.backToApp }
    const wanted = { app: sp.appName, least: factor, again: goAt(token), login: loginAt(token), away }
    return sendPage(reply, await factorPage(kernel, visitor.who.userId, wanted))
  }
  if (visitor.who.authTime <= asked.askedAt && !asked.isPassive) return signInFirst(turn)
  return declineFor(turn, new SamlProblem('context', `${shown}; ${asked.context?.classes.join(' ')}`), ['Responder', 'NoAuthnContext'])
}

/** In clear never where it was to be encrypted: then on our page, and nowhere else. */
async function enter(turn: SignedIn, subject: Subject): Promise<FastifyReply> {
  const { kernel, reply, sp, asked, visitor } = turn
  const { userId, sessionId } = visitor.who
  const { appId } = sp
  const pair = await signingPair(kernel, sp.kid)
  const response = await withSp(kernel, sp.entityId, () => responseOf(endsOf(turn), subject, pair))
  await writeVisit(kernel.db, { appId, userId, sessionId, protocol: 'saml', fault: '', ip: visitor.ip, agent: visitor.agent })
  await keepLogin(kernel.db, { sessionId, appId, name: subject.name, sessionIndex: subject.sessionIndex })
  return sendForm(reply, response, { to: asked.acs, kind: 'response', relayState: asked.relayState, title: text.going(sp.appName) })
}

const OWN_DUTIES: ReadonlySet<AccessProblem> = new Set<AccessProblem>(['changePassword', 'bindFactor'])

async function turnAway(turn: SignedIn, fault: AccessProblem): Promise<FastifyReply> {
  const { kernel, reply, sp, asked, visitor } = turn
  const { ip, agent, who } = visitor
  const visit = { appId: sp.appId, userId: who.userId, sessionId: who.sessionId, protocol: 'saml', fault, ip, agent } as const
  const trace = await writeVisit(kernel.db, visit)
  if (asked.isPassive) return decline(turn, OWN_DUTIES.has(fault) ? PASSIVE : ['Responder', 'RequestDenied'])
  const token = turn.token ?? (await keepAsked(kernel, asked))
  const back = declineAt(token, 'denied')
  const page = await refusedAt(kernel.db, { fault, app: sp.appName, accountFrom: sp.accountFrom, trace, back, again: goAt(token) })
  return sendPage(reply, page, 403)
}

async function askJob(turn: SignedIn): Promise<FastifyReply> {
  const { kernel, reply, sp, asked, visitor } = turn
  if (asked.isPassive) return decline(turn, PASSIVE)
  const token = turn.token ?? (await keepAsked(kernel, asked))
  const where = { action: `${SAML_PATH}/job`, hidden: { r: token }, leadsTo: undefined, back: declineAt(token, 'cancelled') }
  return sendPage(reply, await jobPage(kernel.db, { userId: visitor.who.userId, app: sp.appName, ...where }))
}
