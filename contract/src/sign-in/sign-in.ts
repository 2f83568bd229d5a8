import { z } from 'zod'
import { secret } from '../secret.ts'
import { get, link, post } from '../call.ts'
import { WORK_MAX } from './proof-of-work.ts'
import { cipher, done, id } from '../shapes.ts'
import { Strength } from './strength.ts'

export const LoginData = z.object({ token: z.string(), userId: z.string(), id: z.string(), userName: z.string(), realName: z.string() })
export type LoginData = z.infer<typeof LoginData>

/** Sign-in methods by their names in the login log (D-60); the specification has neither passkey nor idp. */
export const LOGIN_TYPES = ['password', 'phone', 'wx', 'zfb', 'ca', 'face', 'ticket', 'code', 'passkey', 'idp'] as const
export type LoginType = (typeof LOGIN_TYPES)[number]

/** The proof of work, given instead of the captcha's text (proof-of-work.ts). */
export const work = z.string().max(WORK_MAX).optional()

export const Captcha = z.object({ loginId: z.string(), image: z.string(), enable: z.boolean(), expire: z.number() })

/** Signing in with a password, and out again. */
export const signIn = {
  captcha: get('/userLogin/getCaptcha', { permit: 'anyone', reply: Captcha }),
  /** A token for a proof of work if the picture cannot be read; valid for one attempt. */
  proofOfWork: get('/userLogin/getProofOfWork', {
    permit: 'anyone',
    reply: z.object({ id: z.string(), rounds: z.number(), bits: z.number(), expire: z.number() }),
  }),
  login: post('/userLogin/login', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({
      loginName: z.string().max(200),
      pwd: secret(z.string().max(1024)).optional(),
      loginId: z.string().max(64).optional(),
      code: secret(z.string().max(16)).optional(),
      work,
    }),
    reply: LoginData,
  }),
  /** Signs in by the remembered device of D-68; the answer is that of login. */
  loginRemembered: post('/userLogin/loginRemembered', { permit: 'anyone', loginLike: 'unguessable', reply: LoginData }),
  /** Remembers this device for seven days; its token is only ever an HttpOnly cookie. */
  rememberDevice: post('/userLogin/rememberDevice', { permit: 'signedIn', whileForced: true, stepUp: true, reply: done }),
  forgetDevice: post('/userLogin/forgetDevice', { permit: 'anyone', reply: done }),
  logout: get('/userLogin/logout', { permit: 'signedIn', alias: ['/logout'], changes: true, whileForced: true, reply: done }),
  publicKey: get('/userLogin/getRsaPublicKey', { permit: 'anyone', alias: ['/getRsaPublicKey'], reply: z.string() }),
  /** The programs that read a certificate or capture a face; 404 if none is configured. */
  downloadCa: link('/userLogin/downloadCa', { permit: 'anyone', alias: ['/downloadCa'], reply: z.undefined() }),
  downloadFace: link('/userLogin/downloadFace', { permit: 'anyone', alias: ['/downloadFace'], reply: z.undefined() }),
}

export const ForcedChange = z.object({ hasForceChangePwd: z.boolean(), forceChangePwdType: z.enum(['first', 'default', 'expired', '']) })
export type ForcedChange = z.infer<typeof ForcedChange>

export const CurrentUser = z.object({
  id: z.string(),
  userName: z.string(),
  realName: z.string(),
  avatar: z.string().nullable(),
  phone: z.string().nullable(),
  orgId: z.string().nullable(),
  orgName: z.string().nullable(),
  isAdmin: z.boolean(),
  isGradeAdmin: z.boolean(),
  /** The second factor the user's roles require and this session has not proven; until then few calls are answered. */
  secondFactorDue: Strength,
  /** In how many days the password expires, if that is soon; else null. */
  passwordDaysLeft: z.number().nullable(),
  /** The user has no menus but applications: 我的应用 is their home page. */
  landsAtApps: z.boolean(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

/** Calls by which users read and change their own account. */
export const self = {
  current: get('/v3/user/getCurrentUser', { permit: 'signedIn', whileForced: true, reply: CurrentUser }),
  isAdmin: get('/v3/user/isAdmin', { permit: 'signedIn', whileForced: true, reply: z.boolean() }),
  adminId: get('/v3/user/getAdminId', { permit: 'signedIn', whileForced: true, reply: z.string() }),
  forcedChange: get('/v3/user/hasForceChangePwd', { permit: 'signedIn', whileForced: true, reply: ForcedChange }),
  /** Answers every problem with code password_error and the policy's sentence. */
  changePassword: post('/v3/user/updatePassword', {
    permit: 'signedIn',
    body: z.strictObject({ userId: id, oldPassword: cipher, password: cipher }),
    reply: done,
  }),
  /** What only the server knows about a candidate password; former passwords are not disclosed. */
  judgePassword: post('/v3/user/judgePassword', {
    permit: 'signedIn',
    changes: false,
    whileForced: true,
    body: z.strictObject({ password: cipher }),
    reply: z.object({ common: z.boolean(), personal: z.boolean(), listed: z.boolean() }),
  }),
  setForcedPassword: post('/v3/user/currentUserUpdatePassword', {
    permit: 'signedIn',
    whileForced: true,
    body: z.strictObject({ password: cipher }),
    reply: done,
  }),
}
