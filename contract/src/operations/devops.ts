import { z } from 'zod'
import { get } from '../call.ts'

const DevopsNode = z.object({
  host: z.string(),
  version: z.string(),
  startTime: z.string(),
  /** The time of its last beat. */
  beatTime: z.string(),
})
export type DevopsNode = z.infer<typeof DevopsNode>

/** X-DEVOPS-01: the state of the system, without arguments and environment of the process. */
export const DevopsOverview = z.object({
  version: z.string(),
  /** The start of the answering node. */
  startTime: z.string(),
  nodeVersion: z.string(),
  /** In bytes, up to a minute old. */
  dbSize: z.number(),
  taskRunning: z.number(),
  jobRunning: z.number(),
  taskWaiting: z.number(),
  /** Within the last day. */
  taskFailed: z.number(),
  /** Failed scheduled jobs within the last day. */
  jobFailed: z.number(),
  /** SMS and mails waiting to be sent, and the due time of the oldest late one. */
  messageWaiting: z.number(),
  messageDue: z.string().nullable(),
  pushWaiting: z.number(),
  pushDue: z.string().nullable(),
  /** Held by the brake. */
  pushHeld: z.number(),
  /** Days until the first trusted certificate authority expires; null if there is none. */
  certificateDays: z.number().nullable(),
  /** Live nodes, the oldest first. */
  nodes: z.array(DevopsNode),
  closedApi: z.number(),
  unusedFile: z.number(),
  /** Bytes; null if the database is elsewhere. */
  diskFree: z.number().nullable(),
  /** The last migration step. */
  migration: z.string(),
})
export type DevopsOverview = z.infer<typeof DevopsOverview>

export const devops = { overview: get('/v3/devops/overview', { permit: 'superAdmin', reply: DevopsOverview }) }
