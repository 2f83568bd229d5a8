import { parseJson } from '../../../../platform/text/json.ts'
import type { Pushed } from '../../../../outside/push.ts'
import { Unreachable, type Message, type HttpSender } from '../../../../outside/http-sender.ts'

export type Resource = Readonly<Record<string, unknown>>
const SCIM_TYPE = 'application/scim+json; charset=utf-8'
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** An answer to an intermediate request that makes it impossible to go on. */
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
  /** The changing requests that were sent, in order, for the log. */
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
      if (error instanceof Unreachable) return { error: error.message }
      throw error
    }
  }

  patch = (path: string, operations: readonly Resource[]): Promise<Pushed> =>
    this.ask('PATCH', path, { schemas: [PATCH_OP], Operations: operations })

  /** Reads one whole resource; undefined if it does not exist. */
  async one(type: 'Users' | 'Groups', id: string): Promise<Resource | undefined> {
    const pushed = await this.ask('GET', `/${type}/${encodeURIComponent(id)}`)
    return 'status' in pushed && pushed.status === 404 ? undefined : jsonIn(pushed)
  }

  /** Searches by a filter. Two results suffice to tell whether it is unique. */
  search(type: 'Users' | 'Groups', filter: string): Promise<Pushed> {
    const query = new URLSearchParams({ filter, count: '2', ...(type === 'Groups' && { excludedAttributes: 'members' }) })
    return this.ask('GET', `/${type}?${query}`)
  }

  /** Reads all resources of a type page by page, groups with their members. Throws if the server leaves out any. */
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
  if ('error' in pushed || !isTaken(pushed)) throw new ScimStop(pushed)
  try {
    const json = parseJson(pushed.text)
    if (typeof json === 'object' && json !== null) return json as Resource
  } catch {
    // An answer that is not JSON is reported like a server that does not answer.
  }
  throw new ScimStop({ error: 'not SCIM' })
}

export function listIn(pushed: Pushed): Resource[] {
  const { Resources: found = [] } = jsonIn(pushed)
  if (!Array.isArray(found)) throw new ScimStop({ error: 'not SCIM' })
  return found as Resource[]
}

export const quotedFor = (value: string): string => JSON.stringify(value)
