import type { IncorrectLogin } from '@hufu/contract/sign-in/incorrect-login'

/** More than this many accounts failing from one address suggest an attack rather than forgotten passwords. */
const SUSPICIOUS = 10

/** The address from which most of these last failed, if that is more than chance. */
export function sameAddress(rows: readonly Pick<IncorrectLogin, 'lastIp'>[]): { ip: string; count: number } | undefined {
  const counts = new Map<string, number>()
  for (const { lastIp } of rows) if (lastIp !== '') counts.set(lastIp, (counts.get(lastIp) ?? 0) + 1)
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most && most[1] > SUSPICIOUS ? { ip: most[0], count: most[1] } : undefined
}
