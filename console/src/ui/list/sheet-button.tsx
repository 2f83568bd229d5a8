import type { Permit } from '@hufu/contract/call'
import { useState, type ReactNode } from 'react'
import { type Envelope, ok } from '../../platform/client.ts'
import { ActButton } from '../act-button.tsx'
import { confirmAct } from '../dialog/confirm-act.ts'
import { lazyComponent } from '../../platform/lazy-component.tsx'
import { newTaskId } from '../dialog/task-id.ts'

interface Props {
  call: { permit: Permit }
  /** Starts the task that writes the sheet. */
  start: (uuid: string) => Promise<Envelope<string>>
}

/** Exports the list as a sheet; the title is that of the task's dialog. */
export function SheetButton({ call, start, title, children }: Props & { title: string; children: string }) {
  const sheet = useSheet(title, start)
  const [busy, setBusy] = useState(false)
  const begin = async () => {
    setBusy(true)
    await sheet.begin().finally(() => setBusy(false))
  }
  return (
    <>
      <ActButton call={call} loading={busy} onClick={() => void begin()}>
        {children}
      </ActButton>
      {sheet.dialog}
    </>
  )
}

interface ConfirmedProps extends Props {
  words: { button: string; title: string; ok: string; nothing: string }
  question: string
  /** How many rows the list found. */
  total: number | undefined
}

/** The same with a confirmation. */
export function ConfirmedSheetButton({ call, start, words, question, total }: ConfirmedProps) {
  const sheet = useSheet(words.title, start)
  const ask = () => confirmAct({ title: words.title, content: question, okText: words.ok, run: sheet.begin })
  return (
    <>
      <ActButton call={call} disabled={!total} title={total === 0 ? words.nothing : undefined} onClick={ask}>
        {words.button}
      </ActButton>
      {sheet.dialog}
    </>
  )
}

const TaskDialog = lazyComponent(async () => ({ default: (await import('../dialog/task-dialog.tsx')).TaskDialog }))

/** Exports a list: starts the task and shows its dialog. */
function useSheet(title: string, start: (uuid: string) => Promise<Envelope<string>>): { begin: () => Promise<void>; dialog: ReactNode } {
  const [taskId, setTaskId] = useState<string>()
  const begin = async () => {
    const answer = await start(newTaskId())
    if (ok(answer)) setTaskId(answer.data)
  }
  const dialog = taskId !== undefined && <TaskDialog taskId={taskId} title={title} downloads onClose={() => setTaskId(undefined)} />
  return { begin, dialog }
}
