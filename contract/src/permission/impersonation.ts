import { z } from 'zod'
import { post } from '../call.ts'
import { done, id } from '../shapes.ts'

/**
 * 以其视角查看: a super administrator sees the console as another user and can change nothing. Calls made during it carry that
 * user's id in this header; begin and end are calls of their own, so both are audited.
 */
export const VIEW_AS = 'view-as'

export const impersonation = {
  begin: post('/v3/admin/viewAs', {
    permit: 'superAdmin',
    stepUp: true,
    body: z.strictObject({ userId: id }),
    reply: z.object({ id: z.string(), realName: z.string() }),
  }),
  end: post('/v3/admin/viewAsEnd', { permit: 'superAdmin', reply: done }),
}
