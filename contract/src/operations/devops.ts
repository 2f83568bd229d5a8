import { z } from 'zod'
import { get } from '../call.ts'

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
  closedApi: z.number(),
  unusedFile: z.number(),
  /** Bytes; null where the database lies elsewhere. */
  diskFree: z.number().nullable(),
  /** The last step of the schema. */
  migration: z.string(),
})
export type DevopsOverview = z.infer<typeof DevopsOverview>

export const devops = { overview: get('/v3/devops/overview', { permit: 'superAdmin', reply: DevopsOverview }) }
