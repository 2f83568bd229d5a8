export const text = {
  interrupted: '节点中断',
  overlapping: '跳过：正在执行',
  missed: '跳过：已错过执行时间',
  failed: '执行失败，原因见服务日志',
  expired: (count: number) => `结束 ${count} 个过期账号的会话`,
  unlocked: (count: number) => `解除 ${count} 个到期的锁定`,
  sessions: (count: number) => `清理 ${count} 个过期会话`,
  jobs: {
    cleanTempFile: '清理临时文件',
    cleanData: '清理过期数据',
    expireUser: '结束过期账号的会话',
    unlockUser: '解除到期的登录锁定',
    cleanSession: '清理过期会话',
    syncRun: '执行同步任务',
  },
} as const
