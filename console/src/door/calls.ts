import type { file } from '@hufu/contract/file'
import type { phone } from '@hufu/contract/phone'
import type { signIn } from '@hufu/contract/sign-in'
import type { ticket } from '@hufu/contract/ticket'
import { plain } from '../kernel/plain-calls.ts'

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
  recover: plain<typeof phone.recover>('POST', '/userLogin/updatePassword'),
  ticketLogin: plain<typeof ticket.login>('GET', '/common/ticketLogin'),
  codeLogin: plain<typeof ticket.loginByCode>('GET', '/common/codeLogin'),
  publicFile: plain<typeof file.downloadPublic>('GET', '/publicApi/file/download', 'bytes'),
}

/** Named by the specification, not yet in the contract: the same test asks for them to move up once they are. */
export const awaited = {
  downloadCa: plain('GET', '/userLogin/downloadCa', 'link'),
  downloadFace: plain('GET', '/userLogin/downloadFace', 'link'),
}
