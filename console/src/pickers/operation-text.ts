import { acts } from '@hufu/contract/text'

/** What taking back a whole operation does. */
export const text = {
  undo: '撤销',
  title: (count: number) => `撤销 ${count.toLocaleString('zh-CN')} 条变更？`,
  restored: (count: number) => `${count.toLocaleString('zh-CN')} 条变更会被还原。已发出的短信、邮件和已结束的会话不会恢复。`,
  stays: (count: number) => `${count.toLocaleString('zh-CN')} 条变更保持不变：`,
  stay: (name: string, reason: string) => `${name}：${reason}`,
  remaining: (count: number) => `更早的 ${count.toLocaleString('zh-CN')} 条变更需再次撤销。`,
  impossible: (reason: string) => `不能撤销：${reason}`,
  looking: '正在试算，不会改动数据…',
  done: (count: number) => `已还原 ${count.toLocaleString('zh-CN')} 条变更`,
  verbs: { insert: acts.add, update: acts.modify, delete: acts.remove },
  rowName: (verb: string, table: string, name: string) => `${verb}${table} ${name}`,
} as const
