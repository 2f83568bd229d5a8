import { z } from 'zod'
import { secret } from '../secret.ts'
import { get, post } from '../call.ts'
import { cipher, callerId, done, inQuery, queryId } from '../shapes.ts'
import { LoginData, work } from '../sign-in/sign-in.ts'

/** The two providers (O-64): 微信, 支付宝. */
export const SCAN_TYPES = ['wx', 'zfb'] as const
export type ScanType = (typeof SCAN_TYPES)[number]
const type = z.enum(SCAN_TYPES)
const bindKey = secret(z.string().max(64))

/** What the data of 10004 holds. `qrUrl` is the provider's page: drawn as a picture, shown in a frame or opened. */
export interface ScanWaiting {
  state: 'WAIT' | 'SCANNED'
  qrUrl: string
  /** Seconds it is still good for. */
  expire: number
}

/** `nickName`: what it calls itself elsewhere, or whom the certificate names. */
const Bound = z.object({ bound: z.boolean(), nickName: z.string(), bindTime: z.string() })
export const Bindings = z.object({
  wx: Bound,
  zfb: Bound,
  ca: Bound,
  phone: z.object({ bound: z.boolean(), telephone: z.string() }),
})
export type Bindings = z.infer<typeof Bindings>

/** Scanning with WeChat and Alipay, and the identities bound by it (D-29). */
export const scan = {
  /**
   * Begins a scan and asks how it stands: 10004 while it waits, '0' once when it is confirmed, '10' with a bindKey where
   * the identity is nobody's, 10002 when it is over. `loginId` is made by the caller and kept to itself.
   */
  doLogin: get('/thirdlogin/doLogin', {
    permit: 'anyone',
    changes: true,
    query: z.object({ loginId: callerId, type }),
    reply: LoginData,
  }),
  /** Where the provider sends the telephone's browser; a page for people. `auth_code` is Alipay's name for `code`. */
  callback: get('/thirdlogin/callback', {
    permit: 'anyone',
    carriage: 'page',
    query: z.object({
      type,
      state: secret(z.string().max(64)),
      code: inQuery(secret(z.string().max(512))),
      auth_code: inQuery(secret(z.string().max(512))),
    }),
    reply: z.undefined(),
  }),
  /** The password proves whose the scanned identity is to be; it is bound, and they are signed in. */
  bindAccount: post('/thirdlogin/bindAccount', {
    permit: 'anyone',
    loginLike: true,
    body: z.strictObject({
      bindKey,
      userName: z.string().max(200),
      pwd: cipher,
      loginId: z.string().max(64).optional(),
      code: secret(z.string().max(16)).optional(),
      work,
    }),
    reply: LoginData,
  }),
  /** Binds a scan, or what `bindKey` stands for, to the session's user; answers like doLogin while the scan waits. */
  bind: post('/thirdlogin/bind', {
    permit: 'signedIn',
    stepUp: true,
    body: z.union([z.strictObject({ loginId: callerId, type }), z.strictObject({ bindKey })]),
    reply: z.object({ bound: z.boolean() }),
  }),
  /** Of another user only for super administrators. */
  bindings: get('/thirdlogin/getByUserId', { permit: 'signedIn', query: z.object({ userId: queryId }), reply: Bindings }),
  unbindWx: get('/thirdlogin/wx/unbinding', { permit: 'signedIn', stepUp: true, changes: true, reply: done }),
  unbindZfb: get('/thirdlogin/zfb/unbinding', { permit: 'signedIn', stepUp: true, changes: true, reply: done }),
  /** Only where HUFU_MOCK_PROVIDERS is 1: a telephone that scans and agrees. */
  mockConfirm: post('/thirdlogin/mockConfirm', {
    permit: 'anyone',
    body: z.strictObject({ loginId: callerId, openId: z.string().min(1).max(128), nickName: z.string().max(50).optional() }),
    reply: done,
  }),
}
