import type { JobKind } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { deleteOutdated } from './clean.sql.ts'

/** Every minute, on one node. */
export const cleanProtocols = ({ db }: Kernel): JobKind<Record<string, never>> => ({
  name: 'clean-protocols',
  cron: '* * * * *',
  run: () => deleteOutdated(db),
})
