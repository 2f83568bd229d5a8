import type { Context } from '../http/context.ts'

const TEN_A_MINUTE = 10
const MINUTE = 60_000

/** Counts decryptions of settings and texts together, so that the call is no oracle and cannot read a whole list. */
export const countDecryption = ({ kernel, who }: Pick<Context, 'kernel' | 'who'>): Promise<void> =>
  kernel.limits.count('decrypt', who.userId, TEN_A_MINUTE, MINUTE)

/** Identifies the decrypted text in the audit log without revealing it: equal texts get the same token. */
export const tokenOf = ({ kernel }: Pick<Context, 'kernel'>, input: string): string => kernel.keys.blindIndex('decryption', input)
