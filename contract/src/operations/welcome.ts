import { z } from 'zod'
import { get, menu } from '../call.ts'

const counter = z.number().nullable()
export const Overview = z.object({
  orgCount: counter,
  userCount: counter,
  appCount: counter,
  onlineCount: counter,
  todayLogin: counter,
  pendingOrg: counter,
  pendingUser: counter,
})
export type Overview = z.infer<typeof Overview>

export const welcome = {
  /** Counters the caller may not see are null. */
  overview: get('/v3/wel/overview', { permit: menu('/wel/index'), reply: Overview }),
}
