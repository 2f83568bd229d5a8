import { z } from 'zod'
import { secret } from '../secret.ts'
import { post } from '../call.ts'
import { done } from '../shapes.ts'

export const CODE_DIGITS = 6
export const STEP_SECONDS = 30
export const RECOVERY_CODES = 10

const RecoveryCodes = z.object({ codes: z.array(z.string()) })

/** Codes by the clock (RFC 6238), and the codes on paper for the day the device is lost. */
export const totp = {
  /** A new secret, shown this once; it counts from `confirm` on, and until then the former one does. */
  begin: post('/v3/totp/begin', {
    permit: 'signedIn',
    stepUp: true,
    whileBinding: true,
    reply: z.object({ token: z.string(), secret: z.string(), uri: z.string(), expire: z.number() }),
  }),
  confirm: post('/v3/totp/confirm', {
    permit: 'signedIn',
    whileBinding: true,
    body: z.strictObject({ token: secret(z.string().max(64)), code: secret(z.string().max(16)) }),
    reply: RecoveryCodes,
  }),
  remove: post('/v3/totp/delete', { permit: 'signedIn', stepUp: true, reply: done }),
  /** Ten new ones; those before are no longer good. */
  renewCodes: post('/v3/totp/renewCodes', { permit: 'signedIn', stepUp: true, reply: RecoveryCodes }),
}
