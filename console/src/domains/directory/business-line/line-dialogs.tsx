import { businessLine } from '@hufu/contract/directory/business-line'
import { Button, Form, InputNumber } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { needed, sortNumRule } from '../../../ui/form/rules.ts'
import { text as uiText } from '../../../ui/text.ts'
import { OrgTree } from '../../../pickers/org/org-tree.tsx'
import { AddDialog } from './add-dialog.tsx'
import { type OrgInLine, LINE_LISTS } from './line-acts.ts'
import { text } from './text.ts'

/** The open dialog, and the organisation of the business line it is about. */
export type LineTask =
  | { kind: 'add'; parent: Pick<OrgInLine, 'id' | 'name'> | undefined }
  | { kind: 'move' | 'sortNum'; row: Pick<OrgInLine, 'id' | 'name' | 'sortNum'> }

interface Line {
  id: string
  name: string
}
interface Props {
  task: LineTask
  line: Line
  onClose: () => void
}

export default function LineDialogs({ task, line, onClose }: Props) {
  switch (task.kind) {
    case 'add':
      return <AddDialog line={line} parent={task.parent} onClose={onClose} />
    case 'move':
      return <MoveDialog row={task.row} line={line} onClose={onClose} />
    case 'sortNum':
      return <SortDialog row={task.row} line={line} onClose={onClose} />
  }
}

interface OneProps {
  row: Pick<OrgInLine, 'id' | 'name' | 'sortNum'>
  line: Line
  onClose: () => void
}
const TREE_HEIGHT = 360
const TOP = { id: '0', name: text.line.top }

/** Moves to another parent within the business line, as dragging does. */
function MoveDialog({ row, line, onClose }: OneProps) {
  const words = text.moveDialog
  const [target, setTarget] = useState<{ id: string; name: string }>()
  const move = useAction(businessLine.moveOrg, { refreshes: LINE_LISTS })
  const isSelf = target?.id === row.id
  const submit = async () => {
    if (!target) return
    if (!ok(await move.run({ body: { stripeId: line.id, orgId: row.id, targetParentId: target.id } }))) return
    notifier.done(text.line.moved)
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
    <Dialog title={words.title(row.name)} onClose={onClose} footer={footer}>
      <p className="dialog-note">{words.hint}</p>
      <Button block className="line-choice" aria-pressed={target?.id === TOP.id} onClick={() => setTarget(TOP)}>
        {text.line.top}
      </Button>
      <OrgTree
        label={words.to}
        asking={{ line: { id: line.id, tree: businessLine.tree } }}
        selected={target?.id}
        onSelect={(id, name) => setTarget({ id, name })}
        height={TREE_HEIGHT}
      />
    </Dialog>
  )
}

function SortDialog({ row, line, onClose }: OneProps) {
  const words = text.sortDialog
  const setSortNum = useAction(businessLine.setSortNum, { refreshes: LINE_LISTS })
  const submit = async ({ sortNum }: { sortNum: number }) => {
    if (!ok(await setSortNum.run({ query: { stripeId: line.id, orgId: row.id, sortNum } }))) return false
    notifier.done(text.done)
    return true
  }
  return (
    <FormDialog<{ sortNum: number }>
      small
      title={words.title(row.name)}
      initial={{ sortNum: row.sortNum }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="sortNum" label={words.label} extra={words.hint} rules={[needed(words.label), sortNumRule]}>
        <InputNumber min={1} max={999999} precision={0} className="wide" />
      </Form.Item>
    </FormDialog>
  )
}
