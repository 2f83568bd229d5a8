import { dataHistory } from '@hufu/contract/operations/data-history'
import { Form, Input } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { REMARK_MAX } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { legal, needed } from '../../../ui/form/rules.ts'
import { text as restoreText } from '../../../pickers/restore-text.ts'
import { text } from './text.ts'

const words = text.restore

/** A request of the audit administrator, with a reason for the security administrator. */
export default function AskDialog({ id, title, onClose }: { id: string; title: string; onClose: () => void }) {
  const ask = useAction(dataHistory.askRestore, { refreshes: [dataHistory.byId] })
  const submit = async ({ reason }: { reason: string }) => {
    if (!ok(await ask.run({ body: { id, reason } }))) return false
    notifier.done(words.asked)
    return true
  }
  return (
    <FormDialog<{ reason: string }>
      title={restoreText.sure(title)}
      initial={{ reason: '' }}
      onSubmit={submit}
      onClose={onClose}
      okText={words.ask}
      small
    >
      <p className="page-description">{words.askNote}</p>
      <Form.Item name="reason" label={words.reason} rules={[needed(words.reason), legal]}>
        <Input.TextArea rows={3} maxLength={REMARK_MAX} />
      </Form.Item>
    </FormDialog>
  )
}
