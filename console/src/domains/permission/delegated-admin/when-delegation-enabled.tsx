import { config } from '@hufu/contract/operations/config'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { text } from './text.ts'

/** While delegated administration is off, the server refuses these calls (D-34), so a note is shown and no call is made. */
export function WhenDelegationEnabled({ children }: { children: ReactNode }) {
  const found = useCall(config.global)
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !found.isFetchedAfterMount) return <Skeleton lines={8} />
  if (found.data.openGradeAdmin) return children
  return <Alert type="warning" showIcon title={text.closed} description={text.closedText} />
}
