import { answer } from './answer.ts'
import type { Caller } from './caller.ts'
import { BULK_OPERATIONS } from './discovery.ts'
import type { ScimRequest } from './protocol/endpoint.ts'
import { errorBody, invalid, problem, problemFrom, ScimProblem } from './protocol/problem.ts'
import { isObject, member, type Resource } from './protocol/resource.ts'
import { text } from './text.ts'

const RESPONSE_URN = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse'
const REFERENCE = /^bulkId:(.+)$/i
const DEPTH_MAX = 40

interface BulkOperation {
  n: number
  method: string
  path: string
  bulkId: string | undefined
  version: string | undefined
  data: unknown
}

const lineOf = (item: unknown, name: string): string | undefined => {
  const value = member(item, name)
  return typeof value === 'string' ? value : undefined
}

function operationsIn(body: unknown): BulkOperation[] {
  const list = member(body, 'Operations')
  if (!Array.isArray(list) || list.length === 0) return invalid(text.patchEmpty, 'invalidSyntax')
  if (list.length > BULK_OPERATIONS) problem(413, text.bulkTooMany(BULK_OPERATIONS), 'tooMany')
  return list.map((item: unknown, n) => ({
    n,
    method: (lineOf(item, 'method') ?? '').toUpperCase(),
    path: lineOf(item, 'path') ?? '',
    bulkId: lineOf(item, 'bulkId'),
    version: lineOf(item, 'version'),
    data: member(item, 'data'),
  }))
}

/** The bulkIds that occur in the data of an operation or in a part of its path. */
function referencesIn(value: unknown, depth = 0): string[] {
  if (depth > DEPTH_MAX) return []
  if (typeof value === 'string') return REFERENCE.exec(value)?.slice(1, 2) ?? []
  if (Array.isArray(value)) return value.flatMap(item => referencesIn(item, depth + 1))
  return isObject(value) ? Object.values(value).flatMap(item => referencesIn(item, depth + 1)) : []
}

function resolved(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return ids.get(REFERENCE.exec(value)?.[1] ?? '') ?? value
  if (Array.isArray(value)) return value.map(item => resolved(item, ids))
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolved(item, ids)])) : value
}

const allReferences = ({ path, data }: BulkOperation) => [...path.split('/').flatMap(part => referencesIn(part)), ...referencesIn(data)]

/**
 * Runs each operation in its own transaction with its own audit record, in the order sent, except that an operation waits for a
 * later one it refers to (RFC 7644 section 3.7).
 */
export async function bulk(caller: Caller, request: ScimRequest): Promise<Resource> {
  const operations = operationsIn(request.body)
  const tolerated = Number(member(request.body, 'failOnErrors') ?? Infinity)
  const ids = new Map<string, string>()
  const done = new Map<number, Resource>()
  const open = new Set(operations.flatMap(({ bulkId }) => bulkId ?? []))
  let waiting = operations
  let errors = 0
  while (waiting.length > 0 && errors < tolerated) {
    const later: BulkOperation[] = []
    for (const operation of waiting) {
      if (errors >= tolerated) break
      // Nothing waits for a failed or unknown operation.
      if (allReferences(operation).some(name => open.has(name) && name !== operation.bulkId)) later.push(operation)
      else {
        const result = await runOperation(caller, request, operation, ids)
        if ('response' in result) errors++
        if (operation.bulkId !== undefined) open.delete(operation.bulkId)
        done.set(operation.n, result)
      }
    }
    if (later.length === waiting.length) {
      for (const operation of later) done.set(operation.n, refused(operation, new ScimProblem(409, text.bulkCircle)))
      break
    }
    waiting = later
  }
  return { schemas: [RESPONSE_URN], Operations: [...done].sort(([a], [b]) => a - b).map(([, result]) => result) }
}

const named = ({ method, bulkId }: BulkOperation): Resource => ({ method, ...(bulkId !== undefined && { bulkId }) })
const refused = (operation: BulkOperation, why: ScimProblem): Resource => ({
  ...named(operation),
  status: String(why.status),
  response: errorBody(why),
})

async function runOperation(caller: Caller, request: ScimRequest, operation: BulkOperation, ids: Map<string, string>): Promise<Resource> {
  const { n, method, bulkId, version } = operation
  const traceId = `${request.traceId}-${n + 1}`
  try {
    if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) || operation.path.includes('.search'))
      invalid(text.bulkMethod(method.slice(0, 20)))
    if (allReferences(operation).some(name => !ids.has(name))) problem(409, text.bulkCircle)
    const path = operation.path.split('/').map(part => String(resolved(part, ids))).join('/') // prettier-ignore
    const body = resolved(operation.data, ids)
    const { status, body: resource } = await answer(caller, {
      ...request,
      method,
      path,
      body,
      query: {},
      ifMatch: version,
      traceId,
      startedAt: performance.now(),
    })
    if (bulkId !== undefined && typeof resource?.id === 'string') ids.set(bulkId, resource.id)
    const meta = isObject(resource?.meta) ? resource.meta : { location: `${caller.base}${path}` }
    return {
      ...named(operation),
      location: meta.location,
      ...(meta.version !== undefined && { version: meta.version }),
      status: String(status),
    }
  } catch (error) {
    const found = problemFrom(error)
    if (!found) request.log.error({ err: error, traceId }, 'defect')
    return refused(operation, found ?? new ScimProblem(500, text.defect(traceId)))
  }
}
