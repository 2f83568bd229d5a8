import { z } from 'zod'
import { button, get, post } from '../call.ts'
import { count, id, paged, paging, queryId, rangeInOrder, search, submission, submitted, timeRange } from '../shapes.ts'
import { chosen, list, one, pages } from './user-permits.ts'
import { DeletedUser, Job, Recovery, RestoredRight } from './user-shapes.ts'

/** Deletes users, lists deleted ones and recovers them. */
export const userRemoval = {
  remove: post('/v3/user/delete', {
    permit: button(pages, 'delete-user'),
    body: z.strictObject({ orgId: id.nullish(), ...chosen, userStatus: z.int().min(0).max(2).nullish(), review: submission }),
    reply: z.union([count, submitted]),
  }),
  pageDeleted: get('/v3/user/pageDeletedUser', {
    permit: list,
    query: paging.extend({ orgId: queryId, searchKey: search, ...timeRange.shape }).refine(...rangeInOrder),
    reply: paged(DeletedUser),
  }),
  deletedById: get('/v3/user/getByDeletedId', { permit: list, query: one, reply: DeletedUser.extend({ jobs: z.array(Job) }) }),
  recover: post('/v3/user/recoveryUser', {
    permit: button(pages, 'recover-user'),
    query: z.object({ userId: id }),
    body: z
      .strictObject({
        orgId: id.nullish(),
        /** Absent: the status at deletion. */
        status: z.union([z.literal(0), z.literal(1)]).nullish(),
        withGrants: z.boolean().nullish(),
        withRoles: z.boolean().nullish(),
      })
      .nullish(),
    /** `leftOut`: rights that were not restored, because the caller may not grant them or they no longer exist. */
    reply: z.union([z.literal(true), z.object({ recovered: z.literal(true), leftOut: z.array(RestoredRight) })]),
  }),
  /** What would come back with a deleted user. */
  recoverable: get('/v3/user/getRecovery', { permit: button(pages, 'recover-user'), query: z.object({ userId: id }), reply: Recovery }),
}
