import type { Permit } from '@hufu/contract/call'
import type { ReactNode } from 'react'
import { ActButton } from '../act-button.tsx'
import { BatchBar } from './batch-bar.tsx'
import { text } from '../list/list-text.ts'
import type { Selection } from '../list/use-selection.ts'

type Act = 'enable' | 'disable' | 'remove'
interface Props<T> {
  of: Selection<T>
  /** The calls; an action is shown to those who may make its call. */
  calls: { setStatus: { permit: Permit }; remove: { permit: Permit } }
  /** What asks first, and then makes the calls; see useListActs. */
  acts: { setStatuses: (rows: readonly T[], status: 0 | 1) => void; removeMany: (rows: readonly T[]) => void }
  /** Why an action cannot be applied to the chosen rows. */
  blocked?: Partial<Record<Act, string | undefined>>
  /** Other actions, shown first. */
  children?: ReactNode
}

/** Enables, disables and deletes many rows. */
export function StatusBatch<T>({ of, calls, acts, blocked, children }: Props<T>) {
  const act = (name: Act, onClick: () => void) => (
    <ActButton
      call={name === 'remove' ? calls.remove : calls.setStatus}
      size="small"
      danger={name === 'remove'}
      disabled={blocked?.[name] !== undefined}
      title={blocked?.[name] ?? ''}
      onClick={onClick}
    >
      {text[name]}
    </ActButton>
  )
  return (
    <BatchBar of={of}>
      {children}
      {act('enable', () => acts.setStatuses(of.rows, 1))}
      {act('disable', () => acts.setStatuses(of.rows, 0))}
      {act('remove', () => acts.removeMany(of.rows))}
    </BatchBar>
  )
}
