import { acts, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

const nouns: Readonly<Record<string, string>> = { user: t(things.user, 'user'), org: t(things.org, 'organisation') }

export const text = {
  title: t('消息中心', 'Messages'),
  unread: t(
    (count: number, most: number) => `消息中心，${count >= most ? `${most} 条以上` : `${count} 条`}未读`,
    (count, most) => `Messages, ${count >= most ? `${most} or more` : count} unread`,
  ),
  list: t('消息列表', 'List of messages'),
  filter: t('消息分类', 'Kinds of messages'),
  groups: {
    all: states.all,
    review: t('审核', 'Reviews'),
    task: t(things.task, 'Tasks'),
    sync: t('同步与推送', 'Sync and push'),
    request: t('应用请求', 'Applications'),
    notice: t('公告', 'Notices'),
  },
  onlyUnread: t('只看未读', 'Unread only'),
  readAll: t('全部已读', 'Mark all as read'),
  none: t('没有消息', 'No messages'),
  noneHint: t(
    '与您有关的审核、任务、同步、应用请求和公告会出现在这里，保留90天。',
    'Reviews, tasks, synchronisation, requests of applications and notices that concern you appear here and are kept for 90 days.',
  ),
  isUnread: t('未读', 'Unread'),
  more: t('显示更多', 'Show more'),
  download: acts.download,
  review: {
    todo: t(
      (name: string, kind: string, count: number) =>
        count > 1 ? `有 ${count} 条${nouns[kind]}申请待您审核` : `“${name}”的${nouns[kind]}申请待您审核`,
      (name, kind, count) =>
        count > 1 ? `${count} ${nouns[kind]} requests await your review` : `The ${nouns[kind]} request for “${name}” awaits your review`,
    ),
    remind: t(
      (name: string, kind: string, count: number) =>
        count > 1 ? `有 ${count} 条${nouns[kind]}申请催您审核` : `“${name}”的${nouns[kind]}申请催您审核`,
      (name, kind, count) =>
        count > 1
          ? `You are reminded to review ${count} ${nouns[kind]} requests`
          : `You are reminded to review the ${nouns[kind]} request for “${name}”`,
    ),
    passed: t(
      (name: string, kind: string, count: number) =>
        count > 1 ? `您的 ${count} 条${nouns[kind]}申请已通过` : `您提交的“${name}”${nouns[kind]}申请已通过`,
      (name, kind, count) =>
        count > 1 ? `${count} of your ${nouns[kind]} requests were approved` : `Your ${nouns[kind]} request for “${name}” was approved`,
    ),
    rejected: t(
      (name: string, kind: string, count: number) =>
        count > 1 ? `您的 ${count} 条${nouns[kind]}申请已驳回` : `您提交的“${name}”${nouns[kind]}申请已驳回`,
      (name, kind, count) =>
        count > 1 ? `${count} of your ${nouns[kind]} requests were rejected` : `Your ${nouns[kind]} request for “${name}” was rejected`,
    ),
    copied: t(
      (name: string, kind: string, count: number) =>
        count > 1 ? `${count} 条已通过的${nouns[kind]}申请抄送给您` : `“${name}”的${nouns[kind]}申请已通过，抄送给您`,
      (name, kind, count) =>
        count > 1
          ? `You are copied on ${count} approved ${nouns[kind]} requests`
          : `You are copied on the approved ${nouns[kind]} request for “${name}”`,
    ),
  },
  syncBlocked: t(
    (name: string) => `同步任务“${name}”已暂停，等待放行`,
    name => `The synchronisation task “${name}” is held back and waits to be released`,
  ),
  syncLapsed: t(
    (name: string) => `同步任务“${name}”的计划满 7 天无人放行，已作废，任务已停用`,
    name => `The plan of the synchronisation task “${name}” waited seven days to be released and has lapsed; the task is disabled`,
  ),
  syncFailed: t(
    (name: string, count: number) => (count > 1 ? `同步任务“${name}”连续 ${count} 次执行失败` : `同步任务“${name}”执行失败`),
    (name, count) =>
      count > 1 ? `The synchronisation task “${name}” failed ${count} times in a row` : `The synchronisation task “${name}” failed`,
  ),
  pushHeld: t(
    (name: string) => `应用“${name}”的推送已暂停，等待放行`,
    name => `Pushes to the application “${name}” are held back and wait to be released`,
  ),
  scimBlocked: t(
    (name: string) => `SCIM 客户端“${name}”已停：一小时内移除的用户、组成员或机构超过限额`,
    name => `The SCIM client “${name}” is stopped: within an hour it removed more than it may`,
  ),
  appRequest: t(
    (name: string, count: number) =>
      count > 1 ? `应用“${name}”向您发起了 ${count} 次请求，待您确认` : `应用“${name}”向您发起了请求，待您确认`,
    (name, count) =>
      count > 1
        ? `The application “${name}” has asked you ${count} times and waits for your answer`
        : `The application “${name}” asks you and waits for your answer`,
  ),
  notice: t(
    (title: string) => `公告：${title}`,
    title => `Notice: ${title}`,
  ),
  task: t(
    (name: string, isDone: boolean) => `${name}${isDone ? '已完成' : states.failed}`,
    (name, isDone) => `${name}: ${isDone ? 'finished' : 'failed'}`,
  ),
  tasks: {
    import: acts.importSheet,
    dataClean: things.dataCleaning,
    exportEvidence: t('导出审计凭证', 'Export of audit evidence'),
    proveOperLog: t('核对审计记录', 'Check of audit entries'),
    exportOperLog: t('导出操作日志', 'Export of the operation log'),
    exportLoginLog: t(acts.exportSignInLog, 'Export of the sign-in log'),
    exportUsers: t(acts.exportUsers, 'Export of users'),
    exportOrgs: t(acts.exportOrgs, 'Export of organisations'),
    rule: t('成员规则更新', 'Update of members by rule'),
    exportSyncLog: t(acts.exportSyncLog, 'Export of the synchronisation log'),
    exportSyncPlan: t('导出同步计划', 'Export of a synchronisation plan'),
    'sync.send': t('向外同步', 'Outward synchronisation'),
    'sync.run': t('同步', 'Synchronisation'),
  } as Readonly<Record<string, string>>,
  otherTask: t('后台任务', 'Background task'),
} as const
