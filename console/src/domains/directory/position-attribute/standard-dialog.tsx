import type { ReplyOf } from '@hufu/contract/call'
import { positionAttribute } from '@hufu/contract/directory/position-attribute'
import type { PositionAttributeKind } from '@hufu/contract/directory/position-attribute-list'
import { Button } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { text as uiText } from '../../../ui/text.ts'
import { CodeRoom, CodeRows } from './code-rows.tsx'
import { text } from './text.ts'
import { refreshesOf } from './use-position-attribute-acts.tsx'

type Standard = NonNullable<ReplyOf<(typeof positionAttribute)[PositionAttributeKind]['standard']>>
interface Props {
  kind: PositionAttributeKind
  standard: Standard
  onClose: () => void
}
const words = text.standard

/** Shows what a published table would add, before adding it. */
export default function StandardDialog({ kind, standard: { title, rows }, onClose }: Props) {
  const take = useAction(positionAttribute[kind].takeStandard, { refreshes: refreshesOf(kind) })
  const fresh = rows.filter(row => row.state === 'new').length
  const run = async () => {
    const answer = await take.run()
    if (!ok(answer)) return
    notifier.done(text.codes.taken(answer.data))
    onClose()
  }
  const footer = (
    <>
      <Button onClick={onClose}>{uiText.dialog.cancel}</Button>
      <Button type="primary" disabled={fresh === 0} loading={take.pending} onClick={() => void run()}>
        {text.codes.take(fresh)}
      </Button>
    </>
  )
  const groups = [...Map.groupBy(rows, row => row.group)]
  return (
    <Dialog title={words.title} onClose={onClose} footer={footer}>
      <p className="standard-title">{title}</p>
      <p className="setting-hint">{fresh > 0 ? words.hint(fresh, rows.length - fresh) : words.nothing}</p>
      <CodeRoom label={title}>
        {groups.map(([group, list]) => (
          <div key={group}>
            <h3>{group}</h3>
            <CodeRows rows={list} />
          </div>
        ))}
      </CodeRoom>
    </Dialog>
  )
}
