import type { PeriodicJob } from '../../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../../platform/kernel.ts'
import { rotateOldKeys } from './signing-key.sql.ts'

/** Replaces signing keys that are too old; runs every night on one node. */
export const rotateSigningKeys = (kernel: Kernel): PeriodicJob => ({
  name: 'rotate-signing-keys',
  period: { every: 'day', at: '03:17' },
  run: () => rotateOldKeys(kernel),
})
