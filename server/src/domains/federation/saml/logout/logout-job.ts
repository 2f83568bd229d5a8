import type { FastifyBaseLogger } from 'fastify'
import type { QueueJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { createHttpSender } from '../../../../outside/http-sender.ts'
import { signingPair } from '../keys/key.sql.ts'
import { endSession } from '../../../../platform/access/session-lifecycle.ts'
import { type Db, inTransaction, SYSTEM } from '../../../../platform/database/db.ts'
import { claimLogouts, type Due, markLogins } from './login.sql.ts'
import { NS } from '../names.ts'
import { ownEntityOf } from '../own-entity.ts'
import { reject } from '../problem.ts'
import { childOf, is, readXml, textOf, type Element } from '../xml/read.ts'
import { keysOf, readLogoutResponse } from '../sso/request.ts'
import { logoutRequestOf, newMessageId, signedBy } from '../sso/respond.ts'
import { isSigned, verifyRoot } from '../xml/signature.ts'
import { findSp, type ServiceProvider } from '../sp.sql.ts'
import { el, write } from '../xml/write.ts'

/** Sends due logout requests to applications with a SOAP address (SAML bindings, 3.2). */
export const samlLogoutJob = (kernel: Kernel, log: FastifyBaseLogger): QueueJob => ({
  name: 'tell-saml-logouts',
  run: async () => {
    const logins = await claimLogouts(kernel.db)
    await Promise.all(logins.map(one => sendLogout(kernel, log, one)))
  },
})

/** Ends sessions and sends logout requests to applications with a SOAP address at once; the job retries those that fail. */
export async function endAndNotify(
  kernel: Kernel,
  log: FastifyBaseLogger,
  sessionIds: readonly string[],
  /** Runs in the transaction that ends the sessions. */
  alongside: (db: Db) => Promise<void> = async () => undefined,
) {
  const logins = await inTransaction(kernel.db, SYSTEM, async db => {
    await alongside(db)
    for (const id of sessionIds) await endSession(db, id)
    return claimLogouts(db, sessionIds)
  })
  const notified = await Promise.all(logins.map(async login => ({ name: login.appName, isNotified: await sendLogout(kernel, log, login) })))
  const stayed = new Set(notified.flatMap(({ name, isNotified }) => (isNotified ? [] : [name])))
  const left = new Set(notified.map(({ name }) => name)).difference(stayed)
  return { left: [...left], stayed: [...stayed] }
}

async function sendLogout(kernel: Kernel, log: FastifyBaseLogger, login: Due): Promise<boolean> {
  const sp = await findSp(kernel.db, login.appId)
  const endpoint = sp?.slo.find(({ binding }) => binding === 'soap')
  if (!sp || !endpoint) return false
  const application = new URL(endpoint.url).origin
  try {
    const isNotified = await isTaken(kernel, sp, endpoint.url, login)
    if (isNotified) await markLogins(kernel.db, login, 'told')
    else log.warn({ application, tries: login.tries }, 'application did not take a logout')
    return isNotified
  } catch (error) {
    log.warn({ err: error, application, tries: login.tries }, 'application was not told of a logout')
    return false
  }
}

async function isTaken(kernel: Kernel, sp: ServiceProvider, url: string, { nameId, nameFormat, sessionIndex }: Due): Promise<boolean> {
  const id = newMessageId()
  const named = { value: nameId, kind: nameFormat, sessionIndex }
  const element = logoutRequestOf({ own: ownEntityOf(kernel), sp, now: kernel.now() }, url, id, named)
  const signed = await signedBy(element, await signingPair(kernel, sp.kid))
  const body = write(el('soap:Envelope', {}, el('soap:Body', {}, signed)))
  const headers = { 'content-type': 'text/xml; charset=utf-8', soapaction: '"http://www.oasis-open.org/committees/security"' }
  const send = createHttpSender({ withLoopback: kernel.settings.allowLoopback })
  const { status, text } = await send(new URL(url), { method: 'POST', headers, body })
  const answer = status === 200 ? answerIn(text) : undefined
  if (!answer) return false
  verifyReply(answer, sp, url)
  const { inResponseTo, isSuccess } = readLogoutResponse({ root: answer, id: '', issuer: '' })
  return isSuccess && inResponseTo === id
}

/**
 * A reply must be signed by the application, or come over https, where TLS authenticates the server (SAML bindings, 3.2.2 and
 * 3.2.4).
 */
function verifyReply(answer: Element, sp: ServiceProvider, url: string): void {
  const issuer = childOf(answer, NS.saml, 'Issuer')
  if (!issuer || textOf(issuer) !== sp.entityId) reject('unknownIssuer', 'reply to a logout')
  if (isSigned(answer)) verifyRoot(answer, keysOf(sp))
  else if (new URL(url).protocol !== 'https:') reject('signatureMissing', 'reply to a logout')
}

function answerIn(text: string): Element | undefined {
  const envelope = readXml(text)
  const body = is(envelope, NS.soap, 'Envelope') ? childOf(envelope, NS.soap, 'Body') : undefined
  return body && childOf(body, NS.samlp, 'LogoutResponse')
}
