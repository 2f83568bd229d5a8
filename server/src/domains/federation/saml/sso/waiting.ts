import type { FastifyReply } from 'fastify'
import type { Kernel } from '../../../../platform/kernel.ts'
import { issueOneTime, peekOneTime } from '../../../../platform/secrets/one-time.ts'
import { sendPage } from '../../protocol/page.ts'
import { databaseTime } from '../../protocol/person.sql.ts'
import type { Message } from './message.ts'
import { ownEntityOf, SAML_PATH } from '../own-entity.ts'
import { reject, SamlProblem } from '../problem.ts'
import { type AuthnRequest, checkHead, checkSignature, keysOf, readAuthnRequest, readHead } from './request.ts'
import { redirect } from './send.ts'
import { findSp, type ServiceProvider, spOfEntity } from '../sp.sql.ts'
import { text } from '../text.ts'

/** Time to sign in, including the second step. */
const WAITS_SECONDS = 1800

/** Runs `work` with the application that sent a message, and notes it in any problem, so that the problem is recorded there. */
export async function withSp<T>(kernel: Kernel, issuer: string, work: (sp: ServiceProvider) => T | Promise<T>): Promise<T> {
  // PostgreSQL cannot take NUL; the XML reader has refused it.
  const sp = (await spOfEntity(kernel.db, issuer)) ?? reject('unknownIssuer', issuer)
  try {
    return await work(sp)
  } catch (error) {
    if (error instanceof SamlProblem) error.appId = sp.appId
    throw error
  }
}

/** Reads and verifies an AuthnRequest; errors before that are not sent to the address it names. */
export async function receive(kernel: Kernel, message: Message): Promise<AuthnRequest> {
  if (message.kind !== 'request') reject('malformed', 'a response')
  const head = readHead(message, 'AuthnRequest')
  return withSp(kernel, head.issuer, async sp => {
    const isSigned = checkSignature(head, message, keysOf(sp), sp.wantsSignedRequest === 1)
    checkHead(head, { now: kernel.now(), skewSeconds: sp.skewSeconds, address: ownEntityOf(kernel).sso, isSigned })
    if (sp.isOver) reject('metadataOver')
    return readAuthnRequest(head, sp, message.relayState, await databaseTime(kernel.db))
  })
}

/** Stores the request on the server, where the browser cannot alter it. */
export const storeRequest = ({ db }: Kernel, authnRequest: AuthnRequest): Promise<string> =>
  issueOneTime(db, 'samlRequest', { seconds: WAITS_SECONDS, detail: authnRequest })

export const resumeUrl = (token: string) => `${SAML_PATH}/go?r=${encodeURIComponent(token)}`
export const redirectToResume = (reply: FastifyReply, token: string) => redirect(reply, resumeUrl(token))

/** A stored request, if it has not expired and its application still exists. */
export async function findWaiting(kernel: Kernel, token: string): Promise<{ sp: ServiceProvider; authnRequest: AuthnRequest } | undefined> {
  const found = await peekOneTime<AuthnRequest>(kernel.db, 'samlRequest', token)
  const sp = found && (await findSp(kernel.db, found.detail.appId))
  const isThere = sp?.status === 1 && sp.acs.some(({ url }) => url === found!.detail.acs)
  return isThere ? { sp, authnRequest: found!.detail } : undefined
}

/** The id of the application whose stored request this address continues. */
export async function appOfSamlRequest(kernel: Kernel, { pathname, searchParams }: URL): Promise<string | undefined> {
  const token = pathname === `${SAML_PATH}/go` ? searchParams.get('r') : null
  return token === null ? undefined : (await findWaiting(kernel, token))?.sp.appId
}

export const sendExpiredPage = (reply: FastifyReply) => sendPage(reply, { icon: 'bad', title: text.over, lines: [text.again] }, 400)
