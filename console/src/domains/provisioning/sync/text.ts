import { acts, fields, named, outcomes, states, things } from '@hufu/contract/text'
import { syncText } from '@hufu/contract/provisioning/sync'
import { sharedText } from './mapping/words-text.ts'
import { t } from '@hufu/contract/language'

const grouped = (count: number) => count.toLocaleString('en-GB')

export const text = {
  title: t('同步中心', things.syncCentre),
  description: t(
    '从外部系统同步机构和用户。每次先读取并比对，得到计划后再写入；来源异常时自动刹车，不改动任何数据。',
    'Synchronises organisations and users from other systems. Each run reads and compares first, makes a plan, then writes; if the source looks wrong, the brake stops it and nothing is changed.',
  ),
  tasks: t(things.syncTask, 'Tasks'),
  conflicts: t(
    (count: number) => (count > 0 ? `待处理冲突（${count}）` : '待处理冲突'),
    count => (count > 0 ? `Conflicts (${count})` : 'Conflicts'),
  ),
  list: t('同步任务列表', 'Synchronisation tasks'),
  add: sharedText.add,
  none: t('没有同步任务', 'No synchronisation tasks'),
  any: states.all,
  columns: {
    name: fields.taskName,
    direction: t('方向', 'Direction'),
    objectType: sharedText.object,
    schedule: t('执行时间', 'Schedule'),
    last: t('上次执行', 'Last run'),
    recent: t('最近 20 次', 'Last 20 runs'),
    state: fields.status,
    enabled: t(states.enabled, 'On'),
  },
  direction: { in: fields.source, out: t('推送', 'Push') },
  statusOf: t(
    (name: string) => `启用 ${name}`,
    name => `Enable ${name}`,
  ),
  byHand: t('仅手动执行', 'By hand only'),
  next: t(
    (time: string) => `下次 ${time}`,
    time => `Next ${time}`,
  ),
  stopped: t('已停用，不按时间执行', 'Disabled, does not run by itself'),
  deltaEvery: t(
    (minutes: number) => `每 ${minutes} 分钟读取变化`,
    minutes => `Changes every ${minutes} min`,
  ),
  neverRun: t('尚未执行', 'Not run yet'),
  written: t(
    (count: number) => `写入 ${count.toLocaleString('zh-CN')}`,
    count => `${grouped(count)} written`,
  ),
  state: {
    fine: states.fine,
    running: t('执行中', 'Running'),
    blocked: t(syncText.state.blocked, 'Held back'),
    planned: t(syncText.state.planned, 'To confirm'),
    part: t(syncText.state.part, 'In part'),
    failed: t(
      (times: number) => (times > 1 ? `失败 ${times} 次` : states.failed),
      times => (times > 1 ? `Failed ×${times}` : states.failed),
    ),
    never: t('未执行', 'Not run'),
  },
  runState: t(syncText.state, {
    reading: states.reading,
    planned: 'To confirm',
    blocked: 'Held back',
    replaced: 'Replaced',
    discarded: 'Discarded',
    lapsed: 'Lapsed',
    released: 'Released',
    writing: 'Writing',
    done: states.succeeded,
    part: 'In part',
    failed: states.failed,
    cancelled: 'Cancelled',
  }),
  runMode: t(syncText.mode, { plan: 'Dry run', full: 'Full', delta: 'Incremental', one: 'Single', relink: 'IDs' }),
  openConflicts: t(
    (count: number) => `冲突 ${count}`,
    count => `${count} ${count === 1 ? 'conflict' : 'conflicts'}`,
  ),
  recentOf: t(
    (done: number, part: number, failed: number, other: number) =>
      `最近 ${done + part + failed + other} 次：成功 ${done}，部分成功 ${part}，失败或刹车 ${failed}，其他 ${other}`,
    (done, part, failed, other) =>
      `Last ${done + part + failed + other} runs: ${done} succeeded, ${part} partly, ${failed} failed or held back, ${other} other`,
  ),
  tools: {
    look: t('处理计划', 'See plan'),
    progress: sharedText.progress,
    dryRun: t('演练', 'Dry run'),
    full: t('全量同步', 'Full run'),
    delta: t('增量同步', 'Delta run'),
    runs: t('执行记录', 'Runs'),
    relink: t('更改标识', syncText.mode.relink),
    edit: acts.edit,
    remove: acts.remove,
  },
  keptRunning: t('正在执行，请等待结束', 'It is running, wait for it to end'),
  relink: {
    title: t(
      (name: string) => `更改“${name}”的标识`,
      name => `Change the IDs of “${name}”`,
    ),
    fields: {
      originUserId: t('用户标识', 'User ID'),
      originOrgId: t('机构标识', 'Organisation ID'),
      parentOriginId: t('上级机构的标识', 'ID of the parent organisation'),
      jobs: t('任职机构的标识', 'IDs of the organisations of positions'),
    },
    now: t(
      (path: string) => `现在取自 ${path}`,
      path => `Now read from ${path}`,
    ),
    ok: t('读取并生成计划', 'Read and make a plan'),
    same: t('请填写另一个来源字段', 'Enter another field of the source'),
    effects: t('更改的影响', 'What follows'),
    effect: [
      t(
        '先读取来源，按每一行把原标识对应到新标识，得到计划；放行之前不改动任何数据。',
        'The source is read, and each row gives the new ID for the old one; this makes a plan, and nothing is changed until it is released.',
      ),
      t(
        '只更改关联和字段映射，不修改机构和用户，也不认定任何人离开；原系统ID由下一次同步更新。',
        'Only links and the mapping change: no organisation or user does, and nobody is taken for gone. The next run updates the IDs from the source system.',
      ),
      t(
        '来源不再给出原标识时，按策略中的识别规则找到已关联的用户。',
        'Where the source no longer gives the old IDs, linked users are found by the rules of the policy.',
      ),
      t(
        '来源中找不到的关联保持不变，下一次全量同步按离开处理，仍受刹车限制。',
        'Links that the source has no row for stay as they are; the next full run treats them as gone, under the brake.',
      ),
    ],
  },
  outOnly: t('推送由应用的变更触发', 'Pushes follow changes by themselves'),
  acts: {
    fullTitle: t(
      (name: string) => `全量同步“${name}”？`,
      name => `Synchronise all of “${name}”?`,
    ),
    fullText: t(
      '将读取来源的全部数据，比对后直接写入；触发刹车时停下，等待确认。',
      'Everything in the source is read, compared and written. If the brake stops it, it waits for confirmation.',
    ),
    disableText: t(
      '停用后不再按时间执行，需要时仍可手动执行；正在进行的执行不受影响。',
      'It no longer runs by itself, but can still be run by hand. A run that is going on is not affected.',
    ),
    enableText: t('启用后从下一个时间点开始执行。', 'It runs from the next time due.'),
    removeText: t(
      '已同步的机构和用户、同步日志都会保留，只是不再同步。',
      'Organisations and users already synchronised and the synchronisation log stay; they are just not synchronised any more.',
    ),
    enable: acts.enable,
    disable: acts.disable,
    done: outcomes.done,
    removed: outcomes.removed,
  },
  ask: { enable: named.askEnable, disable: named.askDisable, remove: named.askRemove },
  progressOf: t(
    (name: string) => `同步“${name}”`,
    name => `Synchronising “${name}”`,
  ),
  finished: t('同步已完成', 'Synchronisation finished'),
  runs: {
    title: t(
      (name: string) => `${name} 的执行记录`,
      name => `Runs of ${name}`,
    ),
    list: t('执行记录列表', 'Runs'),
    none: t('还没有执行记录', 'No runs yet'),
    state: fields.result,
    open: t(
      (time: string) => `查看 ${time} 的计划`,
      time => `Show the plan of ${time}`,
    ),
    columns: {
      beginTime: fields.beginTime,
      mode: t('执行方式', 'Mode'),
      state: fields.result,
      read: sharedText.read,
      counts: t(fields.result, 'Changes'),
      message: fields.explanation,
      trigger: t('触发', 'Started by'),
    },
    read: t(
      (org: number, user: number) =>
        [org > 0 && `机构 ${org.toLocaleString('zh-CN')}`, user > 0 && `用户 ${user.toLocaleString('zh-CN')}`].filter(Boolean).join('，') ||
        '0',
      (org, user) =>
        [org > 0 && `${grouped(org)} org.`, user > 0 && `${grouped(user)} ${user === 1 ? 'user' : 'users'}`].filter(Boolean).join(', ') ||
        '0',
    ),
    counts: t(
      (org: string, user: string) => [org && `${syncText.object.org}：${org}`, user].filter(Boolean).join('；'),
      (org, user) => [org && `${syncText.object.org}: ${org}`, user].filter(Boolean).join('; '),
    ),
    trigger: {
      clock: t('定时', 'Schedule'),
      hand: states.manual,
      job: t('定时任务', things.scheduledTask),
      event: t('来源通知', 'Source notice'),
    },
  },
  counted: t(
    (name: string, count: number) => `${name} ${count.toLocaleString('zh-CN')}`,
    (name, count) => `${name} ${grouped(count)}`,
  ),
  counts: t(
    (counted: readonly string[]) => counted.join('，'),
    counted => counted.join(', '),
  ),
  nothingChanged: t('无变化', 'No changes'),
  lastRuns: t('最近同步', 'Last synchronisations'),
  unwritten: t(
    (count: number) => `写入失败 ${count.toLocaleString('zh-CN')}`,
    count => `${grouped(count)} not written`,
  ),
  back: sharedText.back,
} as const
