export { accountBlockerOf, refuseUnusable } from './account-state.ts'
export { signInPort } from './sign-in-port.ts'
export { keepCaptcha, useCaptcha } from './captcha.sql.ts'
export { verifyCredential, type Caller, type Claim, type Credential } from './credential.ts'
export { completeSignIn } from './complete-sign-in.ts'
export { counterKey, forgetAllTries, forgetTries } from './failures.sql.ts'
export { findByBinding, findById, findByLoginName, findByPhone, boundFactorsOf, type BoundFactors, type StoredUser } from './account.sql.ts'
export { passwordCredential, plainPassword } from './password-credential.ts'
export { devicesOf, forgetDevices, forgetOtherDevices, forgetAccountDevice } from './remembered.sql.ts'
export {
  askSecondStep, hasGateway, pendingStep, requireSecondFactor, strengthOf, takePendingStep, takeSecondStep, waitsForSecondStep,
} from './second-step.ts' // prettier-ignore
export { loginLogCleaner } from './login-log-cleaner.ts'
export { framedOrigins } from './framed-origins.ts'
export { setAccountPassword } from './self.sql.ts'
export { removeSignInMethod } from './remove-sign-in-method.ts'
export { hasSignInMethod } from './sign-in-methods.sql.ts'
