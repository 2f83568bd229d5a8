import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'
export const text = {
  title: t(things.scheduledTask, 'Scheduled jobs'),
  description: t(
    '系统按北京时间自动执行的任务。任务内容只能从目录中选择；同一任务不会同时执行两次，多个节点也只执行一次。',
    'Jobs the system runs by itself, by Beijing time. What a job does is chosen from a list; a job never runs twice at the same time, and only once however many nodes there are.',
  ),
  list: t('定时任务列表', 'Scheduled jobs'),
  add: t('新增任务', 'Add job'),
  edit: acts.edit,
  editOf: named.edit,
  remove: acts.remove,
  run: t('立即执行', 'Run now'),
  logs: t('执行记录', 'Runs'),
  none: t('没有定时任务', 'No scheduled jobs'),
  columns: {
    name: t(fields.taskName, 'Job name'),
    jobCode: t('任务类型', 'Job type'),
    cron: fields.cron,
    nextTime: t('下次执行', 'Next run'),
    lastTime: t('上次执行', 'Last run'),
    status: fields.status,
    remark: fields.remark,
  },
  builtIn: states.builtIn,
  any: states.all,
  running: t('正在执行', 'Running'),
  paused: t('已暂停', 'Paused'),
  statusOf: t(
    (name: string) => `启用 ${name}`,
    name => `Enable ${name}`,
  ),
  remaining: t(
    (days: number, hours: number, minutes: number, seconds: number) =>
      days > 0
        ? `${days} 天 ${hours} 小时后`
        : hours > 0
          ? `${hours} 小时 ${minutes} 分后`
          : minutes > 0
            ? `${minutes} 分 ${seconds} 秒后`
            : `${seconds} 秒后`,
    (days, hours, minutes, seconds) =>
      days > 0
        ? `in ${days} d ${hours} h`
        : hours > 0
          ? `in ${hours} h ${minutes} min`
          : minutes > 0
            ? `in ${minutes} min ${seconds} s`
            : `in ${seconds} s`,
  ),
  soon: t('即将执行', 'about to run'),
  results: { 0: states.failed, 1: t(states.succeeded, 'Done'), 2: t('跳过', 'Skipped') },
  recentOf: t(
    (done: number, failed: number, skipped: number) => `最近 ${done + failed + skipped} 次：成功 ${done}，失败 ${failed}，跳过 ${skipped}`,
    (done, failed, skipped) => `Last ${done + failed + skipped} runs: ${done} succeeded, ${failed} failed, ${skipped} skipped`,
  ),
  neverRun: t('尚未执行', 'Not run yet'),
  saved: outcomes.saved,
  removed: outcomes.removed,
  started: t('已开始执行，结果见执行记录', 'Started; the result will be among the runs'),
  keptBuiltIn: t('内置任务不能删除，可以暂停', 'Built-in jobs cannot be deleted, but can be paused'),
  keptRunning: t('任务正在执行', 'The job is running'),
  pauseTitle: t(
    (name: string) => `暂停“${name}”？`,
    name => `Pause “${name}”?`,
  ),
  pauseText: t(
    '暂停后不再按时间执行，需要时仍可立即执行；正在进行的执行不受影响。',
    'It no longer runs by itself, but can still be run. A run that is going on is not affected.',
  ),
  resumeTitle: named.askEnable,
  resumeText: t(
    '启用后从下一个时间点开始执行，暂停期间错过的不补。',
    'It runs from the next time due; what it missed while paused is not made up for.',
  ),
  pause: t('暂停', 'Pause'),
  resume: t(states.enabled, acts.enable),
  done: outcomes.done,
  removeTitle: named.askRemove,
  removeText: t('不再执行，执行记录保留。', 'It does not run any more; its runs are kept.'),
  runTitle: t(
    (name: string) => `立即执行“${name}”？`,
    name => `Run “${name}” now?`,
  ),
  effects: {
    cleanTempFile: t(
      '将删除超过保留天数、没有被引用的临时文件。',
      'Temporary files that nothing refers to are deleted once they are older than the days kept.',
    ),
    cleanData: t(
      '将按数据清理页中启用的规则删除过期数据，删除后不能恢复。',
      'Data older than the days kept is deleted by the rules that are on under data cleaning. It cannot be recovered.',
    ),
    expireUser: t(
      '将结束已过有效期账号的登录会话，账号状态不变。',
      'Sessions of accounts that are no longer valid are ended; the status of the accounts stays as it is.',
    ),
    unlockUser: t('将解除已到期的登录锁定，未到期的不受影响。', 'Locks that are over are lifted; others are not affected.'),
    cleanSession: t('将删除一天前已失效的会话记录。', 'Sessions that ended more than a day ago are deleted.'),
  } as Readonly<Record<string, string>>,
  dialog: {
    name: t(fields.taskName, 'Job name'),
    jobCode: t('任务类型', 'Job type'),
    fixedCode: t('内置任务的类型不能更改', 'The type of a built-in job cannot be changed'),
    status: t('保存后启用', 'Enable once saved'),
    remark: fields.remark,
    next: t('接下来五次执行', 'Next five runs'),
  },
  log: {
    title: t(
      (name: string) => `${name} 的执行记录`,
      name => `Runs of ${name}`,
    ),
    list: t('执行记录列表', 'Runs'),
    result: fields.result,
    none: t('还没有执行记录', 'No runs yet'),
    columns: {
      beginTime: t('开始时间', fields.beginTime),
      endTime: fields.endTime,
      result: fields.result,
      message: t('说明', fields.explanation),
      trigger: t('触发', 'Started by'),
      node: t('节点', 'Node'),
    },
    triggers: { clock: t('定时', 'Schedule'), hand: states.manual },
    byHand: t(
      (userName: string | null) => (userName === null ? '手动' : `手动（${userName}）`),
      userName => (userName === null ? 'By hand' : `By hand (${userName})`),
    ),
    running: t('执行中', 'Running'),
  },
} as const
