import type { file } from '@hufu/contract/file'
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
  publicFile: plain<typeof file.downloadPublic>('GET', '/publicApi/file/download', 'bytes'),
  downloadCa: plain<typeof signIn.downloadCa>('GET', '/userLogin/downloadCa', 'link'),
  downloadFace: plain<typeof signIn.downloadFace>('GET', '/userLogin/downloadFace', 'link'),
}

/** Named by the specification, not yet in the contract: the same test asks for them to move up once they are. */
export const awaited = {
  ticketLogin: plain('GET', '/common/ticketLogin') as Sendable<{ ticket: string }, undefined, LoginData>,
  codeLogin: plain('GET', '/common/codeLogin') as Sendable<{ code: string }, undefined, LoginData>,
}
