import { z } from 'zod'
import { secret } from '../secret.ts'
import { post } from '../call.ts'
import { done } from '../shapes.ts'

export const CODE_DIGITS = 6
export const STEP_SECONDS = 30
export const RECOVERY_CODES = 10

const RecoveryCodes = z.object({ codes: z.array(z.string()) })

/** Time-based one-time passwords (RFC 6238), and recovery codes for a lost device. */
export const totp = {
  /** A new secret, returned only here; it becomes active with `confirm`, and until then the former one stays. */
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
  /** Ten new codes; the former ones end. */
  renewCodes: post('/v3/totp/renewCodes', { permit: 'signedIn', stepUp: true, reply: RecoveryCodes }),
}
