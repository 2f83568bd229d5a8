import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LINK_COOKIE } from '../../../../platform/http/guard.ts'
import { isSecure } from '../../../../platform/http/origin.ts'
import type { Db } from '../../../../platform/database/db.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { issueOneTime, redeemOneTime, rememberOnce } from '../../../../platform/secrets/one-time.ts'
import { escapeHtml, sendPage } from '../../protocol/page.ts'
import { currentVisitor } from '../../protocol/visitor.ts'
import { signingPair } from '../keys/key.sql.ts'
import { endedSessionOf, loginsNamed, markLogins, loginsToVisit } from './login.sql.ts'
import { endAndNotify } from './logout-job.ts'
import type { Message } from '../sso/message.ts'
import { ownEntityOf, SAML_PATH } from '../own-entity.ts'
import { reject } from '../problem.ts'
import { checkHead, checkSignature, type Head, keysOf, readHead, readLogoutRequest, readLogoutResponse } from '../sso/request.ts'
import { logoutRequestOf, logoutResponseOf, type Status } from '../sso/respond.ts'
import { sendLogout } from '../sso/send.ts'
import { type Chain, keepChain, peekPendingSignOut, showPendingSignOut, redeemPendingSignOut } from './slo-pending.ts'
import { findSp, type ServiceProvider } from '../sp.sql.ts'
import { text } from '../text.ts'
import { withSp } from '../sso/waiting.ts'

/** How long the ids of logout requests are remembered, so that a replayed one is refused. */
const SEEN_SECONDS = 1200
const SIGN_OUT_SECONDS = 120

const EMPTY_CHAIN: Chain = { initiator: null, pending: [], current: null, left: [], stayed: [] }

const browserEndpointOf = (sp: ServiceProvider) =>
  sp.slo.find(({ binding }) => binding === 'redirect') ?? sp.slo.find(({ binding }) => binding === 'post')

/** Requires a valid signature on a logout message, whatever `wantsSignedRequest` says. */
function verifyMessage(kernel: Kernel, head: Head, message: Message, sp: ServiceProvider): void {
  checkSignature(head, message, keysOf(sp), true)
  checkHead(head, { now: kernel.now(), skewSeconds: sp.skewSeconds, address: ownEntityOf(kernel).slo, isSigned: true })
}

/** Handles a LogoutRequest, by which an application says that a user has signed out there. */
export async function takeLogoutRequest(kernel: Kernel, request: FastifyRequest, reply: FastifyReply, message: Message) {
  const head = readHead(message, 'LogoutRequest')
  return withSp(kernel, head.issuer, async sp => {
    verifyMessage(kernel, head, message, sp)
    const logoutRequest = readLogoutRequest(head, kernel.now(), sp.skewSeconds)
    const refuseAgain = async (db: Db) => {
      if (!(await rememberOnce(db, 'samlSeen', `${sp.appId}:${logoutRequest.id}`, SEEN_SECONDS))) reject('replayed', logoutRequest.id)
    }
    const initiator = { appId: sp.appId, requestId: logoutRequest.id, relayState: message.relayState ?? null }
    const chain: Chain = { initiator, pending: [], current: null, left: [], stayed: [] }
    const logins = await loginsNamed(kernel.db, sp.appId, logoutRequest.nameId, logoutRequest.sessionIndexes)
    const sessionIds = [...new Set(logins.map(({ sessionId }) => sessionId))]
    const { who } = await currentVisitor(kernel, request, true)
    // Another user is signed in in this browser by now, and the request does not name their session.
    if (logins.length === 0 || (who && !sessionIds.includes(who.sessionId))) {
      await refuseAgain(kernel.db)
      return finish(kernel, reply, chain, ['Requester', 'UnknownPrincipal'])
    }
    const notified = await endAndNotify(kernel, request.log, sessionIds, async db => {
      await refuseAgain(db)
      for (const login of logins) await markLogins(db, login, 'told')
    })
    forget(kernel, reply)
    return redirectToNextApp(kernel, reply, { ...chain, ...notified, pending: await loginsToVisit(kernel.db, sessionIds) })
  })
}

/** Handles a LogoutResponse, by which an application says whether it has signed the user out. */
export async function takeLogoutResponse(kernel: Kernel, reply: FastifyReply, message: Message): Promise<FastifyReply> {
  const head = readHead(message, 'LogoutResponse')
  return withSp(kernel, head.issuer, async sp => {
    verifyMessage(kernel, head, message, sp)
    const { inResponseTo, isSuccess } = readLogoutResponse(head)
    const found = await redeemOneTime<Chain>(kernel.db, 'samlLogout', inResponseTo)
    if (found?.detail.current?.appId !== sp.appId) return sendPage(reply, { icon: 'good', title: text.loggedOut })
    const { current, ...chain } = found.detail
    await markLogins(kernel.db, current, isSuccess ? 'told' : 'failed')
    const list = isSuccess ? chain.left : chain.stayed
    list.push(current.appName)
    return redirectToNextApp(kernel, reply, { ...chain, current: null })
  })
}

/** Ends this browser's session and sends the browser to the applications to notify, even if the session was ended elsewhere. */
export async function logOut(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { who } = await currentVisitor(kernel, request, true)
  const sessionId = who?.sessionId ?? (await endedSessionOf(kernel.db, request.cookies[LINK_COOKIE] ?? ''))
  if (sessionId === undefined) return showUnfinishedSignOut(kernel, request, reply)
  forget(kernel, reply)
  return signOutFrom(kernel, request.log, reply, sessionId)
}

