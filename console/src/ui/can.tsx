import type { Permit } from '@hufu/contract/call'
import type { ReactNode } from 'react'
import { useMay } from './permitted.ts'

/** Shows what is inside only to those whose call the server would answer. */
export function Can({ call, children }: { call: { permit: Permit }; children: ReactNode }) {
  return useMay()(call) ? children : null
}
