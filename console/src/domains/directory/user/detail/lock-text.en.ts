import { plural, type Translated } from '@hufu/contract/language'
import { acts, named, outcomes } from '@hufu/contract/text'
import type { text as chinese } from './lock-text.ts'

export const text: Translated<typeof chinese> = {
  unlock: acts.unlock,
  title: named.askUnlock,
  byFailures: (until, failures, ip) =>
    `Locked until ${until} after ${plural(failures, 'wrong password')} in a row${ip === '' ? '' : `, most recently from ${ip}`}`,
  byHand: (until, by, reason) => `Locked until ${until} by ${by}${reason === '' ? '' : `; reason: ${reason}`}`,
  over: 'This account is no longer locked',
  done: outcomes.unlocked,
}
