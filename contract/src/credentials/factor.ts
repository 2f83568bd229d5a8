import { z } from 'zod'
import { secret } from '../secret.ts'
import { button, get, post } from '../call.ts'
import { Assertion } from './passkey.ts'
import { done, id } from '../shapes.ts'
import { LoginData } from '../sign-in/sign-in.ts'
import { Strength } from '../sign-in/strength.ts'

/** The factors of a second step; of these, only a passkey counts as cryptographic. */
export const FACTORS = ['phone', 'totp', 'passkey', 'recoveryCode'] as const
export type Factor = (typeof FACTORS)[number]

/** The data of answer 3010; `pending` and `factors` are set if a role or the user's own factors require the step. */
export interface SecondStepRequired {
  userId: string
  /** Masked; null if no telephone can complete it. */
  telephone: string | null
  pending?: string
  factors?: Factor[]
}

export const AccountFactors = z.object({
  /** The strength their roles demand, and the strength proven in this session. */
  demand: Strength,
  shown: Strength,
  totp: z.boolean(),
  totpSince: z.string().nullable(),
  /** The number of unused recovery codes. */
  recoveryCodes: z.number(),
  passkeys: z.number(),
})
export type AccountFactors = z.infer<typeof AccountFactors>

const code = secret(z.string().max(32)).optional()
const assertion = secret(Assertion).optional()

/** Second factors in general: the second step of a sign-in, step-up, and reset of lost ones. */
export const factor = {
  /** Completes a sign-in left pending by 3010. A telephone completes it by checkPhoneCore. */
  secondStep: post('/userLogin/secondStep', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({ pending: secret(z.string().max(64)), kind: z.enum(['totp', 'passkey', 'recoveryCode']), code, assertion }),
    reply: LoginData,
  }),
  mine: get('/v3/factor/mine', { permit: 'signedIn', whileBinding: true, reply: AccountFactors }),
  /** After it, calls answered with step_up_needed work for ten minutes. `secret`: RSA ciphertext of the password, or a code. */
  stepUp: post('/v3/factor/stepUp', {
    permit: 'signedIn',
    whileBinding: true,
    loginLike: true,
    body: z.strictObject({ kind: z.enum(['password', 'totp', 'passkey']), secret: secret(z.string().max(1024)).optional(), assertion }),
    reply: done,
  }),
  /** Removes every factor of a user who lost theirs, and ends their sessions. */
  reset: post('/v3/factor/reset', {
    permit: button(['/organiz/index', '/organiz/org-list'], 'reset-factor'),
    stepUp: true,
    body: z.strictObject({ id }),
    reply: done,
  }),
}
