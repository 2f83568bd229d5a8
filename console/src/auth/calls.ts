import type { destination } from '@hufu/contract/federation/destination'
import type { factor } from '@hufu/contract/credentials/factor'
import type { certificate } from '@hufu/contract/credentials/certificate'
import type { face } from '@hufu/contract/credentials/face'
import type { file } from '@hufu/contract/operations/file'
import type { passkey } from '@hufu/contract/credentials/passkey'
import type { phone } from '@hufu/contract/credentials/phone'
import type { scan } from '@hufu/contract/credentials/scan'
import type { self, signIn } from '@hufu/contract/sign-in/sign-in'
import type { ticket } from '@hufu/contract/sign-in/ticket'
import { plain } from '../platform/transport/plain-calls.ts'

/** platform/transport/plain-calls.test.ts compares each with the contract. */
export const calls = {
  captcha: plain<typeof signIn.captcha>('GET', '/userLogin/getCaptcha'),
  destination: plain<typeof destination.find>('GET', '/userLogin/getDestination'),
  destinationLogo: plain<typeof destination.logo>('GET', '/userLogin/getDestinationLogo', 'bytes'),
  proofOfWork: plain<typeof signIn.proofOfWork>('GET', '/userLogin/getProofOfWork'),
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
  certificateNonce: plain<typeof certificate.nonce>('GET', '/thirdlogin/getNonce'),
  certificateLogin: plain<typeof certificate.login>('POST', '/thirdlogin/caLogin'),
  certificateByProxy: plain<typeof certificate.loginByProxy>('GET', '/thirdlogin/proxyCertificate'),
  doLogin: plain<typeof scan.doLogin>('GET', '/thirdlogin/doLogin'),
  bindAccount: plain<typeof scan.bindAccount>('POST', '/thirdlogin/bindAccount'),
  bind: plain<typeof scan.bind>('POST', '/thirdlogin/bind'),
  faceCheck: plain<typeof face.check>('POST', '/thirdlogin/checkNameAndCard'),
  faceLogin: plain<typeof face.login>('POST', '/thirdlogin/faceLogin'),
  current: plain<typeof self.current>('GET', '/v3/user/getCurrentUser'),
  ticketOwner: plain<typeof ticket.owner>('GET', '/common/ticketOwner'),
  ticketLogin: plain<typeof ticket.login>('GET', '/common/ticketLogin'),
  codeLogin: plain<typeof ticket.loginByCode>('GET', '/common/codeLogin'),
  publicFile: plain<typeof file.downloadPublic>('GET', '/publicApi/file/download', 'bytes'),
  downloadCa: plain<typeof signIn.downloadCa>('GET', '/userLogin/downloadCa', 'link'),
  downloadFace: plain<typeof signIn.downloadFace>('GET', '/userLogin/downloadFace', 'link'),
}
