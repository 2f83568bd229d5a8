import { sms } from '@hufu/contract/messages/sms'
import { user } from '@hufu/contract/directory/user'
import { Form, Radio, Switch } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { type UserTarget, targetBody } from './user-target.ts'
import type { FreshPassword } from './passwords-dialog.tsx'
import { text as dialogs } from './dialog-text.ts'
import { REFRESHES } from './use-user-acts.ts'

interface Props {
  aim: UserTarget
  /** Receives the generated passwords, which are shown only this once. */
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
  const reset = useAction(user.resetPassword, { refreshes: REFRESHES })
  const submit = async (typed: Typed) => {
    const answer = await reset.run({ body: { ...targetBody(aim), ...typed } })
    if (!ok(answer)) return false
    const { count, sent } = answer.data
    notifier.toast(sent === undefined ? dialogs.reset.done(count) : dialogs.reset.sent(count, sent), CONFIG_MS, 'success')
    onReset(answer.data.list ?? [])
    return true
  }
  return (
    <FormDialog
      small
      title={dialogs.reset.title}
      form={form}
      initial={{ passwordType: 2 as const, hasSendSms: false }}
      okText={dialogs.reset.ok}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{dialogs.reset.whom(aim.whom)}</p>
      <Form.Item
        name="passwordType"
        label={dialogs.reset.type}
        extra={passwordType === 1 ? dialogs.reset.initialHint : dialogs.reset.randomHint}
      >
        <Radio.Group
          options={[
            { value: 2, label: dialogs.reset.random },
            { value: 1, label: dialogs.reset.initial },
          ]}
        />
      </Form.Item>
      <Form.Item name="hasSendSms" label={dialogs.reset.sms} valuePropName="checked" extra={smsHint(canSend, hasSendSms)}>
        <Switch disabled={canSend !== true} />
      </Form.Item>
    </FormDialog>
  )
}

const smsHint = (canSend: boolean | undefined, isOn: boolean | undefined) =>
  canSend === false ? dialogs.reset.smsMissing : isOn ? dialogs.reset.smsOn : dialogs.reset.smsOff
