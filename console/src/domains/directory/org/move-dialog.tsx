import { org } from '@hufu/contract/directory/org'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { useUndo } from '../../../ui/use-undo.ts'
import { OrgTree } from '../../../pickers/org/org-tree.tsx'
import { movesBack, ORG_LISTS, type OrgLike } from './org-acts.ts'
import { text } from './text.ts'

interface Props {
  rows: readonly OrgLike[]
  onClose: () => void
  onDone?: () => void
}
const words = text.move
const TREE_HEIGHT = 360

/** Chooses a new parent for one or many organisations, showing how many organisations and users move along. */
export function MoveDialog({ rows, onClose, onDone }: Props) {
  const [target, setTarget] = useState<{ id: string; name: string }>()
  const move = useAction(org.move, { refreshes: ORG_LISTS })
  const undoBy = useUndo(ORG_LISTS)
  const [first] = rows
  const only = rows.length === 1 ? first : undefined
  const below = useCall(org.page, { query: { parentId: only?.id, hasIncludeChild: true, size: 1 }, enabled: only !== undefined })
  const people = rows.reduce((sum, row) => sum + row.userCount, 0)
  const isSelf = rows.some(row => row.id === target?.id)
  const submit = async () => {
    if (!target) return
    const answer = await move.run({ body: { ids: rows.map(row => row.id), targetParentId: target.id } })
    if (!ok(answer)) return
    notifier.done(text.acts.moved, undoBy(org.move, movesBack(rows)))
    onDone?.()
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" disabled={!target || isSelf} loading={move.pending} onClick={() => void submit()}>
        {isSelf ? words.self : target ? words.ok(target.name) : words.choose}
      </Button>
    </>
  )
  return (
    <Dialog title={only ? words.title(only.name) : words.titleMany(rows.length)} onClose={onClose} footer={footer}>
      <p className="org-hint">
        {words.hint}
        <br />
        {only ? below.data && text.acts.impact(people, below.data.total) : text.acts.peopleOf(people)}
      </p>
      <OrgTree label={words.to} selected={target?.id} onSelect={(id, name) => setTarget({ id, name })} height={TREE_HEIGHT} />
    </Dialog>
  )
}
