import type { JobKind } from '../../kernel/jobs.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { rotateOldKeys } from './signing-key.sql.ts'

/** Looked at each night, by one node. */
export const rotateSigningKeys = (kernel: Kernel): JobKind<Record<string, never>> => ({
  name: 'rotate-signing-keys',
  cron: '17 3 * * *',
  run: () => rotateOldKeys(kernel),
})
