import { operLog } from '@hufu/contract/audit/audit'
import type { Kernel } from '../../../platform/kernel.ts'
import { refuse } from '../../../platform/http/refuse.ts'
import { callerScopeNow } from '../../../sheets/index.ts'

/** The chains contain everybody's records, so callers with a limited scope may neither verify nor export them. */
export async function requireFullScope(kernel: Kernel, userId: string): Promise<void> {
  const scope = await callerScopeNow(kernel, userId, operLog.prove.permit)
  if (!scope.all) refuse('auditBeyondScope')
}
