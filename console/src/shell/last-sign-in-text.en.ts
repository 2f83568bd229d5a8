import { plural, type Translated } from '@hufu/contract/language'
import type { text as chinese } from './last-sign-in-text.ts'

export const text: Translated<typeof chinese> = {
  passwordDaysLeft: (days: number) => `Your password expires in ${plural(days, 'day')}, change it soon`,
  lastSignIn: {
    before: (time: string, ip: string, browser: string) => `Last sign-in: ${time}, ${ip}, ${browser}.`,
    failed: (count: number) => ` ${plural(count, 'attempt')} failed since; if that was not you, change your password.`,
  },
}
