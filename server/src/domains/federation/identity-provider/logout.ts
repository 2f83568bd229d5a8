import type { FastifyReply, FastifyRequest } from 'fastify'
import { endSession } from '../../../platform/access/session-lifecycle.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { rememberOnce } from '../../../platform/secrets/one-time.ts'
import { readForm } from '../protocol/form.ts'
import { ProviderProblem, type ProviderProblemName, reject } from './identity.ts'
import { type ProviderSignOut, sessionsOfIdentity } from './link.sql.ts'
import { readCasLogout } from './cas-logout.ts'
import type { StoredProvider } from './provider.sql.ts'

/** The longest session id of a provider that is stored. */
export const SID_MAX = 300

/** A logout message of a provider. It is accepted only once, and counts as seen only if the sessions could be ended. */
export interface LogoutMessage extends ProviderSignOut {
  id: string
  /** How long the message would be valid, and must therefore be remembered. */
  seconds: number
}

/** Ends the sessions that began by a provider's ended session. Applications are notified as at any other end of a session. */
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
  /** The name of the form field. */
  field: string
  read: (value: string) => LogoutMessage | Promise<LogoutMessage>
}

/** Handles a logout token (OpenID Connect Back-Channel Logout 1.0, 2.7 and 2.8). */
export const takeLogoutToken = (kernel: Kernel, request: FastifyRequest, reply: FastifyReply, provider: StoredProvider) =>
  receiveServerLogout(kernel, request, reply, provider, {
    field: 'logout_token',
    read: async token => (await import('./oidc-logout.ts')).readLogoutToken(kernel, provider, token),
  })

/** Handles a CAS logout request, which is posted to the address the ticket was issued for (CAS 3.0, 2.3.3). */
export const takeCasLogout = (kernel: Kernel, request: FastifyRequest, reply: FastifyReply, provider: StoredProvider) =>
  receiveServerLogout(kernel, request, reply, provider, { field: 'logoutRequest', read: xml => readCasLogout(provider, xml) })

/** Handles a logout message sent by a server, so the answer is not a page. */
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
