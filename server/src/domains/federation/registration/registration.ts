import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { oidcScopes } from '@hufu/contract/federation/oidc-client'
import { originOf } from '../../../platform/http/origin.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { ISSUER_PATH } from '../oidc/issuer.ts'
import { end, register, replace } from './change.ts'
import { problem, problemFrom, stranger } from './problem.ts'
import { findManaged, type Managed } from './registered.sql.ts'
import { findToken, type ShownToken } from './token.sql.ts'

export const REGISTRATION_PATH = `${ISSUER_PATH}/reg`
const LONGEST_METADATA = 65_536
const MINUTE = 60_000
/** For one address. Somebody who installs a program on many machines can continue after a minute. */
const REQUESTS_A_MINUTE = 60
const HEADERS = { 'cache-control': 'no-store', pragma: 'no-cache', 'x-content-type-options': 'nosniff' }

interface ClientRoute {
  Params: { clientId: string }
}
declare module 'fastify' {
  interface FastifyRequest {
    /** The token and what it allows, set before the body is read. */
    registering?: { token?: ShownToken; managed?: Managed; shown: string }
  }
}

/** Dynamic registration under the issuer (RFC 7591, RFC 7592; docs/decisions/openid-connect.md, 0091). */
export async function serveRegistration(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async scope => {
    scope.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    const bodyLimit = LONGEST_METADATA
    const onRequest = (request: FastifyRequest) => kernel.answers.keep(identify(kernel, request))
    const keep = <T>(work: Promise<T>) => kernel.answers.keep(work)
    scope.post(REGISTRATION_PATH, { bodyLimit, onRequest }, (request, reply) => keep(create(kernel, request, reply)))
    const own = `${REGISTRATION_PATH}/:clientId`
    scope.get<ClientRoute>(own, { onRequest }, (request, reply) => keep(read(kernel, request, reply)))
    scope.put<ClientRoute>(own, { bodyLimit, onRequest }, (request, reply) => keep(update(kernel, request, reply)))
    scope.delete<ClientRoute>(own, { onRequest }, (request, reply) => keep(remove(kernel, request, reply)))
  })
}

/** Checks the token before the body is read, so that no body of an unknown caller is read. */
async function identify(kernel: Kernel, request: FastifyRequest): Promise<void> {
  await kernel.limits.count('registration', request.ip, REQUESTS_A_MINUTE, MINUTE)
  if (!kernel.config.values.openRegistration) problem(404, 'invalid_request', 'dynamic registration is switched off')
  const [, shown] = /^bearer +([\w-]{20,100}) *$/i.exec(request.headers.authorization ?? '') ?? []
  if (shown === undefined) return stranger()
  const { clientId } = request.params as { clientId?: string }
  if (clientId === undefined) request.registering = { token: (await findToken(kernel.db, shown)) ?? stranger(), shown }
  else request.registering = { managed: (await findManaged(kernel.db, clientId, shown)) ?? stranger(), shown }
}

async function create(kernel: Kernel, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.registering!
  const { clientId, clientSecret, access } = await register(kernel, request, token!, request.body)
  const managed = (await findManaged(kernel.db, clientId, access)) ?? stranger()
  return reply
    .code(201)
    .headers(HEADERS)
    .send({ ...(clientSecret && { client_secret: clientSecret }), ...informationOf(kernel, managed, access) })
}

const read = async (kernel: Kernel, request: FastifyRequest<ClientRoute>, reply: FastifyReply) => {
  const { managed, shown } = request.registering!
  return reply.headers(HEADERS).send(informationOf(kernel, managed!, shown))
}

async function update(kernel: Kernel, request: FastifyRequest<ClientRoute>, reply: FastifyReply): Promise<FastifyReply> {
  const { managed, shown } = request.registering!
  const access = await replace(kernel, request, managed!, shown)
  const now = (await findManaged(kernel.db, managed!.clientId, access)) ?? stranger()
  return reply.headers(HEADERS).send(informationOf(kernel, now, access))
}

async function remove(kernel: Kernel, request: FastifyRequest<ClientRoute>, reply: FastifyReply): Promise<FastifyReply> {
  const { managed, shown } = request.registering!
  await end(kernel, request, managed!, shown)
  return reply.code(204).headers(HEADERS).send()
}

/** The client information response. It has no secret, which is stored only as a hash and returned once by `create`. */
function informationOf(kernel: Kernel, of: Managed, access: string) {
  const { contacts, ...about } = of.about
  return {
    client_id: of.clientId,
    client_id_issued_at: of.issuedAt,
    ...(of.authMethod.startsWith('client_secret') && { client_secret_expires_at: 0 }),
    registration_access_token: access,
    registration_client_uri: `${originOf(kernel) ?? ''}${REGISTRATION_PATH}/${of.clientId}`,
    client_name: of.name,
    redirect_uris: of.redirectUris,
    post_logout_redirect_uris: of.postLogoutUris,
    ...(of.logoutUri !== null && { backchannel_logout_uri: of.logoutUri }),
    grant_types: of.grantTypes,
    response_types: of.grantTypes.includes('authorization_code') ? ['code'] : [],
    token_endpoint_auth_method: of.authMethod,
    id_token_signed_response_alg: of.tokenAlg,
    subject_type: 'public',
    scope: (of.scopes ?? oidcScopes).join(' '),
    require_signed_request_object: of.signedRequest === 1,
    ...(of.jwks && { jwks: of.jwks }),
    ...about,
    ...(contacts && { contacts: contacts.split(', ') }),
  }
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = problemFrom(error)
  if (!found) {
    request.log.error({ err: error, traceId: request.id }, 'defect')
    return reply
      .code(500)
      .headers(HEADERS)
      .send({ error: 'server_error', error_description: `the server failed: ${request.id}` })
  }
  const { status, message, retryAfter } = found
  request.log.warn({ error: found.error, description: message, path: request.url.split('?', 1)[0] }, 'refused a registration')
  if (status === 401) void reply.header('www-authenticate', 'Bearer realm="registration", error="invalid_token"')
  if (retryAfter !== undefined) void reply.header('retry-after', retryAfter)
  return reply.code(status).headers(HEADERS).send({ error: found.error, error_description: message })
}
