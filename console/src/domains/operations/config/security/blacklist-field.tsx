import { BLACKLIST_MAX, BLACKLISTED_MAX } from '@hufu/contract/operations/security'
import { Button } from 'antd'
import { type ChangeEvent, useRef } from 'react'
import { notifier } from '../../../../platform/client.ts'
import { ERROR_MS } from '../../../../platform/constants.ts'
import { cleanLines, LinesField } from '../../../../ui/form/lines-field.tsx'
import { text } from './text.ts'

const words = text.blacklist
const FILE_BYTES = 5 * 1024 * 1024

interface Props {
  id?: string
  value?: readonly string[]
  onChange?: (lines: string[]) => void
  disabled?: boolean
}

const NONE: string[] = []

/** Refused passwords, one per line, typed or read from a file. */
export function BlacklistField({ id, value = NONE, onChange, disabled = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = target.files?.[0]
    target.value = ''
    if (!chosen) return
    const isText = /\.(txt|csv)$/i.test(chosen.name) || chosen.type.startsWith('text/')
    if (!isText || chosen.size > FILE_BYTES) return notifier.toast(words.fileProblem, ERROR_MS, 'error')
    const before = cleanLines(value)
    const after = cleanLines([...before, ...(await chosen.text()).replace(/^\uFEFF/, '').split(/\r?\n/)])
    onChange?.(after)
    notifier.done(words.imported(after.length - before.length))
  }
  return (
    <>
      <LinesField id={id} value={value} disabled={disabled} placeholder={words.placeholder} onChange={lines => onChange?.(lines)} />
      <div className="setting-line">
        <span>{words.count(cleanLines(value).length)}</span>
        <input ref={input} type="file" accept=".txt,.csv,text/plain" hidden onChange={event => void take(event)} />
        <Button size="small" disabled={disabled} onClick={() => input.current?.click()}>
          {words.importFile}
        </Button>
      </div>
    </>
  )
}

/** Why the server would not accept the list. */
export function blacklistProblem(lines: readonly string[]): string | undefined {
  if (cleanLines(lines).length > BLACKLIST_MAX) return words.tooMany(BLACKLIST_MAX)
  const long = lines.findIndex(line => line.trim().length > BLACKLISTED_MAX)
  return long < 0 ? undefined : words.tooLong(BLACKLISTED_MAX, long + 1)
}
