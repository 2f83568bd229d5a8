import type { FastifyReply } from 'fastify'
import type { Kernel } from '../../../../platform/kernel.ts'
import type { Visitor } from '../../protocol/visitor.ts'
import { signingPair } from '../keys/key.sql.ts'
import { ownEntityOf, SAML_PATH } from '../own-entity.ts'
import type { SamlProblem } from '../problem.ts'
import type { AuthnRequest } from './request.ts'
import { type ResponseParties, refusalOf, type Status } from './respond.ts'
import { sendForm } from './send.ts'
import { type ServiceProvider, writeRefusal } from '../sp.sql.ts'
import { text } from '../text.ts'
import { findWaiting, storeRequest, sendExpiredPage } from './waiting.ts'

/** The context of one SSO request. */
export interface SsoContext {
  kernel: Kernel
  reply: FastifyReply
  sp: ServiceProvider
  authnRequest: AuthnRequest
  visitor: Visitor
  /** The one-time token of the stored request; issued when the request first has to wait. */
  token?: string | undefined
}
export type SignedIn = SsoContext & { visitor: Visitor & { who: NonNullable<Visitor['who']> } }

export const responsePartiesOf = ({ kernel, sp, authnRequest }: Pick<SsoContext, 'kernel' | 'sp' | 'authnRequest'>): ResponseParties => ({
  own: ownEntityOf(kernel),
  sp,
  authnRequest,
  now: kernel.now(),
})

export async function decline(ctx: Omit<SsoContext, 'visitor' | 'token'>, status: Status): Promise<FastifyReply> {
  const { kernel, reply, sp, authnRequest } = ctx
  const response = await refusalOf(responsePartiesOf(ctx), status, await signingPair(kernel, sp.kid))
  return sendForm(reply, response, {
    to: authnRequest.acs,
    kind: 'response',
    relayState: authnRequest.relayState,
    title: text.going(sp.appName),
  })
}

/** Sends the refusal to the application and records it for administrators. */
export async function declineFor(ctx: SsoContext, problem: SamlProblem, status: Status): Promise<FastifyReply> {
  const { kernel, reply, sp, visitor } = ctx
  const { appId } = sp
  const refusal = { appId, problem: problem.problem, detail: problem.message }
  reply.log.warn({ traceId: reply.request.id, ...refusal }, 'SAML request declined')
  await writeRefusal(kernel.db, { ...refusal, ip: visitor.ip })
  return decline(ctx, status)
}

const DECLINED = {
  /** The user has no access. */
  denied: ['Responder', 'RequestDenied'],
  /** The user did not choose a job. */
  cancelled: ['Responder', 'AuthnFailed'],
  /** The authentication context was not met. */
  unmet: ['Responder', 'NoAuthnContext'],
  /** An error of this server. */
  failed: ['Responder'],
} as const satisfies Record<string, Status>
type Declined = keyof typeof DECLINED
export const declineAt = (token: string, why: Declined) => `${SAML_PATH}/decline?r=${encodeURIComponent(token)}&why=${why}`

/** Sends the user back to the application with a status that says why they are not signed in. */
export async function declineWaiting(kernel: Kernel, reply: FastifyReply, token: string, why: string): Promise<FastifyReply> {
  const found = await findWaiting(kernel, token)
  const status = Object.hasOwn(DECLINED, why) ? DECLINED[why as Declined] : DECLINED.denied
  if (found && status === DECLINED.unmet) {
    const { appId } = found.sp
    await writeRefusal(kernel.db, {
      appId,
      problem: 'context',
      detail: found.authnRequest.context?.classes.join(' ') ?? '',
      ip: reply.request.ip,
    })
  }
  return found ? decline({ kernel, reply, ...found }, status) : sendExpiredPage(reply)
}

/** An error after the response address was verified; `back` is the link that takes the failure to the application. */
export class ErrorWithReturnLink extends Error {
  readonly back: string
  constructor(back: string, cause: unknown) {
    super('unanswered', { cause })
    this.back = back
  }
}

/** A passive request shows no page, so the status goes to the application. */
export async function failRequest(ctx: SsoContext, error: unknown): Promise<FastifyReply> {
  const { kernel, reply, authnRequest } = ctx
  if (authnRequest.isPassive) {
    reply.log.error({ err: error, appId: authnRequest.appId }, 'SAML request was not answered')
    return decline(ctx, DECLINED.failed)
  }
  throw new ErrorWithReturnLink(declineAt(ctx.token ?? (await storeRequest(kernel, authnRequest)), 'failed'), error)
}
