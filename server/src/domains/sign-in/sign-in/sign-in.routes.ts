import { signIn } from '@hufu/contract/sign-in/sign-in'
import type { Db } from '../../../platform/database/db.ts'
import { downloadOf, findFile } from '../../../platform/files/files.ts'
import { LINK_COOKIE } from '../../../platform/http/guard.ts'
import { endSession } from '../../../platform/access/session-lifecycle.ts'
import { isLinkOf } from '../../../platform/access/sessions.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { newCaptcha, noCaptcha } from './captcha.sql.ts'
import { verifyCredential } from './credential.ts'
import { clearLink, completeSignIn } from './complete-sign-in.ts'
import { passwordCredential } from './password-credential.ts'
import { DEVICE_COOKIE, forgetByToken, forgetCookies, isDeviceOf, remember, rememberSession, useDevice } from './remembered.sql.ts'
import { askSecondStep } from './second-step.ts'
import { newProofOfWork } from './proof-of-work.ts'

/** The driver for certificates or faces; available before sign-in, because sign-in needs it. */
const driver = async (db: Db, fileId: string) => downloadOf(db, await findFile(db, fileId))

export const signInFeature = feature('signIn', signIn, {
  captcha: async ({ db, kernel, ip }) => {
    await kernel.addressLimits.count('captcha', ip)
    if (kernel.config.values.captchaMode === 0) return noCaptcha
    return newCaptcha(db, kernel.settings.fixedCaptcha)
  },
  proofOfWork: async ({ db, kernel, ip }) => {
    await kernel.addressLimits.count('proofOfWork', ip)
    return newProofOfWork(db)
  },
  login: prepare(async ({ kernel, body, ip, agent }) => {
    const { loginName, pwd, loginId, code, work } = body
    const caller = { ip, agent }
    const account = await verifyCredential(kernel, passwordCredential({ loginName, pwd, captcha: { loginId, code, work } }), caller)
    await askSecondStep(kernel, account, 'password', caller)
    return ctx => completeSignIn(ctx, account, 'password')
  }),
  loginRemembered: prepare(async ctx => {
    const { kernel, cookies, setCookie, ip, agent } = ctx
    const { account, ...device } = await kernel.addressLimits.attempt('unguessable', ip, () =>
      useDevice(kernel, cookies[DEVICE_COOKIE], ip),
    )
    // The old token is used up; this stores its successor even if a second step is still required.
    await remember({ db: kernel.db, setCookie, ip, agent }, account, device)
    const { factor, family, authTime } = device
    const origin = { family, authTime }
    await askSecondStep(kernel, account, 'password', ctx, { shown: factor, origin })
    return inner => completeSignIn(inner, account, 'password', { factor, isProven: false, origin })
  }),
  rememberDevice: rememberSession,
  forgetDevice: async ctx => {
    await forgetByToken(ctx.db, ctx.cookies[DEVICE_COOKIE])
    forgetCookies(ctx)
  },
  // In another tab of this browser another user may have signed in since; cookies that are not of this session stay.
  logout: async ({ db, who, kernel, cookies, setCookie, afterCommit, reply }) => {
    if (await isDeviceOf(db, cookies[DEVICE_COOKIE], who.sessionId)) forgetCookies({ setCookie })
    if (await isLinkOf(db, cookies[LINK_COOKIE], who.sessionId)) clearLink({ setCookie })
    await endSession(db, who.sessionId)
    // Neither cookies nor storage, because other tabs and the remembered device keep theirs there.
    void reply.header('clear-site-data', '"cache"')
    afterCommit(() => kernel.sessions.forget())
  },
  publicKey: ({ kernel }) => kernel.keys.publicKey('login'),
  downloadCa: ({ db, kernel }) => driver(db, kernel.config.values.caDriverFileId),
  downloadFace: ({ db, kernel }) => driver(db, kernel.config.values.faceDriverFileId),
})
