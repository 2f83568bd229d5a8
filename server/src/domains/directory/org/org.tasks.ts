import type { Kernel } from '../../../platform/kernel.ts'
import { EXPORT_ORGS, runOrgExport, type OrgOrder } from './org-export.ts'

/** Long work with organisations; the import of their sheets is the import feature's. */
export const orgTasks = (kernel: Kernel): void =>
  kernel.tasks.define<OrgOrder, never>({ kind: EXPORT_ORGS, run: task => runOrgExport(kernel, task) })
