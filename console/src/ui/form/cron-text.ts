import { fields } from '@hufu/contract/text'
import { t } from '@hufu/contract/language'

/** Words for recurring times. */
export const text = {
  preset: t('执行时间', 'When it runs'),
  cron: fields.cron,
  cronHint: t(
    '六段：秒 分 时 日 月 星期；日和星期只指定一个，另一个用 ?；星期 1 为星期日。间隔至少一分钟。',
    'Six parts: second minute hour day month weekday. Give the day or the weekday and ? for the other; weekday 1 is Sunday. At least one minute apart.',
  ),
  minute: t('分钟', 'Minute'),
  time: fields.time,
  weekday: t('星期', 'Weekday'),
  presets: {
    daily: t('每天', 'Daily'),
    weekly: t('每周', 'Weekly'),
    hourly: t('每小时', 'Hourly'),
    minutes: t('每隔若干分钟', 'Every few minutes'),
    custom: t('自定义表达式', 'Own expression'),
  },
  weekdays: [
    t('星期日', 'Sunday'),
    t('星期一', 'Monday'),
    t('星期二', 'Tuesday'),
    t('星期三', 'Wednesday'),
    t('星期四', 'Thursday'),
    t('星期五', 'Friday'),
    t('星期六', 'Saturday'),
  ],
  every: t(
    (minutes: number) => `每 ${minutes} 分钟`,
    minutes => (minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`),
  ),
  atMinute: t('第几分钟', 'At minute'),
  needTime: t('请按 时:分 填写，如 03:10', 'Enter hours:minutes, such as 03:10'),
  daily: t(
    (time: string) => `每天 ${time}`,
    time => `Daily at ${time}`,
  ),
  weekly: t(
    (weekday: string, time: string) => `每${weekday} ${time}`,
    (weekday, time) => `${weekday}s at ${time}`,
  ),
  hourly: t(
    (minute: number) => `每小时第 ${minute} 分`,
    minute => `Hourly at minute ${minute}`,
  ),
} as const
