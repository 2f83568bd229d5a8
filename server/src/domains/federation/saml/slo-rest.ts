import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from '../../../platform/http/origin.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { issueOneTime, peekOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { sendPage } from '../protocol/page.ts'
import { text as shared } from '../protocol/text.ts'
import type { Login } from './login.sql.ts'
import { newMessageId } from './respond.ts'
import { SAML_PATH } from './own.ts'
import { text } from './text.ts'

/** So long the browser may be underway. */
const CHAIN_SECONDS = 600
const COOKIE = 'hufu-saml-rest'
const NEXT_PATH = `${SAML_PATH}/slo/next`

/** A browser that visits one application after another. */
export interface Chain {
  /** The application that asked and gets the answer; null: we began. */
  initiator: { appId: string; requestId: string; relayState: string | null } | null
  pending: Login[]
  current: Login | null
  left: string[]
  stayed: string[]
  /** Where it goes when all are visited: the identity provider they came by. */
  providerUrl?: string | null
}
export type Visiting = Chain & { current: Login }

/** Kept for the application that is visited now, by the id of its request, and for the browser, should that application keep it. */
export async function keepChain(kernel: Kernel, reply: FastifyReply, chain: Visiting): Promise<string> {
  const requestId = newMessageId()
  await issueOneTime(kernel.db, 'samlLogout', { seconds: CHAIN_SECONDS, detail: chain, token: requestId })
  // The application knows the id of its request, so it is no proof of being this browser.
  const token = await issueOneTime(kernel.db, 'samlRest', { seconds: CHAIN_SECONDS, detail: { requestId } })
  void reply.setCookie(COOKIE, token, { path: SAML_PATH, httpOnly: true, sameSite: 'lax', secure: isSecure(kernel), maxAge: CHAIN_SECONDS })
  return requestId
}

const restId = async ({ db }: Kernel, { cookies }: FastifyRequest) =>
  (await peekOneTime<{ requestId: string }>(db, 'samlRest', cookies[COOKIE] ?? ''))?.detail.requestId

/** What a browser has not finished. */
export async function peekRest(kernel: Kernel, request: FastifyRequest): Promise<Visiting | undefined> {
  const requestId = await restId(kernel, request)
  return requestId === undefined ? undefined : (await peekOneTime<Visiting>(kernel.db, 'samlLogout', requestId))?.detail
}

/** As above, taken; the application that kept the browser can no longer answer. */
export async function takeRest(kernel: Kernel, request: FastifyRequest): Promise<Visiting | undefined> {
  const requestId = await restId(kernel, request)
  return requestId === undefined ? undefined : (await redeemOneTime<Visiting>(kernel.db, 'samlLogout', requestId))?.detail
}

/** Names what was not reached, and leads on. */
export function showRest(reply: FastifyReply, { left, stayed, current, pending }: Visiting): FastifyReply {
  const lines = [
    ...(left.length > 0 ? [text.left(left)] : []),
    text.stayed([...stayed, current.appName]),
    ...(pending.length > 0 ? [text.notReached(pending.map(({ appName }) => appName))] : []),
  ]
  const body = `<nav><a href="/login">${text.signInAgain}</a><a class="first" href="${NEXT_PATH}">${shared.goOn}</a></nav>`
  return sendPage(reply, { icon: 'ask', title: text.logoutRest, lines, body })
}
