import type { ReplyOf } from '@hufu/contract/call'
import { sms } from '@hufu/contract/messages/sms'
import { user } from '@hufu/contract/directory/user'
import { Form, Radio, Switch } from 'antd'
import { BooleanField } from '../../../../ui/form/flag-field.tsx'
import { useAction, useCall } from '../../../../platform/calls.ts'
import { notifier, ok, outcomeOf } from '../../../../platform/client.ts'
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx'
import { submissionOf } from '../../../../pickers/review/outlook.ts'
import { useReviewedAct } from './reviewed-act.tsx'
import { type UserTarget, targetBody } from './user-target.ts'
import type { FreshPassword } from './passwords-dialog.tsx'
import { text as dialogText } from './dialog-text.ts'
import { REFRESHES } from './use-user-acts.ts'

interface Props {
  aim: UserTarget
  /** Receives the generated passwords, which are shown only this once. */
  onReset: (passwords: FreshPassword[]) => void
  onClose: () => void
}

interface Typed {
  pick?: Record<string, string[]>
  passwordType: 1 | 2
  hasSendSms: boolean
}

export function ResetDialog({ aim, onReset, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const passwordType = Form.useWatch('passwordType', form)
  const hasSendSms = Form.useWatch('hasSendSms', form)
  const canSend = useCall(sms.canSendPassword).data
  const reset = useAction(user.resetPassword, { refreshes: REFRESHES })
  const reviewed = useReviewedAct('reset', aim)
  const submit = async ({ pick, ...typed }: Typed) => {
    const answer = await reset.run({ body: { ...targetBody(aim), ...typed, review: submissionOf(pick) } })
    if (!ok(answer)) return false
    notifier.done(outcomeOf(answer, sentenceOf(answer.data)))
    onReset(answer.data.list ?? [])
    return true
  }
  return (
    <FormDialog
      small
      title={dialogText.reset.title}
      form={form}
      initial={{ passwordType: 2 as const, hasSendSms: false }}
      okText={reviewed.okText ?? dialogText.reset.ok}
      blockedBecause={reviewed.blockedBecause}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{dialogText.reset.whom(aim.whom)}</p>
      <Form.Item
        name="passwordType"
        label={dialogText.reset.type}
        extra={passwordType === 1 ? dialogText.reset.initialHint : dialogText.reset.randomHint}
      >
        <Radio.Group
          options={[
            { value: 2, label: dialogText.reset.random },
            { value: 1, label: dialogText.reset.initial },
          ]}
        />
      </Form.Item>
      <BooleanField name="hasSendSms" label={dialogText.reset.sms} extra={smsHint(canSend, hasSendSms)}>
        <Switch disabled={canSend !== true} />
      </BooleanField>
      {reviewed.part}
    </FormDialog>
  )
}

/** Empty for a reset that was only submitted: the answer says so itself. */
function sentenceOf(done: ReplyOf<typeof user.resetPassword>): string {
  if ('examineId' in done) return ''
  return done.sent === undefined ? dialogText.reset.done(done.count) : dialogText.reset.sent(done.count, done.sent)
}

const smsHint = (canSend: boolean | undefined, isOn: boolean | undefined) =>
  canSend === false ? dialogText.reset.smsMissing : isOn ? dialogText.reset.smsOn : dialogText.reset.smsOff
