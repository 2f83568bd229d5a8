export { liftEndedLocks } from './incorrect-login/ended-locks.sql.ts'
export { lockByHand, locksOf } from './incorrect-login/incorrect-login.sql.ts'
export { captchaImage } from './sign-in/captcha-image.ts'
export { IDENTITY_COOKIE, type ProvenIdentity } from './ticket/identity.ts'
export { writeLoginLog } from './sign-in/account.sql.ts'
export { accountBlockerOf } from './sign-in/account-state.ts'
export {
  askSecondStep,
  hasGateway,
  pendingStep,
  requireSecondFactor,
  strengthOf,
  takePendingStep,
  takeSecondStep,
  waitsForSecondStep,
} from './sign-in/second-step.ts'
export { type Caller, type Credential, verifyCredential } from './sign-in/credential.ts'
export { counterKey, forgetAllTries, forgetTries } from './sign-in/failures.sql.ts'
export { completeSignIn } from './sign-in/complete-sign-in.ts'
export { findByBinding, findById, findByPhone, type BoundFactors, boundFactorsOf } from './sign-in/account.sql.ts'
export { forgetDevices } from './sign-in/remembered.sql.ts'
export { hasSignInMethod } from './sign-in/sign-in-methods.sql.ts'
export { keepCaptcha, useCaptcha } from './sign-in/captcha.sql.ts'
export { loginLogCleaner } from './sign-in/account.sql.ts'
export { passwordCredential, plainPassword } from './sign-in/password-credential.ts'
export { setAccountPassword } from './sign-in/self.sql.ts'
export { removeSignInMethod } from './sign-in/remove-sign-in-method.ts'
