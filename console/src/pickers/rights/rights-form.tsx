import type { Permit } from '@hufu/contract/call'
import { ActButton } from '../../ui/act-button.tsx'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { Card } from '../../ui/page.tsx'
import { UnsavedGuard } from '../../ui/form/unsaved-guard.tsx'
import type { Difference } from './rights.ts'
import { RightsDiff } from './rights-diff.tsx'
import { text } from './rights-text.ts'
import './rights.css'

const words = text.form

interface Props {
  of: Difference
  /** The call that saves. */
  call: { permit: Permit }
  /** The tree with the ticks. */
  children: ReactNode
  /** Who is affected, or without a change, what to do. */
  note: ReactNode
  isSaving: boolean
  /** Saves after a confirmation. */
  onSave: () => void
  onReset: () => void
  /** Why the form is outdated; else undefined. */
  stale: string | undefined
  onReload: () => void
}

/** Ticks at the left, gains and losses at the right; asks before unsaved changes are left. */
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
