import { z } from 'zod'
import { get } from '../call.ts'

const DevopsNode = z.object({
  host: z.string(),
  version: z.string(),
  startTime: z.string(),
  /** When it last said that it is there. */
  beatTime: z.string(),
})
export type DevopsNode = z.infer<typeof DevopsNode>

/** X-DEVOPS-01: how the system is; no arguments of the process and nothing of its environment. */
export const DevopsOverview = z.object({
  version: z.string(),
  /** Of the node that answers. */
  startTime: z.string(),
  nodeVersion: z.string(),
  /** Bytes, at most a minute old. */
  dbSize: z.number(),
  taskRunning: z.number(),
  jobRunning: z.number(),
  taskWaiting: z.number(),
  /** Within a day. */
  taskFailed: z.number(),
  /** Scheduled jobs, within a day. */
  jobFailed: z.number(),
  /** SMS and mails that wait to be sent, and the due time of the oldest that is late. */
  messageWaiting: z.number(),
  messageDue: z.string().nullable(),
  pushWaiting: z.number(),
  pushDue: z.string().nullable(),
  /** Stopped by the brake. */
  pushHeld: z.number(),
  /** Until the first trusted authority ends; null where none is trusted. */
  certificateDays: z.number().nullable(),
  /** Those that are there, the oldest first. */
  nodes: z.array(DevopsNode),
  closedApi: z.number(),
  unusedFile: z.number(),
  /** Bytes; null where the database lies elsewhere. */
  diskFree: z.number().nullable(),
  /** The last step of the schema. */
  migration: z.string(),
})
export type DevopsOverview = z.infer<typeof DevopsOverview>

export const devops = { overview: get('/v3/devops/overview', { permit: 'superAdmin', reply: DevopsOverview }) }
