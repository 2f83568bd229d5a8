import type { Kernel } from '../../../platform/kernel.ts'
import { EXPORT_ORGS, runOrgExport, type OrgOrder } from './org-export.ts'

/** Background tasks for organisations, except sheet imports, which belong to the import feature. */
export const orgTasks = (kernel: Kernel): void =>
  kernel.tasks.define<OrgOrder, never>({ kind: EXPORT_ORGS, run: task => runOrgExport(kernel, task) })
