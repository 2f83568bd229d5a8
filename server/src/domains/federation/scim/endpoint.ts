import type { FastifyBaseLogger } from 'fastify'
import type { ScimCall } from '@hufu/contract/federation/scim'
import type { Caller } from './caller.ts'
import type { WriteContext } from './change.ts'
import type { Lister } from './list.ts'
import type { AttributeSelection } from './project.ts'
import type { Resource } from './resource.ts'
import type { ResourceType } from './schema.ts'

/** One request, or one operation of a bulk request. */
export interface ScimRequest {
  method: string
  /** Below the base address, without its query. */
  path: string
  query: Resource
  body: unknown
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  traceId: string
  log: FastifyBaseLogger
  startedAt: number
}
export interface ScimReply {
  status: number
  body?: Resource | undefined
}

/** What to write, prepared before the transaction. */
export type Step = (ctx: WriteContext) => Promise<Resource | undefined>

/** One type of resource and everything that can be done with it. */
export interface Endpoint {
  type: ResourceType
  reads: ScimCall
  writes: ScimCall
  /** Whether a change by PATCH is answered without the resource unless attributes are asked for. */
  isPatchSilent?: boolean
  lister(caller: Caller): Lister
  get(caller: Caller, id: string, wanted: AttributeSelection): Promise<Resource>
  create(caller: Caller, body: unknown): Promise<Step>
  replace(caller: Caller, id: string, request: ScimRequest): Promise<Step>
  patch(caller: Caller, id: string, request: ScimRequest): Promise<Step>
  remove(id: string, request: ScimRequest): Step
}
