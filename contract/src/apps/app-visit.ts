import { z } from 'zod'
import { button, get } from '../call.ts'
import { id, paged, paging, queryFlag, rangeInOrder, search, timeRange } from '../shapes.ts'

/** Why somebody who was signed in was refused at an application; '' where they were let in. */
export const visitProblems = ['', 'changePassword', 'bindFactor', 'address', 'noAccess', 'noAccount', 'accountShared'] as const

export const AppVisit = z.object({
  id: z.string(),
  visitTime: z.string(),
  userId: z.string(),
  /** Null where that person is gone for good. */
  userName: z.string().nullable(),
  realName: z.string().nullable(),
  protocol: z.string(),
  fault: z.enum(visitProblems),
  /** The client that acted for them; '' where they came themselves. */
  agent: z.string(),
  ip: z.string(),
  browser: z.string(),
  os: z.string(),
})
export type AppVisit = z.infer<typeof AppVisit>

export const appVisit = {
  /** Newest first. Past a hundred thousand no more are counted: `more` is true then. */
  page: get('/v3/app/pageVisit', {
    permit: button(['/app/list'], 'edit-c'),
    query: paging.extend({ appId: id, searchKey: search, result: queryFlag, ip: search, ...timeRange.shape }).refine(...rangeInOrder),
    reply: paged(AppVisit).extend({ more: z.boolean() }),
  }),
}
