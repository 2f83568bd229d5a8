import { z } from 'zod'
import { button, get, menu } from '../call.ts'
import { callerId, paged, paging, queryFlag, rangeInOrder, search, timeRange } from '../shapes.ts'
import { started } from '../task.ts'
import { things } from '../text.ts'
import { t } from '../language.ts'

export const LoginLog = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  userName: z.string(),
  realName: z.string().nullable(),
  loginType: z.string(),
  result: z.number(),
  message: z.string(),
  ip: z.string(),
  browser: z.string(),
  os: z.string(),
  loginTime: z.string(),
  /** The session it led to; null without one, or for attempts logged before sessions were. */
  sessionId: z.string().nullable(),
  /** The session is still live. */
  isAlive: z.boolean(),
  /** The lock of the account, while it is locked. */
  lockId: z.string().nullable(),
})
export type LoginLog = z.infer<typeof LoginLog>

/** Beyond this nothing is counted or paged: `total` is this number and `more` is true. */
export const COUNTED_MAX = 100_000

export const loginLogFilter = timeRange.extend({ userName: search, realName: search, ip: search, loginType: search, result: queryFlag })
export type LoginLogFilter = z.infer<typeof loginLogFilter>

const permit = menu('/audit/loginLog')

export const loginLog = {
  page: get('/loginLog/pageSelect', {
    permit,
    query: paging.extend(loginLogFilter.shape).refine(...rangeInOrder),
    reply: paged(LoginLog).extend({ more: z.boolean() }),
  }),
  exportExcel: get('/loginLog/exportExcel', {
    permit: button(['/audit/loginLog'], 'export-login-log'),
    changes: true,
    query: z.object({ uuid: callerId, query: z.string().max(4000).optional() }),
    reply: started,
  }),
}

/** The sign-in methods (D-60) and their names. */
export const loginTypes: Readonly<Record<string, string>> = {
  password: t('账号密码', 'Password'),
  phone: t('手机验证码', 'SMS code'),
  wx: t('微信扫码', 'WeChat scan'),
  zfb: t('支付宝扫码', 'Alipay scan'),
  ca: things.digitalCertificate,
  face: t('人脸识别', 'Face'),
  ticket: t('登录票据', 'Sign-in ticket'),
  code: t('登录代码', 'Sign-in code'),
  passkey: things.passkey,
  idp: things.identityProvider,
}
