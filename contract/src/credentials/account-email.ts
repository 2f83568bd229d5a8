import { z } from 'zod'
import { secret } from '../secret.ts'
import { post } from '../call.ts'
import { done } from '../shapes.ts'

const address = z.string().trim().max(156)

/** The caller's own e-mail address, verified by a code sent to it. */
export const accountEmail = {
  sendCode: post('/v3/user/sendEmailCode', {
    permit: 'signedIn',
    stepUp: true,
    body: z.strictObject({ email: address }),
    reply: z.object({ expire: z.number(), interval: z.number() }),
  }),
  bind: post('/v3/user/bindEmail', {
    permit: 'signedIn',
    stepUp: true,
    body: z.strictObject({ email: address, code: secret(z.string().max(16)) }),
    reply: done,
  }),
}
