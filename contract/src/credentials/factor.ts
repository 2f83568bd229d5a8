import { z } from 'zod'
import { secret } from '../secret.ts'
import { button, get, post } from '../call.ts'
import { Assertion } from './passkey.ts'
import { done, id } from '../shapes.ts'
import { LoginData } from '../sign-in/sign-in.ts'
import { Strength } from '../sign-in/strength.ts'

/** What a second step may be made with. Of these a passkey alone is cryptography. */
export const FACTORS = ['phone', 'totp', 'passkey', 'recoveryCode'] as const
export type Factor = (typeof FACTORS)[number]

/** What answer 3010 says of the second step; `pending` and `factors` where a role or the person themselves asks for it. */
export interface SecondStepAsked {
  userId: string
  /** Masked; null where no telephone can complete it. */
  telephone: string | null
  pending?: string
  factors?: Factor[]
}

export const OwnFactors = z.object({
  /** What their roles ask of them, and what this session has been shown. */
  demand: Strength,
  shown: Strength,
  totp: z.boolean(),
  totpSince: z.string().nullable(),
  /** Recovery codes that are left. */
  recoveryCodes: z.number(),
  passkeys: z.number(),
})
export type OwnFactors = z.infer<typeof OwnFactors>

const code = secret(z.string().max(32)).optional()
const assertion = secret(Assertion).optional()

/** Second factors as such: the second step of a sign-in, proving oneself again, and taking a lost one away. */
export const factor = {
  /** Completes a sign-in that 3010 has left pending. A telephone completes it by checkPhoneCore. */
  secondStep: post('/userLogin/secondStep', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({ pending: secret(z.string().max(64)), kind: z.enum(['totp', 'passkey', 'recoveryCode']), code, assertion }),
    reply: LoginData,
  }),
  mine: get('/v3/factor/mine', { permit: 'signedIn', whileBinding: true, reply: OwnFactors }),
  /** Acts that code step_up_needed asks it for are answered for ten minutes. `secret`: RSA ciphertext of the password, or a code. */
  stepUp: post('/v3/factor/stepUp', {
    permit: 'signedIn',
    whileBinding: true,
    loginLike: true,
    body: z.strictObject({ kind: z.enum(['password', 'totp', 'passkey']), secret: secret(z.string().max(1024)).optional(), assertion }),
    reply: done,
  }),
  /** Takes away every factor of somebody who has lost theirs, and ends their sessions. */
  reset: post('/v3/factor/reset', {
    permit: button(['/organiz/index', '/organiz/org-list'], 'reset-factor'),
    stepUp: true,
    body: z.strictObject({ id }),
    reply: done,
  }),
}
