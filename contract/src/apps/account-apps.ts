import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, id } from '../shapes.ts'

/** An application the user may open. */
export const AccountApp = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  appGroupId: z.string(),
  appGroupName: z.string(),
  remark: z.string().nullable(),
  /** The address that opens the application with one click; null if only the application can start the sign-in. */
  startUrl: z.string().nullable(),
  /** The user's last successful sign-in to it within 90 days; null if there is none. */
  lastTime: z.string().nullable(),
  /** Whether the application asks users with several jobs which one they act in, and the job chosen in this session. */
  asksJob: z.number(),
  actingJobId: z.string().nullable(),
})
export type AccountApp = z.infer<typeof AccountApp>

export const AccountJob = z.object({
  id: z.string(),
  orgName: z.string(),
  isMain: z.boolean(),
  post: z.string().nullable(),
  duty: z.string().nullable(),
})
export type AccountJob = z.infer<typeof AccountJob>

/** The applications the user may open, in the order of the list, and the jobs they can act in. */
export const accountApps = {
  list: get('/v3/app/listMine', { permit: 'signedIn', reply: z.object({ apps: z.array(AccountApp), jobs: z.array(AccountJob) }) }),
  /** Holds for this session; the application receives the job with its next request. */
  chooseJob: post('/v3/app/chooseJob', { permit: 'signedIn', body: z.strictObject({ appId: id, jobId: id }), reply: done }),
}
