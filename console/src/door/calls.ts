import type { factor } from '@hufu/contract/factor'
import type { file } from '@hufu/contract/file'
import type { passkey } from '@hufu/contract/passkey'
import type { phone } from '@hufu/contract/phone'
import type { LoginData, signIn } from '@hufu/contract/sign-in'
import { plain } from '../kernel/plain-calls.ts'
import type { Sendable } from '../kernel/wire.ts'

/** kernel/plain-calls.test.ts holds each against the contract. */
export const calls = {
  captcha: plain<typeof signIn.captcha>('GET', '/userLogin/getCaptcha'),
  login: plain<typeof signIn.login>('POST', '/userLogin/login'),
  loginRemembered: plain<typeof signIn.loginRemembered>('POST', '/userLogin/loginRemembered'),
  rememberDevice: plain<typeof signIn.rememberDevice>('POST', '/userLogin/rememberDevice'),
  forgetDevice: plain<typeof signIn.forgetDevice>('POST', '/userLogin/forgetDevice'),
  phoneImage: plain<typeof phone.image>('GET', '/userLogin/getRandomCode', 'bytes'),
  sendCode: plain<typeof phone.sendCode>('GET', '/userLogin/sendVerifyCode'),
  phoneLogin: plain<typeof phone.login>('POST', '/userLogin/phoneLogin'),
  phoneCheck: plain<typeof phone.check>('POST', '/userLogin/checkPhoneCore'),
  passkeyOptions: plain<typeof passkey.signInOptions>('GET', '/userLogin/passkeyOptions'),
  passkeyLogin: plain<typeof passkey.signIn>('POST', '/userLogin/passkeyLogin'),
  secondStep: plain<typeof factor.secondStep>('POST', '/userLogin/secondStep'),
  recover: plain<typeof phone.recover>('POST', '/userLogin/updatePassword'),
  publicFile: plain<typeof file.downloadPublic>('GET', '/publicApi/file/download', 'bytes'),
}

/** Named by the specification, not yet in the contract: the same test asks for them to move up once they are. */
export const awaited = {
  ticketLogin: plain('GET', '/common/ticketLogin') as Sendable<{ ticket: string }, undefined, LoginData>,
  codeLogin: plain('GET', '/common/codeLogin') as Sendable<{ code: string }, undefined, LoginData>,
  downloadCa: plain('GET', '/userLogin/downloadCa', 'link'),
  downloadFace: plain('GET', '/userLogin/downloadFace', 'link'),
}
