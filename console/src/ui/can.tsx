import type { Permit } from '@hufu/contract/call'
import type { ReactNode } from 'react'
import { useMay } from './permitted.ts'

/** Shows its children only if the user may make the call. */
export function Can({ call, children }: { call: { permit: Permit }; children: ReactNode }) {
  return useMay()(call) ? children : null
}
