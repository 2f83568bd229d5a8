import { things } from '@hufu/contract/text'
import type { CleanObject } from '@hufu/contract/operations/data-clean'

export const text = {
  objects: {
    loginLog: '登录日志',
    operLog: '操作日志',
    sms: '短信记录',
    syncLog: things.syncLog,
    dataHistory: things.dataHistory,
    asyncTask: '异步任务',
    tempFile: '临时文件',
    deletedUser: '已删除用户',
    deletedOrg: '已删除机构',
  } satisfies Record<CleanObject, string>,
  cleaning: (name: string) => `正在清理${name}`,
  done: (parts: readonly { name: string; count: number }[]) =>
    parts.length === 0 ? '没有启用的清理规则' : parts.map(({ name, count }) => `${name} ${count} 条`).join('，'),
  cleaned: (sentence: string) => `已清理：${sentence}`,
  off: '临时文件的清理规则已停用',
} as const