/** Where a sign-out of the console continues if some applications can be notified only through the browser; else null. */
export async function signOutUrl({ db }: Kernel, sessionId: string, providerUrl: string | null): Promise<string | null> {
  if ((await loginsToVisit(db, [sessionId])).length === 0) return null
  const token = await issueOneTime(db, 'samlLeaving', { seconds: SIGN_OUT_SECONDS, detail: { sessionId, providerUrl } })
  return `${SAML_PATH}/leave?r=${encodeURIComponent(token)}`
}

export async function continueConsoleSignOut(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<FastifyReply> {
  const found = await redeemOneTime<{ sessionId: string; providerUrl: string | null }>(kernel.db, 'samlLeaving', token)
  return found
    ? signOutFrom(kernel, request.log, reply, found.detail.sessionId, found.detail.providerUrl)
    : showUnfinishedSignOut(kernel, request, reply)
}

/** Shows the unfinished sign-out to a user who returns from an application that did not redirect them back. */
export async function showUnfinishedSignOut(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const rest = await peekPendingSignOut(kernel, request)
  return rest ? showPendingSignOut(reply, rest) : finish(kernel, reply, EMPTY_CHAIN)
}

/** Continues the sign-out without the application that did not send the browser back. */
export async function skipCurrent(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const rest = await redeemPendingSignOut(kernel, request)
  if (!rest) return finish(kernel, reply, EMPTY_CHAIN)
  const { current, ...chain } = rest
  await markLogins(kernel.db, current, 'failed')
  return redirectToNextApp(kernel, reply, { ...chain, stayed: [...chain.stayed, current.appName], current: null })
}

async function signOutFrom(
  kernel: Kernel,
  log: FastifyBaseLogger,
  reply: FastifyReply,
  sessionId: string,
  providerUrl: string | null = null,
): Promise<FastifyReply> {
  const notified = await endAndNotify(kernel, log, [sessionId])
  kernel.sessions.forget()
  return redirectToNextApp(kernel, reply, {
    ...EMPTY_CHAIN,
    ...notified,
    providerUrl,
    pending: await loginsToVisit(kernel.db, [sessionId]),
  })
}

function forget(kernel: Kernel, reply: FastifyReply): void {
  kernel.sessions.forget()
  void reply.setCookie(LINK_COOKIE, '', { path: '/protocols', httpOnly: true, sameSite: 'lax', secure: isSecure(kernel), expires: new Date(0) }) // prettier-ignore
}

/**
 * Sends the browser to the next application. Hufu's session has ended already, so security does not depend on the browser's return.
 */
async function redirectToNextApp(kernel: Kernel, reply: FastifyReply, { pending, ...chain }: Chain): Promise<FastifyReply> {
  const [next, ...rest] = pending
  if (!next) return finish(kernel, reply, { ...chain, pending })
  const sp = next.appId === chain.initiator?.appId ? undefined : await findSp(kernel.db, next.appId)
  const endpoint = sp && browserEndpointOf(sp)
  if (!sp || !endpoint) {
    // The initiator signs itself out; any other application here has no address to notify it at.
    if (next.appId !== chain.initiator?.appId) chain.stayed.push(next.appName)
    return redirectToNextApp(kernel, reply, { ...chain, pending: rest })
  }
  const id = await keepChain(kernel, reply, { ...chain, pending: rest, current: next })
  const named = { value: next.nameId, kind: next.nameFormat, sessionIndex: next.sessionIndex }
  const element = logoutRequestOf({ own: ownEntityOf(kernel), sp, now: kernel.now() }, endpoint.url, id, named)
  const sent = { to: endpoint.url, kind: 'request', relayState: null, title: text.leaving(sp.appName), binding: endpoint.binding } as const
  return sendLogout(reply, element, sent, await signingPair(kernel, sp.kid))
}

/** Answers the initiating application, or shows a page that lists which applications signed out. */
async function finish(
  kernel: Kernel,
  reply: FastifyReply,
  { initiator, left, stayed, providerUrl }: Chain,
  status?: Status,
): Promise<FastifyReply> {
  const sp = initiator && (await findSp(kernel.db, initiator.appId))
  const endpoint = sp && browserEndpointOf(sp)
  if (!initiator || !sp || !endpoint) {
    const lines = [...(left.length > 0 ? [text.left(left)] : []), ...(stayed.length > 0 ? [text.stayed(stayed)] : [])]
    const body = providerUrl
      ? `<nav><a class="first" href="${escapeHtml(providerUrl)}">${text.leaveProvider}</a></nav>`
      : `<nav><a href="/login">${text.signInAgain}</a></nav>`
    return sendPage(reply, { icon: stayed.length > 0 ? 'ask' : 'good', title: text.loggedOut, lines, body })
  }
  const to = endpoint.responseUrl ?? endpoint.url
  const outcome: Status = status ?? (stayed.length > 0 ? ['Success', 'PartialLogout'] : ['Success'])
  const element = logoutResponseOf({ own: ownEntityOf(kernel), now: kernel.now() }, to, initiator.requestId, outcome)
  const { relayState } = initiator
  const sent = { to, kind: 'response', relayState, title: text.leaving(sp.appName), binding: endpoint.binding } as const
  return sendLogout(reply, element, sent, await signingPair(kernel, sp.kid))
}
