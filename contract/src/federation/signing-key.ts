import { z } from 'zod'
import { get, post } from '../call.ts'
import { done } from '../shapes.ts'

/** A key that signs tokens. It is published before it signs and after it has signed, so that every signature can be verified. */
export const SigningKey = z.object({
  kid: z.string(),
  alg: z.string(),
  state: z.enum(['next', 'current', 'former']),
  beginTime: z.string(),
  /** Until when the key is published; null: until another replaces it. */
  endTime: z.string().nullable(),
})
export type SigningKey = z.infer<typeof SigningKey>

export const signingKey = {
  list: get('/v3/signingKey/list', { permit: 'superAdmin', reply: z.array(SigningKey) }),
  /** Replaces the current key now instead of on schedule, for when others may have learned it. */
  rotate: post('/v3/signingKey/rotate', { permit: 'superAdmin', stepUp: true, reply: done }),
}
