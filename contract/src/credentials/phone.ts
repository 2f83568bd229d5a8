import { z } from 'zod'
import { secret } from '../secret.ts'
import { get, post } from '../call.ts'
import { LoginData, work } from '../sign-in/sign-in.ts'
import { cipher, done, id } from '../shapes.ts'
import { SMS_TYPES } from '../messages/sms.ts'

/** The handler checks the form of a telephone, so that its error has D-26's sentence. */
const telephone = z.string().max(20)
const code = secret(z.string().max(16))

/** What a telephone proves before sign-in: a sign-in, its second step, a recovery. */
export const phone = {
  /** The picture before an SMS; the caller makes `id` and sends it again as `nonce`. */
  image: get('/userLogin/getRandomCode', {
    permit: 'anyone',
    alias: ['/getRandomCode'],
    transport: 'bytes',
    query: z.object({ id: z.string().regex(/^[A-Za-z0-9-]{8,64}$/) }),
    reply: z.undefined(),
  }),
  /** The same answer for every telephone, known or not. The code is valid for its `type` only; without one, as in the specification, for every purpose. */
  sendCode: get('/userLogin/sendVerifyCode', {
    permit: 'anyone',
    alias: ['/sendVerifyCode'],
    changes: true,
    query: z.object({
      telephone,
      nonce: z.string().max(64),
      captcha: z.string().max(16),
      userId: id.optional(),
      type: z.enum(SMS_TYPES).optional(),
      work,
    }),
    reply: z.object({ expire: z.number(), interval: z.number() }),
  }),
  login: post('/userLogin/phoneLogin', {
    permit: 'anyone',
    alias: ['/phoneLogin'],
    loginLike: true,
    body: z.strictObject({ telephone, code }),
    reply: LoginData,
  }),
  /** Completes a pending second step (LoginData), else answers a proof for `recover`. */
  check: post('/userLogin/checkPhoneCore', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({ telephone, code }),
    reply: z.union([
      LoginData,
      z.object({
        proof: z.string(),
        expire: z.number(),
        users: z.array(z.object({ userId: z.string(), userName: z.string() })),
      }),
    ]),
  }),
  /** Sets a new password with a proof of `check`: used once, ends every session of the user and lifts their lock. */
  recover: post('/userLogin/updatePassword', {
    permit: 'anyone',
    alias: ['/updatePassword'],
    query: z.object({ proof: secret(z.string().max(64)) }),
    body: z.strictObject({ userId: id.optional(), password: cipher }),
    reply: done,
  }),
}
