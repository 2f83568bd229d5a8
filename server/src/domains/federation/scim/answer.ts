import type { Caller } from './caller.ts'
import { change } from './limits/change.ts'
import { providerConfig, schemasReply, resourceTypesReply } from './discovery.ts'
import type { Endpoint, ScimReply, ScimRequest, Step } from './protocol/endpoint.ts'
import { listParams, listReply, selectionOf } from './protocol/list.ts'
import { groupEndpoint } from './groups/group-endpoint.ts'
import { orgEndpoint } from './orgs/org-endpoint.ts'
import { missing, problem } from './protocol/problem.ts'
import { project } from './protocol/project.ts'
import type { Resource } from './protocol/resource.ts'
import { text } from './text.ts'
import { userEndpoint } from './users/user-endpoint.ts'

export const endpoints: Readonly<Record<string, Endpoint>> = { Users: userEndpoint, Groups: groupEndpoint, Organizations: orgEndpoint }

/** Answers the discovery documents, which are the same for everybody and take no filter (RFC 7644 section 4). */
export function discovered(base: string, [name, id]: readonly string[], query: Resource): Resource | undefined {
  const isKnown = /^(ServiceProviderConfigs?|ResourceTypes|Schemas)$/.test(name ?? '')
  if (isKnown && query.filter !== undefined) problem(403, text.noFilterHere)
  if (name === 'ResourceTypes') return resourceTypesReply(base, id)
  if (name === 'Schemas') return schemasReply(base, id)
  return isKnown ? (id === undefined ? providerConfig(base) : missing()) : undefined
}

const bodyOf = ({ body }: ScimRequest): unknown =>
  body === undefined || body === null ? problem(400, text.bodyMissing, 'invalidSyntax') : body

/** Answers one request for resources; each write has a transaction of its own, reads have none. */
export async function answer(caller: Caller, request: ScimRequest): Promise<ScimReply> {
  const [name = '', id, ...more] = request.path.split('/').filter(part => part !== '')
  // PostgreSQL cannot store such characters, so no id contains them.
  if (request.path.includes('\0') || !request.path.isWellFormed()) missing()
  const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined
  if (name === 'Me') problem(501, text.noMe)
  if (name === '' || name === '.search') problem(501, text.severalTypes)
  if (!endpoint || more.length > 0) return problem(404, text.unknownPath)
  if (id === undefined) {
    if (request.method === 'GET') return listed(caller, endpoint, request.query)
    if (request.method === 'POST') return writeResource(caller, endpoint, request, await endpoint.create(caller, bodyOf(request)))
    return problem(405, text.wrongMethod)
  }
  if (id === '.search') return request.method === 'POST' ? listed(caller, endpoint, bodyOf(request)) : problem(405, text.wrongMethod)
  return answerResource(caller, endpoint, id, request)
}

async function answerResource(caller: Caller, endpoint: Endpoint, id: string, request: ScimRequest): Promise<ScimReply> {
  switch (request.method) {
    case 'GET':
      return getResource(caller, endpoint, id, request)
    case 'PUT':
      return writeResource(caller, endpoint, request, await endpoint.replace(caller, id, { ...request, body: bodyOf(request) }))
    case 'PATCH':
      return writeResource(caller, endpoint, request, await endpoint.patch(caller, id, { ...request, body: bodyOf(request) }))
    case 'DELETE':
      return writeResource(caller, endpoint, request, endpoint.remove(id, request))
    default:
      return problem(405, text.wrongMethod)
  }
}

async function listed(caller: Caller, endpoint: Endpoint, source: unknown): Promise<ScimReply> {
  await caller.use(endpoint.reads)
  return { status: 200, body: await listReply(caller, endpoint.lister(caller), listParams(source)) }
}

const isSameTag = (tags: string | undefined, version: unknown) =>
  tags?.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//i, '') === String(version).replace(/^W\//, '')) ?? false

async function getResource(caller: Caller, endpoint: Endpoint, id: string, { query, ifNoneMatch }: ScimRequest): Promise<ScimReply> {
  await caller.use(endpoint.reads)
  const wanted = selectionOf(query)
  const resource = await endpoint.get(caller, id, wanted)
  const { version } = resource.meta as Resource
  return isSameTag(ifNoneMatch, version)
    ? { status: 304, body: { meta: resource.meta } }
    : { status: 200, body: { ...project(resource, wanted, endpoint.type), ...(wanted.attributes.length === 0 && { meta: resource.meta }) } }
}

const acts: Readonly<Record<string, string>> = { POST: 'save', PUT: 'update', PATCH: 'update', DELETE: 'remove' }

async function writeResource(caller: Caller, endpoint: Endpoint, request: ScimRequest, step: Step): Promise<ScimReply> {
  await caller.use(endpoint.writes)
  const { method, path, body, query, traceId, log, startedAt } = request
  const operation = `${acts[method]!}${endpoint.type.id}`
  const act = { operation, call: endpoint.writes, method, path: `/scim/v2${path}`, body, traceId, log, startedAt }
  const resource = await change(caller, act, step)
  if (!resource || (method === 'PATCH' && endpoint.isPatchSilent && query.attributes === undefined)) return { status: 204 }
  const wanted = selectionOf(query)
  const projected = { ...project(resource, wanted, endpoint.type), meta: resource.meta }
  return { status: method === 'POST' ? 201 : 200, body: projected }
}
