import { CloseOutlined } from '@ant-design/icons'
import { businessLine } from '@hufu/contract/directory/business-line'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { OrgTree } from '../../../pickers/org/org-tree.tsx'
import { type OrgInLine, LINE_LISTS } from './line-acts.ts'
import { text } from './text.ts'

type Picked = Pick<OrgInLine, 'id' | 'name'>
interface Props {
  line: { id: string; name: string }
  /** Their parent in the business line; absent: its top. */
  parent: Picked | undefined
  onClose: () => void
}
const words = text.addDialog
const TREE_HEIGHT = 320

/** Picks organisations of the administrative tree one by one, alone or with all below them. */
export function AddDialog({ line, parent, onClose }: Props) {
  const [picked, setPicked] = useState<Picked[]>([])
  const [below, setBelow] = useState(false)
  const add = useAction(businessLine.addOrg, { refreshes: LINE_LISTS })
  const toggle = (id: string, name: string) =>
    setPicked(now => (now.some(one => one.id === id) ? now.filter(one => one.id !== id) : [...now, { id, name }]))
  const submit = async () => {
    const answer = await add.run({
      body: { stripeId: line.id, parentId: parent?.id, orgIds: picked.map(one => one.id), hasIncludeChild: below },
    })
    if (!ok(answer)) return
    notifier.done(words.added(answer.data))
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" disabled={picked.length === 0} loading={add.pending} onClick={() => void submit()}>
        {words.ok(picked.length)}
      </Button>
    </>
  )
  return (
    <Dialog title={words.title(parent?.name ?? line.name)} onClose={onClose} footer={footer}>
      <p className="dialog-note">{words.hint}</p>
      <output className="line-count">{picked.length > 0 ? words.chosen(picked.length) : words.nothing}</output>
      {picked.length > 0 && (
        <ul className="line-picked">
          {picked.map(({ id, name }) => (
            <li key={id}>
              {name}
              <button type="button" aria-label={words.drop(name)} onClick={() => toggle(id, name)}>
                <CloseOutlined aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <OrgTree label={words.tree} selected={undefined} onSelect={toggle} height={TREE_HEIGHT} />
      <Checkbox checked={below} onChange={event => setBelow(event.target.checked)}>
        {words.below}
      </Checkbox>
    </Dialog>
  )
}
