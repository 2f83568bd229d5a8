import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kernel } from '../../../platform/kernel.ts'
import { sendPage } from '../protocol/page.ts'
import { signingPair } from '../saml/keys/key.sql.ts'
import type { Message } from '../saml/sso/message.ts'
import { reject as rejectSaml, SamlProblem } from '../saml/problem.ts'
import { checkHead, checkSignature, readHead, readLogoutRequest } from '../saml/sso/request.ts'
import { logoutResponseOf } from '../saml/sso/respond.ts'
import { sendLogout } from '../saml/sso/send.ts'
import { callbackOf, logoutOf, metadataOf } from './addresses.ts'
import { ProviderProblem } from './identity.ts'
import { endByProvider } from './logout.ts'
import { protocolOf } from './protocols.ts'
import type { StoredProvider } from './provider.sql.ts'
import type { SamlClient } from './saml.ts'
import { text } from './text.ts'

const SKEW_SECONDS = 60
const SEEN_SECONDS = 1200

/** Handles a provider's LogoutRequest (SAML profiles, 4.4), which must be signed. */
export async function takeProviderLogout(
  kernel: Kernel,
  request: FastifyRequest,
  reply: FastifyReply,
  provider: StoredProvider,
  message: Message,
) {
  const idp = await ((await protocolOf(kernel, 'saml')) as SamlClient).idpOf(provider)
  const logoutRequest = await withProviderProblem(() => {
    if (message.kind !== 'request') return rejectSaml('malformed', 'a response')
    const head = readHead(message, 'LogoutRequest')
    if (head.issuer !== idp.entityId) rejectSaml('unknownIssuer', head.issuer)
    checkSignature(head, message, idp.keys, true)
    const now = kernel.now()
    checkHead(head, { now, skewSeconds: SKEW_SECONDS, address: logoutOf(kernel, request, provider), isSigned: true })
    return readLogoutRequest(head, now, SKEW_SECONDS)
  })
  const ended = {
    providerId: provider.id,
    subject: logoutRequest.nameId,
    sids: logoutRequest.sessionIndexes,
    id: logoutRequest.id,
    seconds: SEEN_SECONDS,
  }
  await endByProvider(kernel, request, ended, 'logoutInvalid')
  if (!idp.slo) return sendPage(reply, { icon: 'good', title: text.loggedOut })
  const own = { entityId: metadataOf(kernel, request, provider.code), sso: '', slo: callbackOf(kernel, request, provider) }
  const element = logoutResponseOf({ own, now: kernel.now() }, idp.slo.url, logoutRequest.id, ['Success'])
  const sent = {
    to: idp.slo.url,
    kind: 'response',
    relayState: message.relayState,
    title: text.loggedOut,
    binding: idp.slo.binding,
  } as const
  return sendLogout(reply, element, sent, await signingPair(kernel, null))
}

async function withProviderProblem<T>(read: () => T): Promise<T> {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof SamlProblem)) throw error
    throw new ProviderProblem('logoutInvalid', `logout ${error.problem} ${error.message}`, undefined, error)
  }
}
