import type { Kernel } from '../../../platform/kernel.ts'
import { EXPORT_USERS, runUserExport, type UserOrder } from './user-export.ts'

/** Long work with people; the import of their sheets is the import feature's. */
export const userTasks = (kernel: Kernel): void =>
  kernel.tasks.define<UserOrder, never>({ kind: EXPORT_USERS, run: task => runUserExport(kernel, task) })
