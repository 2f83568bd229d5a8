import { text } from './cron-text.ts'

/** Common schedules as fields instead of an expression. */
export interface Preset {
  kind: 'daily' | 'weekly' | 'hourly' | 'minutes' | 'custom'
  /** HH:mm. */
  time: string
  /** 1 is Sunday, as in Quartz. */
  weekday: string
  minute: number
  every: string
  cron: string
}

export const STEPS = [1, 5, 10, 15, 20, 30]
const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/
export const isTime = (time: string): boolean => TIME.test(time)
/** Whether the fields are complete. */
export const isWhole = ({ kind, time }: Preset): boolean => (kind !== 'daily' && kind !== 'weekly') || isTime(time)

export function cronOf({ kind, time, weekday, minute, every, cron }: Preset): string {
  const [, hour = '', minutes = ''] = TIME.exec(time) ?? []
  if (kind === 'daily') return `0 ${Number(minutes)} ${Number(hour)} * * ?`
  if (kind === 'weekly') return `0 ${Number(minutes)} ${Number(hour)} ? * ${weekday}`
  if (kind === 'hourly') return `0 ${minute} * * * ?`
  if (kind === 'minutes') return every === '1' ? '0 * * * * ?' : `0 */${every} * * * ?`
  return cron.trim()
}

const defaults: Preset = { kind: 'custom', time: '03:00', weekday: '2', minute: 0, every: '10', cron: '' }
const timeOf = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`

export function presetOf(cron: string | undefined): Preset {
  if (cron === undefined) return { ...defaults, kind: 'daily', cron: '0 0 3 * * ?' }
  const preset = { ...defaults, cron }
  const [, step] = /^0 \*\/(\d+) \* \* \* \?$/.exec(cron) ?? []
  if (cron === '0 * * * * ?') return { ...preset, kind: 'minutes', every: '1' }
  if (step !== undefined && STEPS.includes(Number(step))) return { ...preset, kind: 'minutes', every: step }
  const [, atMinute] = /^0 (\d{1,2}) \* \* \* \?$/.exec(cron) ?? []
  if (atMinute !== undefined) return { ...preset, kind: 'hourly', minute: Number(atMinute) }
  const [, minute, hour, weekday] = /^0 (\d{1,2}) (\d{1,2}) (?:\* \* \?|\? \* ([1-7]))$/.exec(cron) ?? []
  if (minute === undefined || hour === undefined) return preset
  return weekday === undefined
    ? { ...preset, kind: 'daily', time: timeOf(hour, minute) }
    : { ...preset, kind: 'weekly', time: timeOf(hour, minute), weekday }
}

/** An expression in words; unchanged if no preset matches. */
export function cronWords(cron: string): string {
  const { kind, time, weekday, minute, every } = presetOf(cron)
  if (kind === 'daily') return text.daily(time)
  if (kind === 'weekly') return text.weekly(text.weekdays[Number(weekday) - 1] ?? weekday, time)
  if (kind === 'hourly') return text.hourly(minute)
  return kind === 'minutes' ? text.every(Number(every)) : cron
}
