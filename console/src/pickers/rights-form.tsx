import type { Permit } from '@hufu/contract/call'
import { ActButton } from '../ui/act-button.tsx'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Card } from '../ui/page.tsx'
import { UnsavedGuard } from '../ui/form/unsaved-guard.tsx'
import type { Difference } from './rights.ts'
import { RightsDiff } from './rights-diff.tsx'
import { text } from './rights-text.ts'
import './rights.css'

const words = text.form

interface Props {
  of: Difference
  /** What saving calls. */
  call: { permit: Permit }
  /** The tree one ticks in. */
  children: ReactNode
  /** Whom the change concerns; without one, what there is to do. */
  note: ReactNode
  isSaving: boolean
  /** Asks first. */
  onSave: () => void
  onReset: () => void
  /** Why what stands here is no longer what is stored; else undefined. */
  stale: string | undefined
  onReload: () => void
}

/** What is ticked at the left, what is gained and lost by it at the right; asks before it is left behind. */
export function RightsForm({ of, call, children, note, isSaving, onSave, onReset, stale, onReload }: Props) {
  const isChanged = of.gained.length + of.lost.length > 0
  return (
    <>
      {stale !== undefined && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          className="form-alert"
          title={stale}
          description={words.staleText}
          action={<Button onClick={onReload}>{words.reload}</Button>}
        />
      )}
      <div className="rights-page">
        <Card>{children}</Card>
        <RightsDiff of={of} note={note}>
          <ActButton call={call} type="primary" disabled={!isChanged} loading={isSaving} onClick={onSave}>
            {words.save}
          </ActButton>
          <Button disabled={!isChanged} onClick={onReset}>
            {words.reset}
          </Button>
        </RightsDiff>
      </div>
      <UnsavedGuard when={isChanged && !isSaving} />
    </>
  )
}
