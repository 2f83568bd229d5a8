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

/** The data of answer 10004. `qrUrl` is the provider's page: shown as a QR code, in a frame, or opened. */
export interface ScanWaiting {
  state: 'WAIT' | 'SCANNED'
  qrUrl: string
  /** Seconds until it expires. */
  expire: number
}

/** `nickName`: the name of the external account, or the certificate's subject. */
const Binding = z.object({ bound: z.boolean(), nickName: z.string(), bindTime: z.string() })
export const Bindings = z.object({
  wx: Binding,
  zfb: Binding,
  ca: Binding,
  phone: z.object({ bound: z.boolean(), telephone: z.string() }),
})
export type Bindings = z.infer<typeof Bindings>

/** Sign-in by scanning with WeChat and Alipay, and the identities bound to users. */
export const scan = {
  /**
   * Begins a scan and polls it: 10004 while waiting, '0' once when confirmed, '10' with a bindKey if the identity is bound
   * to nobody, 10002 when expired. The caller makes `loginId` and keeps it secret.
   */
  doLogin: get('/thirdlogin/doLogin', {
    permit: 'anyone',
    changes: true,
    query: z.object({ loginId: callerId, type }),
    reply: LoginData,
  }),
  /** The redirect address of the telephone's browser; a page for people. `auth_code` is Alipay's name for `code`. */
  callback: get('/thirdlogin/callback', {
    permit: 'anyone',
    transport: 'page',
    query: z.object({
      type,
      state: secret(z.string().max(64)),
      code: inQuery(secret(z.string().max(512))),
      auth_code: inQuery(secret(z.string().max(512))),
    }),
    reply: z.undefined(),
  }),
  /** Binds the scanned identity to the user whose name and password are given, and signs them in. */
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
  /** Binds a scan, or the identity of `bindKey`, to the session's user; answers like doLogin while the scan is waiting. */
  bind: post('/thirdlogin/bind', {
    permit: 'signedIn',
    stepUp: true,
    body: z.union([z.strictObject({ loginId: callerId, type }), z.strictObject({ bindKey })]),
    reply: z.object({ bound: z.boolean() }),
  }),
  /** Only super administrators may ask about another user. */
  bindings: get('/thirdlogin/getByUserId', { permit: 'signedIn', query: z.object({ userId: queryId }), reply: Bindings }),
  unbindWx: get('/thirdlogin/wx/unbinding', { permit: 'signedIn', stepUp: true, changes: true, reply: done }),
  unbindZfb: get('/thirdlogin/zfb/unbinding', { permit: 'signedIn', stepUp: true, changes: true, reply: done }),
  /** Only where HUFU_MOCK_PROVIDERS is 1: simulates a telephone that scans and confirms. */
  mockConfirm: post('/thirdlogin/mockConfirm', {
    permit: 'anyone',
    body: z.strictObject({ loginId: callerId, openId: z.string().min(1).max(128), nickName: z.string().max(50).optional() }),
    reply: done,
  }),
}
