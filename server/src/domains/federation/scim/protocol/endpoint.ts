import type { FastifyBaseLogger } from 'fastify'
import type { ScimCall } from '@hufu/contract/federation/scim'
import type { Caller } from '../caller.ts'
import type { WriteContext } from '../limits/change.ts'
import type { Lister } from './list.ts'
import type { AttributeSelection } from './project.ts'
import type { Resource } from './resource.ts'
import type { ResourceType } from './schema.ts'

/** One request, or one operation of a bulk request. */
export interface ScimRequest {
  method: string
  /** The path below the base address, without the query. */
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

/** A write whose input was checked and hashed before the transaction begins. */
export type Step = (ctx: WriteContext) => Promise<Resource | undefined>

/** The operations on one resource type. */
export interface Endpoint {
  type: ResourceType
  reads: ScimCall
  writes: ScimCall
  /** Whether PATCH is answered by 204 without the resource, unless the request names `attributes`. */
  isPatchSilent?: boolean
  lister(caller: Caller): Lister
  get(caller: Caller, id: string, wanted: AttributeSelection): Promise<Resource>
  create(caller: Caller, body: unknown): Promise<Step>
  replace(caller: Caller, id: string, request: ScimRequest): Promise<Step>
  patch(caller: Caller, id: string, request: ScimRequest): Promise<Step>
  remove(id: string, request: ScimRequest): Step
}
