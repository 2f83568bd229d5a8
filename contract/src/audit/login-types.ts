import { things } from '../text.ts'

/** The sign-in methods (D-60) and their names. */
export const loginTypes: Readonly<Record<string, string>> = {
  password: '账号密码',
  phone: '手机验证码',
  wx: '微信扫码',
  zfb: '支付宝扫码',
  ca: things.digitalCertificate,
  face: '人脸识别',
  ticket: '登录票据',
  code: '登录代码',
  passkey: things.passkey,
  idp: things.identityProvider,
}
