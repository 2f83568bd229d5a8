import { file } from '@hufu/contract/operations/file'
import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { useAction } from '../platform/calls.ts'
import { addressOf, ok } from '../platform/client.ts'
import { text } from './text.ts'
import './avatar-field.css'

interface Props {
  name: string
  value?: string | null
  onChange?: (fileId: string | null) => void
  id?: string
}

/** The picture beside one's name; the server makes a clean copy of what is sent. */
export function AvatarField({ name, value, onChange, id }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const send = useAction(file.uploadPicture)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const picture = target.files?.[0]
    target.value = ''
    if (!picture) return
    const answer = await send.run({ file: picture })
    if (ok(answer)) onChange?.(answer.data.fileId)
  }
  return (
    <div className="avatar-field">
      {value ? (
        <img className="avatar avatar-large" src={addressOf(file.download, { fileId: value })} alt="" />
      ) : (
        <span className="avatar avatar-large" aria-hidden="true">
          {[...name].at(-1)}
        </span>
      )}
      <div>
        <input ref={input} type="file" accept="image/png,image/jpeg" hidden onChange={event => void take(event)} />
        <Button id={id} loading={send.pending} onClick={() => input.current?.click()}>
          {text.avatar.choose}
        </Button>
        {value && (
          <Button type="link" onClick={() => onChange?.(null)}>
            {text.avatar.remove}
          </Button>
        )}
        <p className="avatar-hint">{text.avatar.hint}</p>
      </div>
    </div>
  )
}
