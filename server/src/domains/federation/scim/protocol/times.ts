import { text } from '../text.ts'
import { invalid } from './problem.ts'

const SHANGHAI_MS = 8 * 60 * 60_000

/** Converts a database time, which is in Shanghai time, to a SCIM dateTime. */
export const scimTime = (time: string): string => `${time.replace(' ', 'T')}+08:00`

/** Converts a SCIM dateTime to a database time. A day without a time is one of China and means its last second. */
export function storedTime(attribute: string, value: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return storedTime(attribute, `${value}T23:59:59+08:00`)
  const time = new Date(Date.parse(value) + SHANGHAI_MS)
  const isKept = time.getTime() > 0 && time.getUTCFullYear() < 10_000
  return isKept ? time.toISOString().slice(0, 19).replace('T', ' ') : invalid(text.valueWrong(attribute))
}
