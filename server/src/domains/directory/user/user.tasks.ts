import type { Kernel } from '../../../platform/kernel.ts'
import { EXPORT_USERS, runUserExport, type UserOrder } from './list/user-export.ts'

/** Background tasks for users, except sheet imports, which belong to the import feature. */
export const userTasks = (kernel: Kernel): void =>
  kernel.tasks.define<UserOrder, never>({ kind: EXPORT_USERS, run: task => runUserExport(kernel, task) })
