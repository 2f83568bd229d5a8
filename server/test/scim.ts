import { apiClient, type ScimGroups } from '@hufu/contract/federation/api-client'
import { scimCalls, type ScimCall } from '@hufu/contract/federation/scim'
import { client } from './api-clients.ts'
import type { TestServer } from './harness.ts'

export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const HUFU_USER = 'urn:hufu:params:scim:schemas:extension:2.0:User'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies of a protocol, looked at by expectations alone
export type Body = any
export interface ScimAnswer {
  status: number
  headers: Headers
  body: Body
}
export interface ScimSubject {
  id: string
  clientId: string
  clientSecret: string
  authorization: string
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>
  patch(path: string, ...operations: Record<string, unknown>[]): Promise<ScimAnswer>
}

const EACH = Object.keys(scimCalls) as ScimCall[]

interface Settings {
  rootOrg?: string
  defaultOrg?: string
  unknownOrg?: string
  groupsAre?: ScimGroups
  onDelete?: string
  adopts?: boolean
  brakePercent?: number
  brakeLeast?: number
}

/** A SCIM client that is granted these calls; all by default. */
export async function scimClient(
  server: Pick<TestServer, 'admin' | 'address'>,
  { calls = EACH, ...settings }: Settings & { calls?: readonly ScimCall[] } = {},
): Promise<ScimSubject> {
  const made = await client(
    server,
    calls.map(name => scimCalls[name]),
  )
  const { rootOrg = '1', defaultOrg = rootOrg, unknownOrg = 'default', groupsAre = 'workGroup' } = settings
  const { onDelete = 'delete', adopts = true, brakePercent = 100, brakeLeast = 1000 } = settings
  const organisations = { rootOrgId: rootOrg, defaultOrgId: defaultOrg, unknownOrg, groupsAre }
  await server.admin.call(apiClient.saveScim, { body: { id: made.id, ...organisations, onDelete, adopts, brakePercent, brakeLeast } })
  const authorization = `Bearer ${made.clientId}.${made.clientSecret}`
  const ask: ScimSubject['ask'] = (method, path, body, headers = {}) =>
    askScim(server, method, path, { body, headers: { authorization, ...headers } })
  return {
    id: made.id,
    clientId: made.clientId,
    clientSecret: made.clientSecret,
    authorization,
    ask,
    patch: (path, ...operations) => ask('PATCH', path, { schemas: [PATCH_OP], Operations: operations }),
  }
}

export async function askScim(
  server: Pick<TestServer, 'address'>,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<ScimAnswer> {
  const response = await fetch(`${server.address}/scim/v2${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : (JSON.parse(text) as Body) }
}

let serial = 0
/** A new user as a SCIM client sends it. */
export function scimUser(parts: Record<string, unknown> = {}): Record<string, unknown> {
  const n = ++serial
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `scim.user${n}@example.com`,
    name: { familyName: '欧阳', givenName: `修${n}` },
    emails: [{ value: `scim.user${n}@example.com`, type: 'work', primary: true }],
    active: true,
    ...parts,
  }
}
