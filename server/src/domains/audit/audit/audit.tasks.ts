import type { Kernel } from '../../../platform/kernel.ts'
import { EXPORT_LOGS, exportLogs, type ExportOrder } from './audit-export.ts'
import { EVIDENCE, exportEvidence, type EvidenceOrder } from './evidence.ts'
import { PROVE, verifyChains, type Period } from './verify-chains.ts'

/** Background tasks for the operation log. */
export function auditTasks(kernel: Kernel): void {
  kernel.tasks.define<ExportOrder, never>({ kind: EXPORT_LOGS, run: task => exportLogs(kernel, task) })
  kernel.tasks.define<EvidenceOrder, never>({ kind: EVIDENCE, run: task => exportEvidence(kernel, task) })
  kernel.tasks.define<Period, never>({ kind: PROVE, run: task => verifyChains(kernel, task) })
}
