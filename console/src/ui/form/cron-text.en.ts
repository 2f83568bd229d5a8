import type { Translated } from '@hufu/contract/language'
import { fields } from '@hufu/contract/text'
import type { text as chinese } from './cron-text.ts'

export const text: Translated<typeof chinese> = {
  preset: 'When it runs',
  cron: fields.cron,
  cronHint:
    'Six parts: second minute hour day month weekday. Give the day or the weekday and ? for the other; weekday 1 is Sunday. At least one minute apart.',
  minute: 'Minute',
  time: fields.time,
  weekday: 'Weekday',
  presets: { daily: 'Daily', weekly: 'Weekly', hourly: 'Hourly', minutes: 'Every few minutes', custom: 'Own expression' },
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  every: (minutes: number) => (minutes === 1 ? 'Every minute' : `Every ${minutes} minutes`),
  atMinute: 'At minute',
  needTime: 'Enter hours:minutes, such as 03:10',
  daily: (time: string) => `Daily at ${time}`,
  weekly: (weekday: string, time: string) => `${weekday}s at ${time}`,
  hourly: (minute: number) => `Hourly at minute ${minute}`,
}
