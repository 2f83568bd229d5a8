import type { JobKind } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { deleteOutdated } from './clean.sql.ts'

/** Every minute, on one node. */
export const cleanProtocols = ({ db }: Kernel): JobKind<Record<string, never>> => ({
  name: 'clean-protocols',
  cron: '* * * * *',
  run: () => deleteOutdated(db),
})
