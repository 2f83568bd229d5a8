import { fields, named, acts, states } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'
export const text = {
  title: t('运维管理', 'Operations'),
  description: t(
    '系统的运行情况；可处理的项目点击后进入相应页面。',
    'How the system is running; click what can be dealt with to open its screen.',
  ),
  overview: t('运行情况', 'Overview'),
  refresh: t('刷新', acts.refresh),
  tiles: {
    version: fields.version,
    nodeVersion: t('运行环境', 'Runtime'),
    migration: t('数据库结构', 'Database schema'),
    dbSize: t('数据库大小', 'Database size'),
    diskFree: t('剩余磁盘空间', 'Free disk space'),
    taskRunning: t('运行中的任务', 'Tasks running'),
    taskWaiting: t('等待中的任务', 'Tasks waiting'),
    taskFailed: t('24 小时内失败的任务', 'Tasks failed within 24 hours'),
    jobRunning: t('运行中的后台作业', 'Background jobs running'),
    jobFailed: t('24 小时内失败的定时任务', 'Scheduled jobs failed within 24 hours'),
    messageWaiting: t('待发送的短信和邮件', 'SMS and e-mails to send'),
    pushWaiting: t('待推送的变更', 'Changes to push'),
    pushHeld: t('被拦截的推送', 'Pushes held back'),
    certificateDays: t('信任证书剩余', 'Trusted certificate valid for'),
    closedApi: t('已停用的接口', 'APIs disabled'),
    unusedFile: t('未使用的文件', 'Unused files'),
  },
  noAuthority: t('未配置', 'Not configured'),
  days: t(
    (count: number) => (count < 0 ? '已过期' : named.days(count)),
    count => (count < 0 ? states.outOfDate : plural(count, 'day')),
  ),
  late: t(
    (due: string) => `最早一条应于 ${due} 发出`,
    due => `The earliest was due at ${due}`,
  ),
  nodes: {
    title: t(
      (count: number) => `运行中的节点（${count}）`,
      count => `Nodes running (${count})`,
    ),
    host: t('主机', 'Host'),
    version: fields.version,
    startTime: t('启动时间', 'Started'),
    beatTime: t('最近心跳', 'Last heartbeat'),
  },
} as const
