import { file } from '@hufu/contract/operations/file'
import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { useAction } from '../platform/calls.ts'
import { ok } from '../platform/client.ts'

interface Props {
  words: { choose: string; remove: string }
  /** The id of the chosen file; null for none. */
  value: string | null
  onChange: ((fileId: string | null) => void) | undefined
  id: string | undefined
}

/** Chooses or removes a picture; the server stores a sanitised copy. */
export function PictureButtons({ words, value, onChange, id }: Props) {
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
    <>
      <input ref={input} type="file" accept="image/png,image/jpeg" hidden onChange={event => void take(event)} />
      <Button id={id} loading={send.pending} onClick={() => input.current?.click()}>
        {words.choose}
      </Button>
      {value && (
        <Button type="link" onClick={() => onChange?.(null)}>
          {words.remove}
        </Button>
      )}
    </>
  )
}
