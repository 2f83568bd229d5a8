import { acts, fields, states, things } from '@hufu/contract/text'

const HIDDEN = '******'
const code = (code: string, minutes: number) => `您的验证码为${code}，${minutes}分钟内有效，请勿告知他人。`
const password = (userName: string, password: string) => `您的账号${userName}的新密码为${password}，请登录后及时修改。`

/** Texts of messages, without the signature the gateway adds in front. */
export const text = {
  code,
  password,
  /** The form shown in the record. */
  hidden: (says: { code: string; minutes: number } | { password: string; userName: string }) =>
    'code' in says ? code(HIDDEN, says.minutes) : password(says.userName, HIDDEN),
  veil: HIDDEN,
  sent: '发送成功',
  noGateway: '未配置短信网关',
  givenUp: '未能确认是否送达，为免重复发送不再重试',
  tooLate: '超过有效时间仍未发出，已放弃发送',
  types: { login: '登录验证', verify: things.secondFactor, recover: acts.recoverPassword, bind: acts.bindPhone, password: '密码通知' },
  gateways: { aliyun: things.aliyun, tencent: things.tencentCloud, http: '自有网关', outbox: '模拟发件箱' },
  results: { 0: states.failed, 1: states.succeeded },
  waiting: states.sending,
  exportFile: '短信记录.xlsx',
  titles: [
    fields.createTime,
    fields.phone,
    fields.userName,
    fields.realName,
    fields.type,
    fields.content,
    fields.channel,
    fields.status,
    fields.explanation,
    '回执编号',
    '发送时间',
  ],
  defect: '短信网关调用异常',
} as const
