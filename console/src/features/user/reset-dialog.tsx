import { user } from '@hufu/contract/user'
import { Form, Radio } from 'antd'
import { useAction } from '../../kernel/calls.ts'
import { notifier, ok } from '../../kernel/client.ts'
import { CONFIG_MS } from '../../kernel/constants.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { type Aim, chosenBy } from './aim.ts'
import type { FreshPassword } from './passwords-dialog.tsx'
import { text } from './text.ts'
import { SHOWN_BY } from './use-user-acts.ts'

interface Props {
  aim: Aim
  /** The passwords that were made up, to be shown this once. */
  onReset: (passwords: FreshPassword[]) => void
  onClose: () => void
}

export function ResetDialog({ aim, onReset, onClose }: Props) {
  const [form] = Form.useForm<{ passwordType: 1 | 2 }>()
  const passwordType = Form.useWatch('passwordType', form)
  const reset = useAction(user.resetPassword, { refreshes: SHOWN_BY })
  const submit = async (typed: { passwordType: 1 | 2 }) => {
    const answer = await reset.run({ body: { ...chosenBy(aim), ...typed, hasSendSms: false } })
    if (!ok(answer)) return false
    notifier.toast(text.reset.done(answer.data.count), CONFIG_MS, 'success')
    onReset(answer.data.list ?? [])
    return true
  }
  return (
    <FormDialog
      small
      title={text.reset.title}
      form={form}
      initial={{ passwordType: 2 as const }}
      okText={text.reset.ok}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{text.reset.whom(aim.whom)}</p>
      <Form.Item name="passwordType" label={text.reset.type} extra={passwordType === 1 ? text.reset.initialHint : text.reset.randomHint}>
        <Radio.Group
          options={[
            { value: 2, label: text.reset.random },
            { value: 1, label: text.reset.initial },
          ]}
        />
      </Form.Item>
    </FormDialog>
  )
}
