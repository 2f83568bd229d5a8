import type { FastifyRequest } from 'fastify'
import { ROOT_ORG } from '@hufu/contract/screens'
import { scimCalls, scimScopes, type ScimCall } from '@hufu/contract/federation/scim'
import { everything, type Scope } from '../../../platform/access/scope.ts'
import type { Principal } from '../../../platform/access/sessions.ts'
import { Refused } from '../../../platform/http/refuse.ts'
import { originOf, siteOrigin } from '../../../platform/http/origin.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { findScimClient, type ScimClient } from './client.sql.ts'
import { problem } from './protocol/problem.ts'
import { text } from './text.ts'

export const SCIM_PATH = '/scim/v2'
const MINUTE = 60_000
/** The highest request rate that Entra and Okta document. */
const REQUESTS_A_MINUTE = 1500

/** The client that sent a request, and its scope. */
export interface Caller {
  kernel: Kernel
  who: Principal
  client: ScimClient
  scope: Scope
  /** The base address of this server's resources. */
  base: string
  ip: string
  /** Refuses a call that the client was not granted, and records the use of a granted one. */
  use(call: ScimCall): Promise<void>
  holds(call: ScimCall): boolean
}

/**
 * Authenticates by an access token, or by `Bearer <client id>.<secret>` for clients that support only one long-lived token; never
 * by a session.
 */
async function authenticate(kernel: Kernel, { headers, ip }: FastifyRequest): Promise<Principal> {
  const pair = /^bearer +([\w-]+)\.([\w-]+) *$/i.exec(headers.authorization ?? '')
  const shown = pair ? { 'x-client-id': pair[1], 'x-client-secret': pair[2] } : { ...headers, token: undefined }
  try {
    return (await kernel.clients.calling(shown, ip)) ?? problem(401, text.unauthorized)
  } catch (error) {
    if (error instanceof Refused && error.reason !== 'tooOften') return problem(401, text.unauthorized)
    throw error
  }
}

export const baseOf = (kernel: Kernel, request: FastifyRequest): string => `${originOf(kernel) ?? siteOrigin(kernel, request)}${SCIM_PATH}`

export async function identify(kernel: Kernel, request: FastifyRequest): Promise<Caller> {
  const who = await authenticate(kernel, request)
  const client = (await findScimClient(kernel.db, who.userId)) ?? problem(403, text.notSetUp)
  if (client.limitPerMinute === null) await kernel.limits.count('scim', client.id, REQUESTS_A_MINUTE, MINUTE)
  const holds = (call: ScimCall) => who.rights.calls?.has(scimCalls[call]) === true && !kernel.config.isClosed(scimCalls[call])
  return {
    kernel,
    who,
    client,
    scope: client.rootOrg === ROOT_ORG ? everything : { all: false, roots: [{ orgId: client.rootOrg, below: true }] },
    base: baseOf(kernel, request),
    ip: request.ip,
    holds,
    use: async call => {
      if (!holds(call)) problem(403, text.notGranted(scimScopes[call]))
      await kernel.clients.noteUse(client.id, scimCalls[call], request.ip)
    },
  }
}
