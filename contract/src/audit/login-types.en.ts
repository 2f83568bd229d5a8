import { things } from '../text.ts'

export const loginTypes: Readonly<Record<string, string>> = {
  password: 'Password',
  phone: 'SMS code',
  wx: 'WeChat scan',
  zfb: 'Alipay scan',
  ca: things.digitalCertificate,
  face: 'Face',
  ticket: 'Sign-in ticket',
  code: 'Sign-in code',
  passkey: things.passkey,
  idp: things.identityProvider,
}
