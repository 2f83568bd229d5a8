import { appSetting, type AppSettingDraft, type TokenAlg, tokenAlgs } from '@hufu/contract/apps/app-setting'
import { firstInvalidLine } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { isPushAddress, appSender, sendPush } from '../../../outside/push.ts'
import { findPushable, findSetting, type StoredSetting, updateSetting } from './app-setting.sql.ts'
import { pushAnswer } from './push-answer.ts'
import { text } from './text.ts'

/** The signing algorithms available here. */
const algsOf = ({ settings }: Kernel): TokenAlg[] => tokenAlgs.filter(alg => alg !== 'SM2' || settings.cryptoProfile === 'sm')

function refuseProblems({ ipWhitelist = [], pushUrl, tokenAlg }: AppSettingDraft, kernel: Kernel): void {
  if (tokenAlg !== undefined && !algsOf(kernel).includes(tokenAlg)) refuse('tokenAlgMissing')
  const line = firstInvalidLine(ipWhitelist)
  if (line !== undefined) refuse('ipRuleProblem', { list: text.ipWhitelist, line, rule: ipWhitelist[line - 1] })
  if (pushUrl?.trim() && !isPushAddress(pushUrl.trim(), kernel.settings.allowLoopback)) refuse('pushAddressRefused')
}

/** Refuses to switch the push on while one of its settings is missing. */
function refuseIncomplete({ openPush, pushUrl, pushObject, pushSecretSet }: StoredSetting): void {
  if (openPush === 0) return
  if (pushUrl === null) refuse('fieldRequired', { label: text.pushUrl })
  if (pushObject === null) refuse('fieldRequired', { label: text.pushObject })
  if (!pushSecretSet) refuse('fieldRequired', { label: text.pushSecret })
}

export const appSettingFeature = feature('appSetting', appSetting, {
  get: async ({ db, kernel, query }) => ({ ...(await findSetting(db, query.appId)), tokenAlgs: algsOf(kernel) }),
  update: async ({ db, kernel, body, auditTarget }) => {
    auditTarget(body.appId)
    refuseProblems(body, kernel)
    const { pushSecret } = body
    const sealed = pushSecret ? kernel.keys.sealField(pushSecret) : pushSecret === null ? null : undefined
    refuseIncomplete(await updateSetting(db, body, sealed))
  },
  testPush: prepare(async ({ db, kernel, body: { appId } }) => {
    const { code, pushUrl, secretCipher } = await findPushable(db, appId)
    const body = { objectType: 'test', operateType: 'test', data: { appId, code, time: new Date().toISOString() } }
    const answer = pushAnswer(
      await sendPush(appSender(kernel.settings), { url: pushUrl, secret: kernel.keys.openField(secretCipher), body }),
    )
    return ({ auditTarget }) => {
      auditTarget(appId)
      return answer
    }
  }),
})
