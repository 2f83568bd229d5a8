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
  /** The address of one click; null if only the application can start the sign-in. */
  startUrl: z.string().nullable(),
  /** The last recent sign-in to it. */
  lastTime: z.string().nullable(),
  /** Whether it asks users with several jobs which one they act in, and the choice of this session. */
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
  /** For this session; the application receives it with its next request. */
  chooseJob: post('/v3/app/chooseJob', { permit: 'signedIn', body: z.strictObject({ appId: id, jobId: id }), reply: done }),
}
