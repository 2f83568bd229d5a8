import { scan } from '@hufu/contract/credentials/scan'
import { peekOneTime, redeemOneTime } from '../../../platform/secrets/one-time.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature, type Context } from '../../../platform/http/context.ts'
import { plainName } from '../../../outside/identity.ts'
import { askSecondStep, completeSignIn, passwordCredential, verifyCredential } from '../../sign-in/index.ts'
import { bindIdentity, bindingsOf } from './binding.sql.ts'
import { takeCallback } from './callback.ts'
import { identityCredential, refuseUnconfirmed, scanHash, subjectHash } from './scan.ts'
import { type ExternalIdentity } from './binding.sql.ts'
import { claimScan, confirmScan, takeScan } from './scan.sql.ts'
import { unbinding } from './unbinding.ts'

const bindKeyOf = async (db: Context['db'], bindKey: string): Promise<ExternalIdentity> =>
  (await redeemOneTime<ExternalIdentity & Record<string, unknown>>(db, 'bindKey', bindKey))?.detail ?? refuse('bindKeyInvalid')

export const scanFeature = feature('scan', scan, {
  doLogin: prepare(async ctx => {
    const { kernel, query, ip, agent } = ctx
    const { loginId, type } = query
    await refuseUnconfirmed(ctx, loginId, type)
    // Outside the transaction, so that a scan is used up even if a later step fails.
    const scanned = (await takeScan(kernel.db, scanHash(loginId))) ?? refuse('scanOver')
    const caller = { ip, agent }
    const account = await verifyCredential(kernel, identityCredential({ kind: type, ...scanned }), caller)
    await askSecondStep(kernel, account, type, caller)
    return inner => completeSignIn(inner, account, type)
  }),
  callback: takeCallback,
  bindAccount: prepare(async ({ kernel, body, ip, agent }) => {
    const { bindKey, userName, pwd, loginId, code, work } = body
    // Only peeks, so that a mistyped password does not need a new scan.
    if (!(await peekOneTime(kernel.db, 'bindKey', bindKey))) refuse('bindKeyInvalid')
    const caller = { ip, agent }
    const account = await verifyCredential(
      kernel,
      passwordCredential({ loginName: userName, pwd, captcha: { loginId, code, work } }),
      caller,
    )
    // If a second step is required, the password alone binds nothing; `bind` takes the key after the second step.
    await askSecondStep(kernel, account, 'password', caller)
    return async ctx => {
      await bindIdentity(ctx.db, account.id, await bindKeyOf(ctx.db, bindKey))
      return completeSignIn(ctx, account, 'password')
    }
  }),
  bind: prepare(async ctx => {
    const { body, who } = ctx
    if ('loginId' in body) await refuseUnconfirmed(ctx, body.loginId, body.type, who.userId)
    return async ({ db, auditTarget }) => {
      const foreign =
        'bindKey' in body
          ? await bindKeyOf(db, body.bindKey)
          : { kind: body.type, ...((await takeScan(db, scanHash(body.loginId))) ?? refuse('scanOver')) }
      await bindIdentity(db, who.userId, foreign)
      auditTarget(who.userId)
      return { bound: true }
    }
  }),
  bindings: async ({ db, query, who }) => {
    const userId = query.userId ?? who.userId
    if (userId !== who.userId && !who.rights.isAdmin) refuse('forbidden')
    return (await bindingsOf(db, userId)) ?? refuse('userMissing')
  },
  unbindWx: unbinding('wx'),
  unbindZfb: unbinding('zfb'),
  mockConfirm: async ({ db, kernel, body }) => {
    if (!kernel.settings.mockProviders) refuse('unknownPath')
    const loginHash = scanHash(body.loginId)
    const { type } = (await claimScan(db, loginHash)) ?? refuse('scanOver')
    await confirmScan(db, loginHash, { subjectHash: subjectHash(type, body.openId), name: plainName(body.nickName ?? body.openId) })
  },
})
