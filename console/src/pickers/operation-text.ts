import { acts } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const changes = (count: number) => (count === 1 ? '1 change' : `${count.toLocaleString('en-GB')} changes`)

/** What taking back a whole operation does. */
export const text = {
  undo: t('撤销', 'Undo'),
  title: t(
    (count: number) => `撤销 ${count.toLocaleString('zh-CN')} 条变更？`,
    count => `Undo ${changes(count)}?`,
  ),
  restored: t(
    (count: number) => `${count.toLocaleString('zh-CN')} 条变更会被还原。已发出的短信、邮件和已结束的会话不会恢复。`,
    count => `${changes(count)} will be restored. Messages and e-mails already sent and sessions already ended stay as they are.`,
  ),
  stays: t(
    (count: number) => `${count.toLocaleString('zh-CN')} 条变更保持不变：`,
    count => `${changes(count)} ${count === 1 ? 'stays' : 'stay'} as ${count === 1 ? 'it is' : 'they are'}:`,
  ),
  stay: t(
    (name: string, reason: string) => `${name}：${reason}`,
    (name, reason) => `${name}: ${reason}`,
  ),
  remaining: t(
    (count: number) => `更早的 ${count.toLocaleString('zh-CN')} 条变更需再次撤销。`,
    count => `Before these, ${changes(count)} ${count === 1 ? 'remains' : 'remain'} to be undone afterwards.`,
  ),
  impossible: t(
    (reason: string) => `不能撤销：${reason}`,
    reason => `It cannot be undone: ${reason}`,
  ),
  looking: t('正在试算，不会改动数据…', 'Working out the effect; nothing is changed…'),
  done: t(
    (count: number) => `已还原 ${count.toLocaleString('zh-CN')} 条变更`,
    count => `${changes(count)} restored`,
  ),
  verbs: { insert: acts.add, update: acts.modify, delete: acts.remove },
  rowName: t(
    (verb: string, table: string, name: string) => `${verb}${table} ${name}`,
    (verb, table, name) => `${verb}: ${table} ${name}`,
  ),
} as const
