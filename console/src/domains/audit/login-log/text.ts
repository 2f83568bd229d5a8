import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const grouped = (count: number) => count.toLocaleString('en-GB')

const LIMIT = t('一次最多导出 100 万条，更多请缩小时间范围。', 'At most 1,000,000 at once; for more, choose a shorter period.')

export const text = {
  title: things.signInLog,
  description: t(
    '每一次登录尝试，成功与失败都在其中；不存在的账号也会记录。',
    'Every attempt to sign in, whether it succeeded or failed; accounts that do not exist are recorded too.',
  ),
  list: things.signInLog,
  none: t('还没有登录记录', 'No sign-ins yet'),
  any: states.all,
  success: t(states.succeeded, 'Success'),
  failure: states.failed,
  fields: {
    loginTime: fields.time,
    userName: fields.account,
    realName: fields.realName,
    loginType: t(fields.signInMethod, 'Method'),
    result: fields.result,
    message: fields.explanation,
    ip: 'IP',
    device: fields.device,
    browser: fields.browser,
    os: t('操作系统', 'Operating system'),
    sessionId: t('会话编号', 'Session ID'),
    session: t('会话状态', 'Session'),
    id: t('记录编号', 'Record ID'),
  },
  stranger: t('无此账号', 'No such account'),
  /** Of single sign-on: never issued, used or over. */
  invalid: { code: t('代码无效', 'Invalid code'), ticket: t('票据无效', 'Invalid ticket') },
  unnamed: t('未识别账号', 'No account recognised'),
  locked: t('已锁定', 'Locked'),
  session: { alive: t('在线', 'Online'), over: t('会话已结束', 'Ended'), open: t('查看在线会话', 'Show the session') },
  tools: {
    detail: acts.showDetails,
    unlock: t('解锁该账号', 'Unlock account'),
    diagnosis: things.accessDiagnosis,
    operations: t('查看操作日志', 'Show the operation log'),
    block: t('加入 IP 黑名单', 'Add the IP to the block list'),
  },
  drawer: t(
    (userName: string) => (userName ? `${userName} 的登录` : '未识别账号的登录'),
    userName => (userName ? `Sign-in by ${userName}` : 'Sign-in without a recognised account'),
  ),
  unlock: {
    title: named.askUnlock,
    text: t('失败次数清零，可立即重新登录。', 'The failures are cleared and they can sign in again at once.'),
    ok: acts.unlock,
    done: outcomes.unlocked,
  },
  exporting: {
    button: acts.exportSheet,
    title: acts.exportSignInLog,
    ask: t(
      (count: number, more: boolean) =>
        `${more ? `将导出符合当前条件的全部记录，超过 ${count} 条。` : `将导出符合当前条件的 ${count} 条记录。`}${LIMIT}`,
      (count, more) =>
        more
          ? `All records that match will be exported, more than ${grouped(count)}. ${LIMIT}`
          : `The records that match will be exported, ${grouped(count)} in all. ${LIMIT}`,
    ),
    ok: acts.startExport,
    nothing: t('没有可导出的记录', 'There is nothing to export'),
  },
} as const
