import { fields } from '@hufu/contract/text'

/** Words for recurring times. */
export const text = {
  preset: '执行时间',
  cron: fields.cron,
  cronHint: '六段：秒 分 时 日 月 星期；日和星期只指定一个，另一个用 ?；星期 1 为星期日。间隔至少一分钟。',
  minute: '分钟',
  time: fields.time,
  weekday: '星期',
  presets: { daily: '每天', weekly: '每周', hourly: '每小时', minutes: '每隔若干分钟', custom: '自定义表达式' },
  weekdays: ['星期日', '星期一', '星期二', '星期三', '星期四', '星期五', '星期六'],
  every: (minutes: number) => `每 ${minutes} 分钟`,
  atMinute: '第几分钟',
  needTime: '请按 时:分 填写，如 03:10',
  daily: (time: string) => `每天 ${time}`,
  weekly: (weekday: string, time: string) => `每${weekday} ${time}`,
  hourly: (minute: number) => `每小时第 ${minute} 分`,
} as const
