import { alignTask } from './align.ts'
import { byHandTask } from './manual-push.ts'
import { sendTask } from './outbound-run.ts'
import type { Kernel } from '../../../platform/kernel.ts'

export function pushTasks(kernel: Kernel): void {
  byHandTask(kernel)
  alignTask(kernel)
  sendTask(kernel)
}
