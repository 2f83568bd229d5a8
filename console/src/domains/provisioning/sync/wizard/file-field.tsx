import { sync } from '@hufu/contract/provisioning/sync'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { useAction } from '../../../../platform/calls.ts'
import { ok } from '../../../../platform/client.ts'
import { text } from './source-text.ts'

const words = text.file

interface Props {
  label: string
  value?: string
  onChange?: (fileId: string) => void
}

/** A complete list as a file; it is read when chosen, so that its problems are shown at once. */
export function FileField({ label, value, onChange }: Props) {
  const send = useAction(sync.uploadFile)
  const input = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const take = async (file: File | undefined) => {
    if (!file) return
    const answer = await send.run({ file })
    if (input.current) input.current.value = ''
    if (!ok(answer)) return
    setMessage(words.rows(answer.data.fileName, answer.data.rows))
    onChange?.(answer.data.fileId)
  }
  return (
    <div className="sync-file">
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv,text/csv"
        aria-label={label}
        onChange={event => void take(event.target.files?.[0])}
      />
      <Button loading={send.pending} onClick={() => input.current?.click()}>
        {value ? words.change : words.choose}
      </Button>
      <output className="sync-aside">{message || (value ? words.stored : '')}</output>
    </div>
  )
}
