import { operLog } from '@hufu/contract/audit/audit'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { callerScopeNow } from '../../../sheets/import.ts'

/** The chains run through everybody's records: whoever reaches only some proves and takes none of them. */
export async function refuseNarrow(kernel: Kernel, userId: string): Promise<void> {
  const scope = await callerScopeNow(kernel, userId, operLog.prove.permit)
  if (!scope.all) refuse('auditBeyondScope')
}
