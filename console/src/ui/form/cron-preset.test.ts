import { expect, test } from 'vitest'
import { cronOf, cronWords, isTime, presetOf } from './cron-preset.ts'

test('ROUTE-80 an expression that matches a preset is shown as one, and converts back unchanged', () => {
  const kinds = {
    '0 10 3 * * ?': 'daily', '0 0 3 ? * 1': 'weekly', '0 5 * * * ?': 'hourly', '0 */10 * * * ?': 'minutes', '0 * * * * ?': 'minutes',
    '0 0 3 L * ?': 'custom', '30 0 3 * * ?': 'custom', '0 0 3 ? * MON-FRI': 'custom', '0 */7 * * * ?': 'custom',
  } // prettier-ignore
  for (const [cron, kind] of Object.entries(kinds)) {
    expect(presetOf(cron).kind, cron).toBe(kind)
    expect(cronOf(presetOf(cron))).toBe(cron)
  }
  expect(cronOf(presetOf(undefined))).toBe('0 0 3 * * ?')
})

test('ROUTE-80 a time is hours and minutes', () => {
  expect(['03:10', '3:10', '23:59', '00:00'].every(isTime)).toBe(true)
  expect(['24:00', '3', '03:60', '', '03:10:00'].some(isTime)).toBe(false)
})

test('ROUTE-61 a schedule is described in words; one without a preset stays an expression', () => {
  const words = {
    '0 10 3 * * ?': '每天 03:10', '0 0 3 ? * 1': '每星期日 03:00', '0 5 * * * ?': '每小时第 5 分', '0 */10 * * * ?': '每 10 分钟', '0 0 3 L * ?': '0 0 3 L * ?',
  } // prettier-ignore
  for (const [cron, sentence] of Object.entries(words)) expect(cronWords(cron)).toBe(sentence)
})
