import { z } from 'zod'
import { get, post } from '../call.ts'
import { done } from '../shapes.ts'

/** What tokens are signed with: shown before it signs and after it has, so that nobody meets a signature they cannot check. */
export const SigningKey = z.object({
  kid: z.string(),
  alg: z.string(),
  state: z.enum(['next', 'current', 'former']),
  beginTime: z.string(),
  /** Until when it is shown; null: until there is another. */
  endTime: z.string().nullable(),
})
export type SigningKey = z.infer<typeof SigningKey>

export const signingKey = {
  list: get('/v3/signingKey/list', { permit: 'superAdmin', reply: z.array(SigningKey) }),
  /** Now, besides the schedule: where a key may be known to others. */
  rotate: post('/v3/signingKey/rotate', { permit: 'superAdmin', stepUp: true, reply: done }),
}
