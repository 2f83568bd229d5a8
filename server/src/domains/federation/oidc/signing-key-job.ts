import type { JobKind } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { rotateOldKeys } from './signing-key.sql.ts'

/** Looked at each night, by one node. */
export const rotateSigningKeys = (kernel: Kernel): JobKind<Record<string, never>> => ({
  name: 'rotate-signing-keys',
  cron: '17 3 * * *',
  run: () => rotateOldKeys(kernel),
})
