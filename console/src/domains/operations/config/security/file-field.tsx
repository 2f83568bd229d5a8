import { file } from '@hufu/contract/operations/file'
import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { addressOf, ok } from '../../../../platform/client.ts'
import { text } from './text.ts'

interface Props {
  label: string
  /** A picture is re-encoded by the server and shown; other files show their name. */
  isPicture?: boolean
  id?: string
  value?: string
  onChange?: (fileId: string) => void
}

/** An optional file of the settings. */
export function FileField({ label, isPicture = false, id, value = '', onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const send = useAction(isPicture ? file.uploadPicture : file.upload)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    target.value = ''
    if (!chosen) return
    const answer = await send.run({ file: chosen })
    if (ok(answer)) onChange?.(answer.data.fileId)
  }
  return (
    <div className="setting-line">
      {value !== '' && (isPicture ? <img src={addressOf(file.download, { fileId: value })} alt="" /> : <FileName id={value} />)}
      <input ref={input} type="file" hidden {...(isPicture && { accept: 'image/png,image/jpeg' })} onChange={event => void take(event)} />
      <Button id={id} loading={send.pending} onClick={() => input.current?.click()}>
        {value === '' ? (isPicture ? text.file.picture : text.file.choose) : text.file.change}
      </Button>
      {value !== '' && (
        <Button type="link" aria-label={text.file.removeOf(label)} onClick={() => onChange?.('')}>
          {text.file.remove}
        </Button>
      )}
    </div>
  )
}

function FileName({ id }: { id: string }) {
  const found = useCall(file.describe, { query: { fileId: id }, quietly: true })
  return <span>{found.data?.fileName ?? id}</span>
}
