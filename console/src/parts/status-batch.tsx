import { Button } from 'antd'
import type { ReactNode } from 'react'
import { BatchBar } from './batch-bar.tsx'
import { text } from './list-text.ts'
import type { Selection } from './use-selection.ts'

type Act = 'enable' | 'disable' | 'remove'
interface Props<T> {
  of: Selection<T>
  onStatus: (status: 0 | 1) => void
  onRemove: () => void
  /** Why an act cannot be done to what is chosen. */
  blocked?: Partial<Record<Act, string | undefined>>
  /** Other acts; they stand first. */
  children?: ReactNode
}

/** What is done to many rows that can be put out of use: enabled, disabled, deleted. */
export function StatusBatch<T>({ of, onStatus, onRemove, blocked, children }: Props<T>) {
  const act = (name: Act, onClick: () => void) => (
    <Button
      size="small"
      danger={name === 'remove'}
      disabled={blocked?.[name] !== undefined}
      title={blocked?.[name] ?? ''}
      onClick={onClick}
    >
      {text[name]}
    </Button>
  )
  return (
    <BatchBar of={of}>
      {children}
      {act('enable', () => onStatus(1))}
      {act('disable', () => onStatus(0))}
      {act('remove', onRemove)}
    </BatchBar>
  )
}
