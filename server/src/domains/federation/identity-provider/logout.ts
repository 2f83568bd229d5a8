import type { FastifyReply, FastifyRequest } from 'fastify'
import { endSession } from '../../../platform/access/end-session.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { rememberOnce } from '../../../platform/secrets/one-time.ts'
import { readForm } from '../protocol/form.ts'
import { ProviderProblem, type ProviderProblemName, reject } from './identity.ts'
import { type ProviderSignOut, sessionsOfIdentity } from './link.sql.ts'
import { readCasLogout } from './cas-logout.ts'
import type { StoredProvider } from './provider.sql.ts'

/** As long as the longest name of a session that is kept. */
export const SID_MAX = 300

/** What a provider has sent: it counts once, and only if the sessions could be ended. */
export interface LogoutMessage extends ProviderSignOut {
  id: string
  /** So long it would be believed. */
  seconds: number
}

/** Ends what began by an identity whose session there is over; applications hear of it as of any other end. */
export async function endByProvider(
  kernel: Kernel,
  request: FastifyRequest,
  ended: LogoutMessage,
  again: ProviderProblemName,
): Promise<void> {
  const sids = ended.sids.map(sid => sid.slice(0, SID_MAX))
  const count = await inTransaction(kernel.db, { userId: '', sessionId: '', traceId: request.id }, async db => {
    if (!(await rememberOnce(db, 'idpLogout', `${ended.providerId} ${ended.id}`, ended.seconds))) reject(again, 'replayed')
    const ids = await sessionsOfIdentity(db, { ...ended, sids })
    for (const id of ids) await endSession(db, id)
    return ids.length
  })
  kernel.sessions.forget()
  request.log.info({ traceId: request.id, provider: ended.providerId, count }, 'sessions ended by an identity provider')
}

interface FromServer {
  /** What the field of the form is called. */
  field: string
  read: (value: string) => LogoutMessage | Promise<LogoutMessage>
}

/** OpenID Connect Back-Channel Logout 1.0, 2.7 and 2.8. */
export const takeLogoutToken = (kernel: Kernel, request: FastifyRequest, reply: FastifyReply, provider: StoredProvider) =>
  receiveServerLogout(kernel, request, reply, provider, {
    field: 'logout_token',
    read: async token => (await import('./oidc-logout.ts')).readLogoutToken(kernel, provider, token),
  })

/** CAS 3.0, 2.3.3: posted to the address the ticket was for. */
export const takeCasLogout = (kernel: Kernel, request: FastifyRequest, reply: FastifyReply, provider: StoredProvider) =>
  receiveServerLogout(kernel, request, reply, provider, { field: 'logoutRequest', read: xml => readCasLogout(provider, xml) })

/** From server to server, so the answer is not a page. */
async function receiveServerLogout(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: StoredProvider,
  { field, read }: FromServer,
) {
  void reply.header('cache-control', 'no-store')
  try {
    const form = await readForm(request)
    const tokens = typeof form === 'string' ? reject('invalid', form) : form.getAll(field)
    if (tokens.length !== 1) reject('invalid', `one ${field}`)
    await endByProvider(kernel, request, await read(tokens[0]!), 'invalid')
    return await reply.code(200).send()
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error
    request.log.warn({ traceId: request.id, provider: provider.code, detail: error.message, err: error.cause }, 'logout refused')
    return reply.code(400).type('application/json').send({ error: 'invalid_request', error_description: 'the logout is not accepted' })
  }
}
