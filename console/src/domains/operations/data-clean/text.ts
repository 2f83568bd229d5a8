import { fields, named, outcomes, states, things } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'
export const text = {
  title: things.dataCleaning,
  description: t(
    '各类数据保留多少天；启用的规则每天自动清理。删除后不能恢复，腾出的空间由数据库继续使用。',
    'How many days each kind of data is kept; rules that are on clean by themselves every day. What is deleted cannot be recovered; the database uses the room again.',
  ),
  list: t('清理规则列表', 'Cleaning rules'),
  logs: t('清理记录', 'Cleanings'),
  edit: t('设置', 'Set'),
  editOf: t(
    (name: string) => `设置 ${name}`,
    name => `Set ${name}`,
  ),
  clean: t('立即清理', 'Clean now'),
  any: states.all,
  never: t('尚未清理', 'Not cleaned yet'),
  days: t(named.days, count => plural(count, 'day')),
  columns: {
    name: things.data,
    keepDays: t('保留', 'Kept'),
    status: t('自动清理', 'Every day'),
    lastTime: t('上次清理', 'Last cleaned'),
    lastCount: t('上次清理条数', 'Last deleted'),
  },
  on: t(states.enabled, 'On'),
  off: t(states.disabled, 'Off'),
  short: t('少于 180 天', 'Less than 180 days'),
  saved: outcomes.saved,
  dialog: {
    keepDays: t('保留天数', 'Days kept'),
    range: t(
      (least: number) => `${least} 到 3650 天`,
      least => `${least} to 3650 days`,
    ),
    rangeProblem: t(
      (least: number) => `保留天数须在 ${least} 到 3650 之间`,
      least => `Days kept must be from ${least} to 3650`,
    ),
    isOn: t('每天自动清理', 'Clean every day'),
    law: t(
      '网络安全法第二十一条要求网络日志留存不少于六个月。少于 180 天可能不符合要求。',
      'Article 21 of the Cybersecurity Law requires network logs to be kept for at least six months. Less than 180 days may not comply.',
    ),
    lawKnown: t('已知晓上述要求，仍按此天数保留', 'I know this requirement and still want this number of days'),
    lawNeeded: t('请确认已知晓留存要求', 'Confirm that you know the requirement'),
  },
  confirm: {
    title: t('立即清理', 'Clean now'),
    about: t(
      '以下数据将被删除，删除后不能恢复。停用自动清理的数据，选中后也会清理。',
      'The data below will be deleted and cannot be recovered. Data selected here is cleaned even where daily cleaning is off.',
    ),
    loading: t(
      (name: string) => `${name}：正在统计`,
      name => `${name}: counting`,
    ),
    line: t(
      (name: string, count: number, approx: boolean) => `${name}：${approx ? '超过 ' : ''}${count} 条`,
      (name, count, approx) =>
        `${name}: ${approx ? 'more than ' : ''}${count.toLocaleString('en-GB')} ${count === 1 ? 'record' : 'records'}`,
    ),
    before: t(
      (time: string) => `早于 ${time}`,
      time => `before ${time}`,
    ),
    operLog: t(
      '操作日志只清理到已签名的检查点，之后的完整性校验从该检查点继续。需要留存的，请先在操作日志页导出存证。',
      'The operation log is cleaned only up to a signed checkpoint, from which later verifications go on. If you need to keep it, export the evidence on the operation log first.',
    ),
    deleted: t(
      '清除后不能再恢复用户或机构；操作日志中的姓名作为证据保留。',
      'These users and organisations can then no longer be recovered. Their names stay in the operation log as evidence.',
    ),
    word: t('清理', 'clean'),
    typed: t('请输入“清理”以确认', 'Enter “clean” to confirm'),
    wrong: t('请输入“清理”', 'Enter “clean”'),
    ok: t('开始清理', 'Clean'),
    nothing: t('所选数据中没有超过保留天数的', 'Nothing selected is older than the days kept'),
    task: things.dataCleaning,
    done: t('清理完成', 'Cleaned'),
  },
  log: {
    title: t('清理记录', 'Cleanings'),
    list: t('清理记录列表', 'Cleanings'),
    none: t('还没有清理记录', 'Nothing has been cleaned yet'),
    object: things.data,
    time: t('清理时间', 'Cleaned at'),
    columns: {
      createTime: fields.time,
      name: things.data,
      count: t('清理条数', 'Deleted'),
      beforeTime: t('清理早于', 'Older than'),
      userName: fields.operator,
      result: fields.result,
    },
    system: t('系统（定时）', 'System (daily)'),
    done: t(states.finished, 'Done'),
    open: t('未完成', 'Not done'),
  },
} as const
