import { type User, user } from '@hufu/contract/directory/user'
import { Form, InputNumber } from 'antd'
import { useAction } from '../../../../platform/calls.ts'
import { notifier, ok } from '../../../../platform/client.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { chosen, sortNumRule } from '../../../../ui/form/rules.ts'
import { text as dialogText } from './dialog-text.ts'
import { text } from '../text.ts'
import { REFRESHES } from './use-user-acts.ts'

interface Props {
  row: User
  orgId: string
  total: number
  onClose: () => void
}

/** Moves a user to the n-th place of the organisation, as dragging does. */
export function MoveDialog({ row, orgId, total, onClose }: Props) {
  const move = useAction(user.sortMove, { refreshes: REFRESHES })
  const run = (sortNum: number) => move.run({ query: { orgId, userId: row.id, sortNum } })
  return (
    <NumberDialog
      title={dialogText.move.title}
      label={dialogText.move.place}
      hint={dialogText.move.hint(total)}
      max={total}
      run={run}
      onClose={onClose}
    />
  )
}

export function SortNumDialog({ row, onClose }: Pick<Props, 'row' | 'onClose'>) {
  const set = useAction(user.setSortNum, { refreshes: REFRESHES })
  const run = (sortNum: number) => set.run({ query: { userId: row.id, sortNum } })
  return (
    <NumberDialog
      title={dialogText.move.sortNum}
      label={text.tools.sortNum}
      hint={dialogText.move.sortHint}
      initial={row.sortNum}
      run={run}
      onClose={onClose}
    />
  )
}

interface NumberProps {
  title: string
  label: string
  hint: string
  initial?: number
  max?: number
  run: (sortNum: number) => ReturnType<ReturnType<typeof useAction<unknown, unknown, true>>['run']>
  onClose: () => void
}

function NumberDialog({ title, label, hint, initial, max = 999_999, run, onClose }: NumberProps) {
  const submit = async ({ sortNum }: { sortNum: number }) => {
    if (!ok(await run(sortNum))) return false
    notifier.done(text.done)
    return true
  }
  return (
    <FormDialog<{ sortNum: number }>
      small
      title={title}
      initial={initial === undefined ? {} : { sortNum: initial }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="sortNum" label={label} extra={hint} rules={[chosen(label), sortNumRule]}>
        <InputNumber min={1} max={Math.max(1, max)} precision={0} controls={false} className="wide" />
      </Form.Item>
    </FormDialog>
  )
}
