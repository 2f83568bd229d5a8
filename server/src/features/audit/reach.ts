import { operLog } from '@hufu/contract/audit'
import type { Kernel } from '../../kernel/kernel.ts'
import { refuse } from '../../kernel/refuse.ts'
import { reachNow } from '../import/import.ts'

/** The chains run through everybody's records: whoever reaches only some proves and takes none of them. */
export async function refuseNarrow(kernel: Kernel, userId: string): Promise<void> {
  const scope = await reachNow(kernel, userId, operLog.prove.permit)
  if (!scope.all) refuse('auditBeyondScope')
}
