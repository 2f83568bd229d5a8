import type { PeriodicJob } from '../../../platform/jobs/jobs.ts'
import type { Kernel } from '../../../platform/kernel.ts'
import { deleteOutdated } from './clean.sql.ts'

/** Runs every minute on one node. */
export const cleanProtocols = ({ db }: Kernel): PeriodicJob => ({
  name: 'clean-protocols',
  period: { every: 'minute' },
  run: () => deleteOutdated(db),
})
