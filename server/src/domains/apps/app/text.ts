import { fields } from '@hufu/contract/text'

/** Words this feature adds to sentences and answers. */
export const text = {
  ipWhitelist: fields.ipAllowList,
  pushUrl: fields.pushUrl,
  pushObject: fields.pushObject,
  pushSecret: '推送密钥',
  taken: (status: number) => `推送成功（HTTP ${status}）`,
  refused: (status: number) => `对方返回 HTTP ${status}`,
  moved: (status: number) => `对方要求跳转（HTTP ${status}），推送不跟随跳转，请填写最终地址`,
  addressRefused: '目标地址不被允许',
  tooSlow: '对方超过10秒没有回应',
  unknownName: '域名无法解析',
  unreachable: (reason: string) => `无法连接（${reason}）`,
} as const
