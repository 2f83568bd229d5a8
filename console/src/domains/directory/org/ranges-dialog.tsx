import { orgRange } from '@hufu/contract/directory/org-range'
import type { ReplyOf } from '@hufu/contract/call'
import { DEFAULT_RANGE } from '@hufu/contract/screens'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { confirmAct } from '../../../ui/dialog/confirm-act.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Empty, Missing } from '../../../ui/states.tsx'
import { RangeForm } from './range-form.tsx'
import { text } from './text.ts'

export type OrgRange = ReplyOf<typeof orgRange.list>[number]
const words = text.range

/** The list of ranges; a form replaces it while one is changed. */
export default function RangesDialog({ onClose, onRemoved }: { onClose: () => void; onRemoved: (id: string) => void }) {
  const [form, setForm] = useState<{ row: OrgRange | undefined }>()
  if (form) return <RangeForm row={form.row} onClose={() => setForm(undefined)} />
  const add = (
    <Button type="primary" onClick={() => setForm({ row: undefined })}>
      {words.add}
    </Button>
  )
  return (
    <Dialog title={words.title} onClose={onClose} footer={add}>
      <p className="org-hint">{words.hint}</p>
      <RangeList onEdit={row => setForm({ row })} onRemoved={onRemoved} />
    </Dialog>
  )
}

function RangeList({ onEdit, onRemoved }: { onEdit: (row: OrgRange) => void; onRemoved: (id: string) => void }) {
  const ranges = useCall(orgRange.list)
  const remove = useAction(orgRange.remove, { refreshes: [orgRange.list] })
  const ask = ({ id, name }: OrgRange) =>
    confirmAct({
      title: words.removeTitle(name),
      content: words.removeText,
      okText: words.remove,
      danger: true,
      run: async () => {
        if (!ok(await remove.run({ body: { ids: [id] } }))) return
        notifier.done(text.acts.removed)
        onRemoved(id)
      },
    })
  if (!ranges.data) return <Missing of={ranges} lines={4} />
  const own = ranges.data.filter(({ id }) => id !== DEFAULT_RANGE)
  if (own.length === 0) return <Empty title={words.none} hint={words.noneHint} />
  return (
    <ul className="range-list" aria-label={words.list}>
      {own.map(row => (
        <li key={row.id}>
          <span className="range-name">{row.name}</span>
          <span className="range-roots">{words.rootsCount(row.rootOrgIds.length)}</span>
          <Button type="link" size="small" aria-label={`${words.edit} ${row.name}`} onClick={() => onEdit(row)}>
            {words.edit}
          </Button>
          <Button type="link" size="small" danger aria-label={`${words.remove} ${row.name}`} onClick={() => ask(row)}>
            {words.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}
