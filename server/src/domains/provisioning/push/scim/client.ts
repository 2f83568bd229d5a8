import type { Pushed } from '../../../../outside/push.ts'
import { Unreachable, type Message, type HttpSender } from '../../../../outside/http-sender.ts'

export type Resource = Readonly<Record<string, unknown>>
const SCIM_TYPE = 'application/scim+json; charset=utf-8'
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** What was answered that leads no further: to a question on the way. */
export class ScimStop extends Error {
  readonly pushed: Pushed
  constructor(pushed: Pushed) {
    super('stopped')
    this.pushed = pushed
  }
}

/** The SCIM server of an application (RFC 7644); its secret is the bearer token. */
export class ScimClient {
  readonly #reach: HttpSender
  readonly #base: string
  readonly #token: string
  /** What was sent, in the order it was, for the log. */
  readonly sent: { method: string; path: string; body?: unknown }[] = []

  constructor(send: HttpSender, base: string, token: string) {
    this.#reach = send
    this.#base = base.replace(/\/+$/, '')
    this.#token = token
  }

  async ask(method: Message['method'], path: string, body?: Resource, ifMatch?: string): Promise<Pushed> {
    if (method !== 'GET') this.sent.push({ method, path, ...(body && { body }) })
    const headers = {
      accept: SCIM_TYPE,
      authorization: `Bearer ${this.#token}`,
      ...(body && { 'content-type': SCIM_TYPE }),
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    }
    try {
      return await this.#reach(new URL(this.#base + path), { method, headers, ...(body && { body: JSON.stringify(body) }) })
    } catch (error) {
      if (error instanceof Unreachable) return { fault: error.message }
      throw error
    }
  }

  patch = (path: string, operations: readonly Resource[]): Promise<Pushed> =>
    this.ask('PATCH', path, { schemas: [PATCH_OP], Operations: operations })

  /** One resource whole; undefined where there is none. */
  async one(type: 'Users' | 'Groups', id: string): Promise<Resource | undefined> {
    const pushed = await this.ask('GET', `/${type}/${encodeURIComponent(id)}`)
    return 'status' in pushed && pushed.status === 404 ? undefined : jsonIn(pushed)
  }

  /** The first page of those that a filter finds. */
  search(type: 'Users' | 'Groups', filter: string): Promise<Pushed> {
    const query = new URLSearchParams({ filter, count: '2', ...(type === 'Groups' && { excludedAttributes: 'members' }) })
    return this.ask('GET', `/${type}?${query}`)
  }

  /** All of a type, groups with their members, page by page; nothing is left out without a fault. */
  async *all(type: 'Users' | 'Groups'): AsyncGenerator<Resource[]> {
    for (let startIndex = 1; ;) {
      const query = new URLSearchParams({ startIndex: String(startIndex), count: type === 'Groups' ? '25' : '100' })
      const pushed = await this.ask('GET', `/${type}?${query}`)
      const rows = listIn(pushed)
      if (rows.length > 0) yield rows
      startIndex += rows.length
      const { totalResults } = jsonIn(pushed)
      if (typeof totalResults !== 'number') throw new ScimStop(pushed)
      if (startIndex > totalResults) return
      if (rows.length === 0) throw new ScimStop(pushed)
    }
  }
}

export const statusOf = (pushed: Pushed): number => ('status' in pushed ? pushed.status : 0)
export const isTaken = (pushed: Pushed): boolean => statusOf(pushed) >= 200 && statusOf(pushed) < 300

export function jsonIn(pushed: Pushed): Resource {
  if ('fault' in pushed || !isTaken(pushed)) throw new ScimStop(pushed)
  try {
    const json: unknown = JSON.parse(pushed.text)
    if (typeof json === 'object' && json !== null) return json as Resource
  } catch {
    // What is not JSON is told as a server that does not answer.
  }
  throw new ScimStop({ fault: 'not SCIM' })
}

export function listIn(pushed: Pushed): Resource[] {
  const { Resources: found = [] } = jsonIn(pushed)
  if (!Array.isArray(found)) throw new ScimStop({ fault: 'not SCIM' })
  return found as Resource[]
}

export const quotedFor = (value: string): string => JSON.stringify(value)
