import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'

const LIMIT = '一次最多导出 100 万条，更多请缩小时间范围。'

export const text = {
  title: things.signInLog,
  description: '每一次登录尝试，成功与失败都在其中；不存在的账号也会记录。',
  list: things.signInLog,
  none: '还没有登录记录',
  any: states.all,
  success: states.succeeded,
  failure: states.failed,
  fields: {
    loginTime: fields.time,
    userName: fields.account,
    realName: fields.realName,
    loginType: fields.signInMethod,
    result: fields.result,
    message: fields.explanation,
    ip: 'IP',
    device: fields.device,
    browser: fields.browser,
    os: '操作系统',
    sessionId: '会话编号',
    session: '会话状态',
    id: '记录编号',
  },
  stranger: '无此账号',
  /** Of single sign-on: never issued, used or over. */
  invalid: { code: '代码无效', ticket: '票据无效' },
  unnamed: '未识别账号',
  locked: '已锁定',
  session: { alive: '在线', over: '会话已结束', open: '查看在线会话' },
  tools: {
    detail: acts.showDetails,
    unlock: '解锁该账号',
    diagnosis: things.accessDiagnosis,
    operations: '查看操作日志',
    block: '加入 IP 黑名单',
  },
  drawer: (userName: string) => (userName ? `${userName} 的登录` : '未识别账号的登录'),
  unlock: {
    title: named.askUnlock,
    text: '失败次数清零，可立即重新登录。',
    ok: acts.unlock,
    done: outcomes.unlocked,
  },
  exporting: {
    button: acts.exportSheet,
    title: acts.exportSignInLog,
    ask: (count: number, more: boolean) =>
      `${more ? `将导出符合当前条件的全部记录，超过 ${count} 条。` : `将导出符合当前条件的 ${count} 条记录。`}${LIMIT}`,
    ok: acts.startExport,
    nothing: '没有可导出的记录',
  },
} as const
