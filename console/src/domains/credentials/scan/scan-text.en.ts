import type { Translated } from '@hufu/contract/language'
import type { text as chinese } from './scan-text.ts'

export const text: Translated<typeof chinese> = {
  wx: {
    provider: 'WeChat',
    how: 'Scan with WeChat to sign in',
    picture: 'QR code to sign in with WeChat',
    open: 'Cannot scan? Open the WeChat sign-in page',
    unbound: 'No account is bound to this WeChat account',
  },
  zfb: {
    provider: 'Alipay',
    how: 'Scan with Alipay to sign in',
    picture: 'QR code to sign in with Alipay',
    open: 'Cannot scan? Open the Alipay sign-in page',
    unbound: 'No account is bound to this Alipay account',
  },
  starting: 'Getting the QR code…',
  scanned: 'Scanned, confirming who you are…',
  entering: 'Signed in, one moment…',
  over: 'The QR code has expired, refresh it',
  refresh: 'Refresh QR code',
  bind: {
    about: 'Enter your account and password. Once bound, scanning alone signs you in.',
    submit: 'Bind and sign in',
    submitting: 'Binding…',
    again: 'Scan again',
  },
}
