import { things } from '../text.ts'
import { t } from '../language.ts'

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
