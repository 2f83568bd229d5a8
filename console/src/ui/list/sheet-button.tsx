import type { Permit } from '@hufu/contract/call'
import { useState } from 'react'
import type { Envelope } from '../../platform/client.ts'
import { ActButton } from '../act-button.tsx'
import { confirmAct } from '../dialog/confirm-act.ts'
import { useSheet } from './use-sheet.tsx'

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
