import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Resource = Record<string, unknown> & { id: string }
interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  ifMatch: string | undefined
  body: Record<string, unknown> | undefined
}
interface Capabilities {
  /** If false, PATCH is answered with 501, and ServiceProviderConfig says so. */
  patch?: boolean
  /** If false, a filter on externalId is answered with 400, as some services do. */
  byExternalId?: boolean
}

/** A SCIM server with the limitations of some services: no PATCH, or no filter on `externalId`. It sends versions. */
export interface FakeScimServer {
  address: string
  users: Map<string, Resource>
  groups: Map<string, Resource>
  requests: ReceivedRequest[]
  /** Runs before a PUT is handled. */
  beforePut: () => void
  /** The answer of ServiceProviderConfig. */
  config: unknown
  /** Ids of users whom no group accepts. */
  noMembers: Set<string>
  /** Ids of groups that accept no members. */
  closed: Set<string>
  close(): Promise<void>
}

const SCIM = { 'content-type': 'application/scim+json' }
type Reply = [number, unknown?]

export async function openScimServer({ patch = true, byExternalId = true }: Capabilities = {}): Promise<FakeScimServer> {
  const requests: ReceivedRequest[] = []
  const [users, groups] = [new Map<string, Resource>(), new Map<string, Resource>()]
  const config: unknown = { patch: { supported: patch } }
  const fake = { beforePut: () => undefined as void, config, noMembers: new Set<string>(), closed: new Set<string>() }
  let serial = 0
  const versioned = (row: Record<string, unknown>, id: string): Resource => ({ ...row, id, meta: { version: `W/"${++serial}"` } })

  const list = (rows: Map<string, Resource>, filter: string | null): Reply => {
    const [, name, value] = /^(\w+) eq "(.*)"$/.exec(filter ?? '') ?? []
    if (name === 'externalId' && !byExternalId) return [400, { scimType: 'invalidFilter', detail: 'Filter not supported' }]
    const found = [...rows.values()].filter(row => name === undefined || row[name] === value)
    return [200, { totalResults: found.length, Resources: found }]
  }
  const one = (rows: Map<string, Resource>, id: string, { method, body = {}, ifMatch }: ReceivedRequest): Reply => {
    if (method === 'PUT') fake.beforePut()
    const present = rows.get(id)
    if (!present) return [404, {}]
    if (method === 'GET') return [200, present]
    if (method === 'PATCH' && !patch) return [501, {}]
    const { version } = present.meta as { version: string }
    if (ifMatch !== undefined && ifMatch !== version) return [412, {}]
    const sent = JSON.stringify(body)
    const isJoin = method === 'PATCH' && sent.includes('"members"')
    if (isJoin && (fake.closed.has(id) || [...fake.noMembers].some(user => sent.includes(`"${user}"`)))) return [400, {}]
    const leaving = [...sent.matchAll(/"members\[value eq \\"(.*?)\\"\]"/g)].map(([, user]) => user)
    // Strict servers do this.
    if (leaving.some(user => membersOf(present).every(({ value }) => value !== user))) return [400, { scimType: 'noTarget' }]
    const next = method === 'PUT' ? body : patched(present, body.Operations as Operation[])
    rows.set(id, versioned(next, id))
    return [200, rows.get(id)]
  }
  const answer = (here: ReceivedRequest): Reply => {
    const [, kind = '', id] = here.path.split('/')
    if (kind === 'ServiceProviderConfig') return [200, fake.config]
    const rows = kind === 'Users' ? users : groups
    if (id !== undefined) return one(rows, decodeURIComponent(id), here)
    if (here.method === 'GET') return list(rows, here.query.get('filter'))
    if (kind === 'Users' && [...rows.values()].some(row => row.userName === here.body?.userName)) return [409, {}]
    const made = versioned(here.body!, `r${++serial}`)
    rows.set(made.id, made)
    return [201, made]
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const text = await read(request)
    const { method = 'GET', headers } = request
    const body = text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>)
    const here = { method, path: url.pathname, query: url.searchParams, ifMatch: headers['if-match'], body }
    requests.push(here)
    const [status, resource] = answer(here)
    response.writeHead(status, SCIM).end(JSON.stringify(resource ?? {}))
  }
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const close = async () => {
    server.closeAllConnections()
    await new Promise(done => server.close(done))
  }
  return Object.assign(fake, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, users, groups, requests, close })
}

interface Operation {
  op: string
  path: string
  value?: unknown
}
const membersOf = ({ members }: Record<string, unknown>) => (members ?? []) as { value: string }[]

function patched(row: Record<string, unknown>, operations: readonly Operation[]): Record<string, unknown> {
  return operations.reduce((present, { op, path, value }) => {
    const [, leaving] = /^members\[value eq "(.*)"\]$/.exec(path) ?? []
    if (leaving !== undefined) return { ...present, members: membersOf(present).filter(one => one.value !== leaving) }
    if (path === 'members' && op === 'add') return { ...present, members: [...membersOf(present), ...(value as { value: string }[])] }
    return { ...present, [path]: op === 'remove' ? undefined : value }
  }, row)
}

async function read(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}
