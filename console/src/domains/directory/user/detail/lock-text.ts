import { acts, named, outcomes } from '@hufu/contract/text'
import { plural, t } from '@hufu/contract/language'

/** Sentences about locked accounts. */
export const text = {
  unlock: acts.unlock,
  title: named.askUnlock,
  byFailures: t(
    (until: string, failures: number, ip: string) =>
      `锁定至 ${until}，密码连续错误 ${failures} 次${ip === '' ? '' : `，最近一次来自 ${ip}`}`,
    (until, failures, ip) =>
      `Locked until ${until} after ${plural(failures, 'wrong password')} in a row${ip === '' ? '' : `, most recently from ${ip}`}`,
  ),
  byHand: t(
    (until: string, by: string, reason: string) => `锁定至 ${until}，由${by}锁定${reason === '' ? '' : `，原因：${reason}`}`,
    (until, by, reason) => `Locked until ${until} by ${by}${reason === '' ? '' : `; reason: ${reason}`}`,
  ),
  over: t('该账号已不再锁定', 'This account is no longer locked'),
  done: outcomes.unlocked,
} as const
