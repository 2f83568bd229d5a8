import { acts, fields, states, things } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

export const text = {
  title: things.statistics,
  description: t(
    '登录、用户与机构的统计。按整天计，最多 366 天；数字与登录日志一致，清理日志不影响已有统计。',
    'Figures of sign-ins, users and organisations, by whole days, over at most 366 days. They agree with the sign-in log; cleaning the log leaves them as they are.',
  ),
  refresh: acts.refresh,
  range: t('统计时间', 'Period'),
  cut: t(
    (from: string) => `最多统计 366 天，已从 ${from} 起统计`,
    from => `At most 366 days can be counted; counted from ${from}`,
  ),
  unit: t('统计粒度', 'Interval'),
  units: { day: t('按日', 'By day'), week: t('按周', 'By week'), month: t('按月', 'By month') },
  figures: t('概览', 'Overview'),
  tiles: {
    userCount: { name: t(things.user, 'Users'), unit: t(things.person, '') },
    orgCount: { name: t(things.org, 'Organisations'), unit: t(things.piece, '') },
    appCount: { name: t(things.app, 'Applications'), unit: t(things.piece, '') },
    todayLogin: { name: t('今日登录成功', 'Sign-ins today'), unit: t(things.time, '') },
    todayFail: { name: t('今日登录失败', 'Failed sign-ins today'), unit: t(things.time, '') },
    onlineCount: { name: things.onlineUsers, unit: t(things.person, '') },
    locked: { name: t('锁定的账号', 'Locked accounts'), unit: t(things.piece, '') },
  },
  toLog: t('查看登录日志', 'Show the sign-in log'),
  toLogOf: t(
    (title: string) => `查看登录日志：${title}`,
    title => `Show the sign-in log: ${title}`,
  ),
  date: t('日期', 'Date'),
  span: t(
    (first: string, last: string) => (first === last ? first : `${first} 至 ${last}`),
    (first, last) => (first === last ? first : `${first} to ${last}`),
  ),
  noLogins: t('所选时间内没有登录记录', 'No sign-ins in this period'),
  trend: {
    title: t('登录趋势', 'Sign-ins over time'),
    success: states.succeeded,
    fail: states.failed,
    label: t(
      (success: string, fail: string) => `所选时间内登录成功 ${success} 次，失败 ${fail} 次`,
      (success, fail) => `Sign-ins in this period: ${success} succeeded, ${fail} failed`,
    ),
  },
  active: {
    title: t('活跃用户', 'Active users'),
    hint: t(
      '成功登录过的人数，同一人在同一日、周、月内只计一次；首尾按整周、整月计。',
      'Users who signed in, each counted once a day, week or month. The first and last are whole weeks or months.',
    ),
    count: t(fields.peopleCount, 'Users'),
    label: t(
      (most: string, at: string) => `活跃用户最多的是 ${at}，${most} 人`,
      (most, at) => `Most active users: ${most}, ${at}`,
    ),
  },
  types: {
    title: fields.signInMethod,
    hint: t('成功登录所用的方式', 'How the successful sign-ins were made'),
    name: t('方式', 'Method'),
    count: t(fields.times, 'Sign-ins'),
    share: t('占比', 'Share'),
    label: t(
      (name: string, share: string) => `用得最多的是${name}，占 ${share}`,
      (name, share) => `Used most: ${name}, ${share}`,
    ),
  },
  reasons: {
    title: t('失败原因', 'Reasons for failure'),
    name: fields.reason,
    count: t(fields.times, 'Failures'),
    share: t('占比', 'Share'),
    none: t('所选时间内没有失败的登录', 'No failed sign-ins in this period'),
    label: t(
      (name: string, share: string) => `最多的是“${name}”，占 ${share}`,
      (name, share) => `Most frequent: “${name}”, ${share}`,
    ),
  },
  hours: {
    title: t('登录时段', 'Sign-ins by hour'),
    hint: t('一周各日、各时段的成功登录次数（北京时间）', 'Successful sign-ins by day of the week and hour (Beijing time)'),
    day: t('星期', 'Day'),
    names: [t('周一', 'Mon'), t('周二', 'Tue'), t('周三', 'Wed'), t('周四', 'Thu'), t('周五', 'Fri'), t('周六', 'Sat'), t('周日', 'Sun')],
    hour: t(
      (hour: number) => `${hour}时`,
      hour => `${hour}:00`,
    ),
    at: t(
      (day: string, hour: string) => `${day}${hour}`,
      (day, hour) => `${day} ${hour}`,
    ),
    label: t(
      (at: string, count: string) => `登录最多的是${at}，${count} 次`,
      (at, count) => `Most sign-ins: ${at}, ${count}`,
    ),
  },
  orgLogins: {
    title: t('机构登录排行', 'Sign-ins by organisation'),
    hint: t(
      '成功登录次数，计入登录时主职所在机构及其各级上级；图中为前 10 名',
      'Successful sign-ins, counted for the organisation of the main job at the time and for all above it. The chart shows the first 10',
    ),
    count: t(fields.times, 'Sign-ins'),
  },
  orgPeople: {
    title: t('机构人数排行', 'Users by organisation'),
    hint: t('本级及下级的用户数；图中为前 10 名', 'Users of the organisation and its sub-organisations. The chart shows the first 10'),
    count: t(fields.peopleCount, 'Users'),
  },
  orgs: {
    name: things.org,
    none: t('这一级没有下级机构', 'There are no sub-organisations here'),
    up: t('返回上级', 'One level up'),
    root: states.all,
    into: t(
      (name: string) => `查看${name}的下级`,
      name => `Show the sub-organisations of ${name}`,
    ),
    label: t(
      (name: string, count: string) => `第一名是${name}，${count}`,
      (name, count) => `First: ${name}, ${count}`,
    ),
  },
  apps: {
    title: t('应用访问排行', 'Application visits'),
    name: things.app,
    count: t(fields.times, 'Visits'),
    none: t('所选时间内没有应用访问记录', 'No applications were visited in this period'),
    label: t(
      (name: string) => `访问最多的是${name}`,
      name => `Visited most: ${name}`,
    ),
  },
} as const
