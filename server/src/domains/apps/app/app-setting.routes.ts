import { appSetting, type AppSettingDraft, type PushTried, type TokenAlg, tokenAlgs } from '@hufu/contract/apps/app-setting'
import { faultyLine } from '../../../platform/http/ip-rules.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { prepare, feature } from '../../../platform/http/context.ts'
import { isPushAddress, PUSH_ANSWER_BYTES, PUSH_TIMEOUT_MS, type Pushed, sendPush } from '../../../outside/push.ts'
import { reachOutside } from '../../../outside/reach.ts'
import { findPushable, findSetting, type StoredSetting, updateSetting } from './app-setting.sql.ts'
import { text } from './text.ts'

const pushesNear = ({ settings }: Kernel) => settings.allowPrivatePush || settings.mockProviders

/** What can be signed with here. */
const algsOf = ({ settings }: Kernel): TokenAlg[] => tokenAlgs.filter(alg => alg !== 'SM2' || settings.cryptoProfile === 'sm')

function refuseProblems({ ipWhitelist = [], pushUrl, tokenAlg }: AppSettingDraft, kernel: Kernel): void {
  if (tokenAlg !== undefined && !algsOf(kernel).includes(tokenAlg)) refuse('tokenAlgMissing')
  const line = faultyLine(ipWhitelist)
  if (line !== undefined) refuse('ipRuleProblem', { list: text.ipWhitelist, line, rule: ipWhitelist[line - 1] })
  if (pushUrl?.trim() && !isPushAddress(pushUrl.trim(), pushesNear(kernel))) refuse('pushAddressRefused')
}

/** What is switched on must be able to run. */
function refuseHalf({ openPush, pushUrl, pushObject, pushSecretSet }: StoredSetting): void {
  if (openPush === 0) return
  if (pushUrl === null) refuse('fieldRequired', { label: text.pushUrl })
  if (pushObject === null) refuse('fieldRequired', { label: text.pushObject })
  if (!pushSecretSet) refuse('fieldRequired', { label: text.pushSecret })
}

const TOO_SLOW = new Set(['ABORT_ERR', 'ETIMEDOUT', 'TimeoutError', 'AbortError'])

function told(pushed: Pushed): PushTried {
  if ('status' in pushed) {
    const { status } = pushed
    const ok = status >= 200 && status < 300
    const message = ok ? text.taken(status) : status >= 300 && status < 400 ? text.moved(status) : text.refused(status)
    return { ok, httpStatus: status, message }
  }
  return { ok: false, httpStatus: null, message: whyNot(pushed.fault) }
}

function whyNot(fault: string): string {
  if (fault === 'address refused') return text.addressRefused
  if (TOO_SLOW.has(fault)) return text.tooSlow
  return fault === 'ENOTFOUND' || fault === 'EAI_AGAIN' ? text.unknownName : text.unreachable(fault)
}

export const appSettingFeature = feature('appSetting', appSetting, {
  get: async ({ db, kernel, query }) => ({ ...(await findSetting(db, query.appId)), tokenAlgs: algsOf(kernel) }),
  update: async ({ db, kernel, body, auditTarget }) => {
    auditTarget(body.appId)
    refuseProblems(body, kernel)
    const { pushSecret } = body
    const sealed = pushSecret ? kernel.keys.sealField(pushSecret) : pushSecret === null ? null : undefined
    refuseHalf(await updateSetting(db, body, sealed))
  },
  testPush: prepare(async ({ db, kernel, body: { appId } }) => {
    const { code, pushUrl, secretCipher } = await findPushable(db, appId)
    const reach = reachOutside({ withLoopback: pushesNear(kernel), timeoutMs: PUSH_TIMEOUT_MS, largest: PUSH_ANSWER_BYTES })
    const body = { objectType: 'test', operateType: 'test', data: { appId, code, time: new Date().toISOString() } }
    const answer = told(await sendPush(reach, { url: pushUrl, secret: kernel.keys.openField(secretCipher), body }))
    return ({ auditTarget }) => {
      auditTarget(appId)
      return answer
    }
  }),
})
