import type { ReplyOf } from '@hufu/contract/call'
import { security } from '@hufu/contract/operations/security'
import type { ReactNode } from 'react'
import { useCall } from '../../../../platform/calls.ts'
import type { Sendable } from '../../../../platform/client.ts'
import { isOutdated } from '../../../../ui/form/is-outdated.ts'
import { Loaded } from '../../../../ui/states.tsx'

/** How a form finds out that somebody else has saved, and reads the stored settings again. */
export interface Reading {
  isOutdated: () => Promise<boolean>
  onReload: () => Promise<unknown>
}
interface Props<B, R> {
  call: Sendable<undefined, B, R>
  children: (stored: R, defaults: ReplyOf<typeof security.defaults>, reading: Reading) => ReactNode
}

/** The stored settings of one tab, with the defaults. */
export function Stored<B, R extends object>({ call, children }: Props<B, R>) {
  const stored = useCall(call)
  const defaults = useCall(security.defaults)
  const reading = (of: R): Reading => ({
    isOutdated: () => isOutdated(call, of),
    onReload: () => stored.refetch({ cancelRefetch: false }),
  })
  return (
    <Loaded of={stored} lines={8} fresh>
      {of => (
        <Loaded of={defaults} lines={8}>
          {shipped => children(of, shipped, reading(of))}
        </Loaded>
      )}
    </Loaded>
  )
}
