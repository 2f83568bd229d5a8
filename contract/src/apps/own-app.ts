import { z } from 'zod'
import { get, post } from '../call.ts'
import { done, id } from '../shapes.ts'

/** An application one may open. */
export const OwnApp = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  appGroupId: z.string(),
  appGroupName: z.string(),
  remark: z.string().nullable(),
  /** Where one click leads; null where it can only be begun from its own side. */
  startUrl: z.string().nullable(),
  /** When one was last let in, of late. */
  lastTime: z.string().nullable(),
  /** Whether it asks who has several jobs in which one they act, and what they said in this session. */
  asksJob: z.number(),
  actingJobId: z.string().nullable(),
})
export type OwnApp = z.infer<typeof OwnApp>

export const OwnJob = z.object({
  id: z.string(),
  orgName: z.string(),
  isMain: z.boolean(),
  post: z.string().nullable(),
  duty: z.string().nullable(),
})
export type OwnJob = z.infer<typeof OwnJob>

/** The applications one may open oneself, in the order of the list, and the jobs one can act in. */
export const ownApp = {
  list: get('/v3/app/listMine', { permit: 'signedIn', reply: z.object({ apps: z.array(OwnApp), jobs: z.array(OwnJob) }) }),
  /** For this session; the application hears of it at its next question. */
  chooseJob: post('/v3/app/chooseJob', { permit: 'signedIn', body: z.strictObject({ appId: id, jobId: id }), reply: done }),
}
