import { org } from '@hufu/contract/directory/org'
import { Form, InputNumber } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { needed, sortNumRule } from '../../../ui/form/rules.ts'
import { ORG_LISTS, type OrgLike } from './org-acts.ts'
import { text } from './text.ts'

interface Props {
  row: OrgLike
  /** `place`: its position among its siblings; `sortNum`: the number it is sorted by. */
  kind: 'place' | 'sortNum'
  onClose: () => void
}

export function PlaceDialog({ row, kind, onClose }: Props) {
  const sortMove = useAction(org.sortMove, { refreshes: ORG_LISTS })
  const setSortNum = useAction(org.setSortNum, { refreshes: ORG_LISTS })
  const words = text.place
  const isPlace = kind === 'place'
  const label = isPlace ? words.label : words.numberLabel
  const submit = async ({ sortNum }: { sortNum: number }) => {
    const answer = await (isPlace ? sortMove : setSortNum).run({ query: { orgId: row.id, sortNum } })
    if (!ok(answer)) return false
    notifier.done(text.acts.done)
    return true
  }
  return (
    <FormDialog<{ sortNum: number }>
      small
      title={isPlace ? words.title(row.name) : words.numberTitle(row.name)}
      initial={isPlace ? {} : { sortNum: row.sortNum }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="sortNum"
        label={label}
        extra={isPlace ? words.hint : words.numberHint}
        required
        validateFirst
        rules={[needed(label), sortNumRule]}
      >
        <InputNumber min={1} max={999999} precision={0} controls={false} className="wide" />
      </Form.Item>
    </FormDialog>
  )
}
