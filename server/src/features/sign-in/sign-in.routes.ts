import { signIn } from '@hufu/contract/sign-in'
import { text } from '@hufu/contract/text'
import { endSession, startSession } from '../../kernel/sessions.ts'
import { before, feature, type Turn } from '../../kernel/turn.ts'
import { newCaptcha, noCaptcha } from './captcha.sql.ts'
import { verifyCredential } from './credential.ts'
import type { Known } from './known.sql.ts'
import { writeLoginLog } from './login-log.sql.ts'
import { setLastLogin } from './self.sql.ts'
import { DEVICE_COOKIE, forgetCookies, remember, useDevice } from './remembered.sql.ts'

const LINK_COOKIE = 'idaas-link'
const CAPTCHAS_A_MINUTE = 60
const MINUTE = 60_000

/** A session, its link cookie, the log and the answer of every way in (D-23). */
async function enter({ db, ip, agent, setCookie }: Turn, known: Known, loginType: string) {
  const { token, link } = await startSession(db, { userId: known.id, loginType, ip, agent })
  await setLastLogin(db, known.id)
  await writeLoginLog(db, { userId: known.id, userName: known.userName, realName: known.realName, loginType, ip, agent }, 1, text.signedIn)
  setCookie(LINK_COOKIE, link, { path: '/api', httpOnly: true })
  return { token, userId: known.id, id: known.id, userName: known.userName, realName: known.realName }
}

export const signInFeature = feature('signIn', signIn, {
  captcha: async ({ db, kernel, ip }) => {
    await kernel.limits.count('captcha', ip, CAPTCHAS_A_MINUTE, MINUTE)
    if (kernel.config.values.captchaMode === 0) return noCaptcha
    return newCaptcha(db, kernel.settings.fixedCaptcha)
  },
  login: before(async ({ kernel, body, ip, agent }) => {
    const { loginName, pwd, loginId, code } = body
    const known = await verifyCredential(kernel, { loginName, pwd, loginId, code, ip, agent })
    return turn => enter(turn, known, 'password')
  }),
  loginRemembered: before(async turn => {
    const { known, family } = await useDevice(turn.kernel, turn.cookies[DEVICE_COOKIE])
    return async inner => {
      await remember(inner, known, family)
      return enter(inner, known, 'password')
    }
  }),
  rememberDevice: async turn => {
    await remember(turn, { id: turn.who.userId, userName: turn.who.userName })
  },
  forgetDevice: async turn => {
    forgetCookies(turn)
  },
  logout: async ({ db, who, kernel, setCookie, afterCommit }) => {
    await endSession(db, who.sessionId)
    setCookie(LINK_COOKIE, '', { maxAge: 0, path: '/api', httpOnly: true })
    afterCommit(() => kernel.sessions.forget())
  },
  publicKey: ({ kernel }) => kernel.keys.publicKey('login'),
})
