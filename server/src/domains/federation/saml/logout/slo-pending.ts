import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../../../../platform/http/origin.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { issueOneTime, peekOneTime, redeemOneTime } from '../../../../platform/secrets/one-time.ts'
import { sendPage } from '../../protocol/page.ts'
import { text as protocolText } from '../../protocol/text.ts'
import type { Login } from './login.sql.ts'
import { newMessageId } from '../sso/respond.ts'
import { SAML_PATH } from '../own-entity.ts'
import { text } from '../text.ts'

/** How long a sign-out through the browser may take. */
const CHAIN_SECONDS = 600
const COOKIE = 'hufu-saml-rest'
const NEXT_PATH = `${SAML_PATH}/slo/next`

/** The state of a sign-out that sends the browser from one application to the next. */
export interface Chain {
  /** The application that sent the LogoutRequest and gets the response; null: the sign-out began at Hufu. */
  initiator: { appId: string; requestId: string; relayState: string | null } | null
  pending: Login[]
  current: Login | null
  left: string[]
  stayed: string[]
  /** The sign-out address of the identity provider the user signed in through, offered on the last page. */
  providerUrl?: string | null
}
export type VisitingChain = Chain & { current: Login }

/**
 * Stores the chain under the id of the next logout request, and gives the browser a cookie to continue with if that application
 * does not answer.
 */
export async function keepChain(kernel: Kernel, reply: FastifyReply, chain: VisitingChain): Promise<string> {
  const requestId = newMessageId()
  await issueOneTime(kernel.db, 'samlLogout', { seconds: CHAIN_SECONDS, detail: chain, token: requestId })
  // The cookie has a token of its own, because the application knows the id of the request.
  const token = await issueOneTime(kernel.db, 'samlRest', { seconds: CHAIN_SECONDS, detail: { requestId } })
  void reply.setCookie(COOKIE, token, { path: SAML_PATH, httpOnly: true, sameSite: 'lax', secure: isSecure(kernel), maxAge: CHAIN_SECONDS })
  return requestId
}

const pendingRequestId = async ({ db }: Kernel, { cookies }: FastifyRequest) =>
  (await peekOneTime<{ requestId: string }>(db, 'samlRest', cookies[COOKIE] ?? ''))?.detail.requestId

/** The unfinished sign-out of this browser. */
export async function peekPendingSignOut(kernel: Kernel, request: FastifyRequest): Promise<VisitingChain | undefined> {
  const requestId = await pendingRequestId(kernel, request)
  return requestId === undefined ? undefined : (await peekOneTime<VisitingChain>(kernel.db, 'samlLogout', requestId))?.detail
}

/** Redeems the unfinished sign-out, so that the application that did not answer no longer can. */
export async function redeemPendingSignOut(kernel: Kernel, request: FastifyRequest): Promise<VisitingChain | undefined> {
  const requestId = await pendingRequestId(kernel, request)
  return requestId === undefined ? undefined : (await redeemOneTime<VisitingChain>(kernel.db, 'samlLogout', requestId))?.detail
}

/** Shows the applications that have not confirmed and a link to continue. */
export function showPendingSignOut(reply: FastifyReply, { left, stayed, current, pending }: VisitingChain): FastifyReply {
  const lines = [
    ...(left.length > 0 ? [text.left(left)] : []),
    text.stayed([...stayed, current.appName]),
    ...(pending.length > 0 ? [text.notReached(pending.map(({ appName }) => appName))] : []),
  ]
  const body = `<nav><a href="/login">${text.signInAgain}</a><a class="first" href="${NEXT_PATH}">${protocolText.goOn}</a></nav>`
  return sendPage(reply, { icon: 'ask', title: text.logoutRest, lines, body })
}
