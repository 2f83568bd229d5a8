import { alignTask } from './align.ts'
import { byHandTask } from './by-hand.ts'
import { sendTask } from './out-run.ts'
import type { Kernel } from '../../../platform/kernel.ts'

export { retryPushes } from './retry-pushes.ts'
export { pushJobs } from './push-job.ts'
export { freeTargets } from './push-queue.sql.ts'

export function pushTasks(kernel: Kernel): void {
  byHandTask(kernel)
  alignTask(kernel)
  sendTask(kernel)
}
