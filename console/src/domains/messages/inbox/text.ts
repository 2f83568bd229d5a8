import { acts, states, things } from '@hufu/contract/text'

const nouns: Readonly<Record<string, string>> = { user: things.user, org: things.org }

export const text = {
  title: '消息中心',
  unread: (count: number, most: number) => `消息中心，${count >= most ? `${most} 条以上` : `${count} 条`}未读`,
  list: '消息列表',
  filter: '消息分类',
  groups: { all: states.all, review: '审核', task: things.task, sync: '同步与推送', request: '应用请求', notice: '公告' },
  onlyUnread: '只看未读',
  readAll: '全部已读',
  none: '没有消息',
  noneHint: '与您有关的审核、任务、同步、应用请求和公告会出现在这里，保留90天。',
  isUnread: '未读',
  more: '显示更多',
  download: acts.download,
  review: {
    todo: (name: string, kind: string, count: number) =>
      count > 1 ? `有 ${count} 条${nouns[kind]}申请待您审核` : `“${name}”的${nouns[kind]}申请待您审核`,
    remind: (name: string, kind: string, count: number) =>
      count > 1 ? `有 ${count} 条${nouns[kind]}申请催您审核` : `“${name}”的${nouns[kind]}申请催您审核`,
    passed: (name: string, kind: string, count: number) =>
      count > 1 ? `您的 ${count} 条${nouns[kind]}申请已通过` : `您提交的“${name}”${nouns[kind]}申请已通过`,
    rejected: (name: string, kind: string, count: number) =>
      count > 1 ? `您的 ${count} 条${nouns[kind]}申请已驳回` : `您提交的“${name}”${nouns[kind]}申请已驳回`,
    copied: (name: string, kind: string, count: number) =>
      count > 1 ? `${count} 条已通过的${nouns[kind]}申请抄送给您` : `“${name}”的${nouns[kind]}申请已通过，抄送给您`,
  },
  syncBlocked: (name: string) => `同步任务“${name}”已暂停，等待放行`,
  syncLapsed: (name: string) => `同步任务“${name}”的计划满 7 天无人放行，已作废，任务已停用`,
  syncFailed: (name: string, count: number) => (count > 1 ? `同步任务“${name}”连续 ${count} 次执行失败` : `同步任务“${name}”执行失败`),
  pushHeld: (name: string) => `应用“${name}”的推送已暂停，等待放行`,
  scimBlocked: (name: string) => `SCIM 客户端“${name}”已停：一小时内移除的用户、组成员或机构超过限额`,
  appRequest: (name: string, count: number) =>
    count > 1 ? `应用“${name}”向您发起了 ${count} 次请求，待您确认` : `应用“${name}”向您发起了请求，待您确认`,
  notice: (title: string) => `公告：${title}`,
  task: (name: string, isDone: boolean) => `${name}${isDone ? '已完成' : states.failed}`,
  tasks: {
    import: acts.importSheet,
    dataClean: things.dataCleaning,
    exportEvidence: '导出审计凭证',
    proveOperLog: '核对审计记录',
    exportOperLog: '导出操作日志',
    exportLoginLog: acts.exportSignInLog,
    exportUsers: acts.exportUsers,
    exportOrgs: acts.exportOrgs,
    rule: '成员规则更新',
    exportSyncLog: acts.exportSyncLog,
    exportSyncPlan: '导出同步计划',
    'sync.send': '向外同步',
    'sync.run': '同步',
  } as Readonly<Record<string, string>>,
  otherTask: '后台任务',
} as const
