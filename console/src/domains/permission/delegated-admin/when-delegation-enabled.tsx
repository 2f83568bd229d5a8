import { config } from '@hufu/contract/operations/config'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '../../../platform/calls.ts'
import { Loaded } from '../../../ui/states.tsx'
import { text } from './text.ts'

/** While delegated administration is off, the server refuses these calls (D-34), so a note is shown and no call is made. */
export function WhenDelegationEnabled({ children }: { children: ReactNode }) {
  const found = useCall(config.global)
  return (
    <Loaded of={found} lines={8} fresh>
      {data => (data.openGradeAdmin ? children : <Alert type="warning" showIcon title={text.closed} description={text.closedText} />)}
    </Loaded>
  )
}
