import { randomBytes } from 'node:crypto'
import { totp } from '@hufu/contract/credentials/totp'
import { issueOneTime, peekOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { stepUpSession } from '../../../platform/access/sessions.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { forgetDevices, requireSecondFactor, removeSignInMethod } from '../../sign-in/index.ts'
import { base32, matchingStep, uriOf } from './totp-code.ts'
import { bindTotp, removeTotp, renewRecoveryCodes } from './totp.sql.ts'

/** As long as the digest (RFC 4226 section 4). */
const SECRET_BYTES = 20
const BIND_SECONDS = 600

interface PendingTotp {
  /** Sealed by the field key. */
  secret: string
}

export const totpFeature = feature('totp', totp, {
  begin: prepare(async ctx => {
    await requireSecondFactor(ctx)
    return async ({ db, kernel, who }) => {
      const secret = randomBytes(SECRET_BYTES)
      const detail: PendingTotp = { secret: kernel.keys.sealField(secret.toString('base64')) }
      const token = await issueOneTime(db, 'totpSecret', { seconds: BIND_SECONDS, userId: who.userId, detail })
      const shown = base32(secret)
      return { token, secret: shown, uri: uriOf(kernel.config.values.systemName, who.userName, shown), expire: BIND_SECONDS }
    }
  }),
  confirm: async ({ db, kernel, who, body, afterCommit }) => {
    const begun = await peekOneTime<PendingTotp>(db, 'totpSecret', body.token)
    if (begun?.userId !== who.userId) refuse('totpOver')
    const step = matchingStep(
      Buffer.from(kernel.keys.openField(begun.detail.secret), 'base64'),
      body.code.replaceAll(/\s/g, ''),
      0,
      kernel.now().getTime(),
    )
    if (step === undefined) refuse('captchaWrong')
    if (!(await redeemOneTime(db, 'totpSecret', body.token))) refuse('totpOver')
    await bindTotp(db, who.userId, begun.detail.secret, step)
    await forgetDevices(db, [who.userId])
    await stepUpSession(db, who.sessionId, 'any')
    afterCommit(() => kernel.sessions.forget())
    return { codes: await renewRecoveryCodes(kernel.keys, db, who.userId) }
  },
  remove: async ({ db, kernel, who }) => {
    await removeSignInMethod(kernel, db, who.userId, () => removeTotp(db, who.userId))
    await forgetDevices(db, [who.userId])
  },
  renewCodes: async ({ db, kernel, who }) => ({ codes: await renewRecoveryCodes(kernel.keys, db, who.userId) }),
})
