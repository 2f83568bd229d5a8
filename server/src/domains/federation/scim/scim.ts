import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readJsonBodies } from '../../../platform/http/body.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { answer, discovered } from './answer.ts'
import { bulk } from './bulk.ts'
import { baseOf, identify, SCIM_PATH } from './caller.ts'
import { BULK_BYTES } from './discovery.ts'
import type { ScimReply } from './protocol/endpoint.ts'
import { errorBody, problem, problemFrom, ScimProblem } from './protocol/problem.ts'
import { isObject, type Resource } from './protocol/resource.ts'
import { text } from './text.ts'

const SCIM_TYPE = 'application/scim+json; charset=utf-8'
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** SCIM 2.0 under /scim/v2 (RFC 7643, RFC 7644, RFC 9865; docs/decisions/scim.md, 0061). */
export async function serveScim(app: FastifyInstance, kernel: Kernel): Promise<void> {
  await app.register(async scope => {
    readJsonBodies(scope, 'application/scim+json')
    scope.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    for (const url of [SCIM_PATH, `${SCIM_PATH}/*`])
      scope.route({
        method: [...METHODS],
        url,
        bodyLimit: BULK_BYTES,
        onRequest: async request => {
          const path = pathOf(request)
          // The discovery documents need no authentication (RFC 7644 section 4). Every other caller is identified before its body
          // is read.
          if (!(request.method === 'GET' && /^\/(ServiceProviderConfigs?|ResourceTypes|Schemas)(\/|$)/.test(path)))
            request.scimCaller = await kernel.answers.keep(identify(kernel, request))
        },
        handler: async (request, reply) => send(reply, await kernel.answers.keep(serve(kernel, request))),
      })
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read; undefined for the discovery documents. */
    scimCaller?: Awaited<ReturnType<typeof identify>>
  }
}

const pathOf = ({ url }: FastifyRequest): string => decodeURIComponent(url.split('?', 1)[0]!.slice(SCIM_PATH.length))

async function serve(kernel: Kernel, request: FastifyRequest): Promise<ScimReply> {
  const [path, query] = [pathOf(request), (request.query ?? {}) as Resource]
  if (request.method === 'GET') {
    const found = discovered(baseOf(kernel, request), path.split('/').filter(part => part !== ''), query) // prettier-ignore
    if (found) return { status: 200, body: found }
  }
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  const caller = request.scimCaller!
  const scimRequest = {
    method: request.method,
    path,
    query,
    body: request.body,
    ifMatch,
    ifNoneMatch,
    traceId: request.id,
    log: request.log,
    startedAt: request.startedAt ?? performance.now(),
  }
  if (!/^\/Bulk\/?$/.test(path)) return answer(caller, scimRequest)
  if (request.method !== 'POST') problem(405, text.wrongMethod)
  return { status: 200, body: await bulk(caller, scimRequest) }
}

function send(reply: FastifyReply, { status, body }: ScimReply): FastifyReply {
  const meta = isObject(body?.meta) ? body.meta : {}
  void reply.code(status).headers(HEADERS)
  if (typeof meta.version === 'string') void reply.header('etag', meta.version)
  if (typeof meta.location === 'string' && status === 201) void reply.header('location', meta.location)
  return status === 204 || status === 304 || !body ? reply.send() : reply.type(SCIM_TYPE).send(JSON.stringify(body))
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = problemFrom(error)
  if (!found) request.log.error({ err: error, traceId: request.id }, 'defect')
  const failure = found ?? new ScimProblem(500, text.defect(request.id))
  if (failure.status === 401) void reply.header('www-authenticate', 'Bearer realm="scim", error="invalid_token"')
  if (failure.retryAfter !== undefined) void reply.header('retry-after', failure.retryAfter)
  return reply
    .code(failure.status)
    .headers(HEADERS)
    .type(SCIM_TYPE)
    .send(JSON.stringify(errorBody(failure)))
}
