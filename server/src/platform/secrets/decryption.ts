import type { Context } from '../http/context.ts'

const TEN_A_MINUTE = 10
const MINUTE = 60_000

/** Settings and texts together: neither is an oracle nor read as a whole list (D-58). */
export const countDecryption = ({ kernel, who }: Pick<Context, 'kernel' | 'who'>): Promise<void> =>
  kernel.limits.count('decrypt', who.userId, TEN_A_MINUTE, MINUTE)

/** Names what was given without telling it: the same text has the same name (T8). */
export const tokenOf = ({ kernel }: Pick<Context, 'kernel'>, input: string): string => kernel.keys.blindIndex('decryption', input)
