import type { Translated } from '@hufu/contract/language'
import type { codeText as chinese } from './code-text.ts'

export const codeText: Translated<typeof chinese> = {
  captchaHint: 'Characters shown',
  captchaImage: 'Picture with the verification code',
  captchaProblem: 'The picture could not be loaded',
  changeCaptcha: 'Another one',
  phoneHint: 'Your phone number',
  phoneMissing: 'Enter your phone number',
  smsCodeHint: '6 digits',
  smsCodeMissing: 'Enter the SMS code',
  smsCode: 'SMS code',
  sendCode: 'Send code',
  sendingCode: 'Sending…',
  codeSent: 'The code has been sent and is valid for 5 minutes',
  phone: 'Phone number',
  sendAgain: (seconds: number) => `Send again in ${seconds} s`,
  second: {
    title: 'Verify your phone',
    about: (telephone: string) => `Enter the phone number that ends like ${telephone}. The code will be sent to it.`,
    submit: 'Verify and sign in',
    back: 'Back to password sign-in',
  },
}
