import { fields } from '@hufu/contract/text'
export const text = {
  title: '运维管理',
  description: '系统的运行情况；可处理的项目点击后进入相应页面。',
  overview: '运行情况',
  refresh: '刷新',
  tiles: {
    version: fields.version,
    startTime: '本节点启动时间',
    nodeVersion: '运行环境',
    migration: '数据库结构',
    dbSize: '数据库大小',
    diskFree: '剩余磁盘空间',
    taskRunning: '运行中的任务',
    taskWaiting: '等待中的任务',
    taskFailed: '24 小时内失败的任务',
    jobRunning: '运行中的后台作业',
    closedApi: '已停用的接口',
    unusedFile: '未使用的文件',
  },
  open: (name: string, value: string) => `${name}：${value}，点击查看`,
} as const
