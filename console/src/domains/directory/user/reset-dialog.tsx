import { sms } from '@hufu/contract/messages/sms'
import { user } from '@hufu/contract/directory/user'
import { Form, Radio, Switch } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
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

interface Typed {
  passwordType: 1 | 2
  hasSendSms: boolean
}

export function ResetDialog({ aim, onReset, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const passwordType = Form.useWatch('passwordType', form)
  const hasSendSms = Form.useWatch('hasSendSms', form)
  const canSend = useCall(sms.canSendPassword).data
  const reset = useAction(user.resetPassword, { refreshes: SHOWN_BY })
  const submit = async (typed: Typed) => {
    const answer = await reset.run({ body: { ...chosenBy(aim), ...typed } })
    if (!ok(answer)) return false
    const { count, sent } = answer.data
    notifier.toast(sent === undefined ? text.reset.done(count) : text.reset.sent(count, sent), CONFIG_MS, 'success')
    onReset(answer.data.list ?? [])
    return true
  }
  return (
    <FormDialog
      small
      title={text.reset.title}
      form={form}
      initial={{ passwordType: 2 as const, hasSendSms: false }}
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
      <Form.Item name="hasSendSms" label={text.reset.sms} valuePropName="checked" extra={smsHint(canSend, hasSendSms)}>
        <Switch disabled={canSend !== true} />
      </Form.Item>
    </FormDialog>
  )
}

const smsHint = (canSend: boolean | undefined, isOn: boolean | undefined) =>
  canSend === false ? text.reset.smsMissing : isOn ? text.reset.smsOn : text.reset.smsOff
