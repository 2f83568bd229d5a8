import { CODE_ROWS_MAX, type CodeRow, positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { askDiscard } from '../../../ui/form/ask-discard.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { CodeRoom, CodeRows } from './code-rows.tsx'
import { readCodes } from './read-codes.ts'
import { text } from './text.ts'
import { refreshesOf } from './use-position-attribute-acts.tsx'

const words = text.codes
const SOURCE_MAX = 200

/** A pasted table of codes: the server checks it, then its new rows are added. */
export default function CodesDialog({ kind, onClose }: { kind: PositionAttributeKind; onClose: () => void }) {
  const [source, setSource] = useState('')
  const [pasted, setPasted] = useState('')
  const [checked, setChecked] = useState<readonly CodeRow[]>()
  const checkCodes = useAction(positionAttribute[kind].judgeCodes)
  const take = useAction(positionAttribute[kind].takeCodes, { refreshes: refreshesOf(kind) })
  const rows = readCodes(pasted)
  const fresh = checked?.filter(row => row.state === 'new') ?? []
  const check = async () => {
    const answer = await checkCodes.run({ body: { rows } })
    if (ok(answer)) setChecked(answer.data)
  }
  const close = () => (source === '' && pasted === '' ? onClose() : askDiscard(onClose))
  const run = async () => {
    const answer = await take.run({ body: { source, rows: fresh.map(({ code, name }) => ({ code, name })) } })
    if (!ok(answer)) return
    notifier.done(words.taken(answer.data))
    onClose()
  }
  const footer = checked ? (
    <>
      <Button onClick={() => setChecked(undefined)}>{words.back}</Button>
      <Button type="primary" disabled={fresh.length === 0} loading={take.pending} onClick={() => void run()}>
        {words.take(fresh.length)}
      </Button>
    </>
  ) : (
    <>
      <Button onClick={close}>{uiText.dialog.cancel}</Button>
      <Button
        type="primary"
        disabled={rows.length === 0 || rows.length > CODE_ROWS_MAX}
        loading={checkCodes.pending}
        onClick={() => void check()}
      >
        {words.check}
      </Button>
    </>
  )
  return (
    <Dialog title={words.title(text.faces[kind].name)} onClose={close} footer={footer}>
      {checked ? (
        <CheckedCodes rows={checked} />
      ) : (
        <div className="codes-form">
          <label htmlFor="codes-source">{words.source}</label>
          <Input id="codes-source" value={source} maxLength={SOURCE_MAX} onChange={event => setSource(event.target.value)} />
          <p className="setting-hint">{words.sourceHint}</p>
          <label htmlFor="codes-table">{words.table}</label>
          <Input.TextArea
            id="codes-table"
            className="lines-field"
            rows={12}
            spellCheck={false}
            placeholder={words.example}
            value={pasted}
            onChange={event => setPasted(event.target.value)}
          />
          <p className="setting-hint">{words.tableHint(CODE_ROWS_MAX)}</p>
          <output className="setting-hint">
            {rows.length > CODE_ROWS_MAX ? words.tooMany(rows.length, CODE_ROWS_MAX) : rows.length > 0 && words.counted(rows.length)}
          </output>
        </div>
      )}
    </Dialog>
  )
}

function CheckedCodes({ rows }: { rows: readonly CodeRow[] }) {
  const of = (state: CodeRow['state']) => rows.filter(row => row.state === state).length
  return (
    <>
      <output className="codes-sum">{words.summary(of('new'), of('present'), of('faulty'))}</output>
      <CodeRoom label={words.result}>
        <CodeRows rows={rows} />
      </CodeRoom>
    </>
  )
}
