import { z } from 'zod'
import { button, get } from '../call.ts'
import { id, paged, paging, queryFlag, rangeInOrder, search, timeRange } from '../shapes.ts'

/** Why a signed-in user was refused by an application; '' where they got in. */
export const visitProblems = ['', 'changePassword', 'bindFactor', 'address', 'noAccess', 'noAccount', 'accountShared'] as const

export const AppVisit = z.object({
  id: z.string(),
  visitTime: z.string(),
  userId: z.string(),
  /** Null if the user has been purged. */
  userName: z.string().nullable(),
  realName: z.string().nullable(),
  protocol: z.string(),
  fault: z.enum(visitProblems),
  /** The client that acted for the user; '' if they came themselves. */
  agent: z.string(),
  ip: z.string(),
  browser: z.string(),
  os: z.string(),
})
export type AppVisit = z.infer<typeof AppVisit>

export const appVisit = {
  /** Newest first. Counts up to a hundred thousand; `more` is true beyond. */
  page: get('/v3/app/pageVisit', {
    permit: button(['/app/list'], 'edit-c'),
    query: paging.extend({ appId: id, searchKey: search, result: queryFlag, ip: search, ...timeRange.shape }).refine(...rangeInOrder),
    reply: paged(AppVisit).extend({ more: z.boolean() }),
  }),
}
