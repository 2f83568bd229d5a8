import { acts, named, outcomes } from '@hufu/contract/text'

/** Sentences about locked accounts. */
export const text = {
  unlock: acts.unlock,
  title: named.askUnlock,
  byFailures: (until: string, failures: number, ip: string) =>
    `锁定至 ${until}，密码连续错误 ${failures} 次${ip === '' ? '' : `，最近一次来自 ${ip}`}`,
  byHand: (until: string, by: string, reason: string) => `锁定至 ${until}，由${by}锁定${reason === '' ? '' : `，原因：${reason}`}`,
  over: '该账号已不再锁定',
  done: outcomes.unlocked,
} as const
