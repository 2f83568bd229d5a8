import { file } from '@hufu/contract/operations/file'
import { NOTICE_MEGABYTES, NOTICE_TYPES } from '@hufu/contract/operations/kept-notice'
import { Button } from 'antd'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ERROR_MS } from '../../../platform/constants.ts'
import { text } from './text.ts'
import './notice.css'

const words = text.dialog
const MEGABYTE = 1024 * 1024
const accepted = NOTICE_TYPES.map(type => `.${type}`).join()

export interface Chosen {
  fileId: string
  fileName: string
}
/** The picture types a browser can show, by file extension; the type a file claims is ignored. */
const SHOWN_AS: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }
/** A picture just chosen, from this machine. */
function pictureOf(chosen: File): { name: string; url: string } | undefined {
  const type = SHOWN_AS[chosen.name.slice(chosen.name.lastIndexOf('.') + 1).toLowerCase()]
  return type === undefined ? undefined : { name: chosen.name, url: URL.createObjectURL(new Blob([chosen], { type })) }
}

interface Props {
  id?: string
  value?: Chosen
  onChange?: (chosen: Chosen) => void
}

/** The file, uploaded as soon as it is chosen. */
export function NoticeFile({ id, value, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<{ name: string; url: string }>()
  useEffect(() => {
    if (shown) return () => URL.revokeObjectURL(shown.url)
    return undefined
  }, [shown])
  const send = useAction(file.upload)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    target.value = ''
    if (!chosen) return
    if (chosen.size > NOTICE_MEGABYTES * MEGABYTE) return notifier.toast(words.tooLarge(NOTICE_MEGABYTES), ERROR_MS, 'error')
    const answer = await send.run({ file: chosen })
    if (!ok(answer)) return
    setShown(pictureOf(chosen))
    onChange?.({ fileId: answer.data.fileId, fileName: answer.data.fileName })
  }
  return (
    <div className="notice-file">
      {shown && <img className="notice-preview" src={shown.url} alt={words.preview(shown.name)} />}
      {value && <span>{value.fileName}</span>}
      <input ref={input} type="file" hidden accept={accepted} onChange={event => void take(event)} />
      <Button id={id} loading={send.pending} onClick={() => input.current?.click()}>
        {value ? words.change : words.choose}
      </Button>
    </div>
  )
}
