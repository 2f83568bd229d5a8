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
  /** Absent where there is no choice. */
  passwordType?: 1 | 2
  hasSendSms: boolean
}

const RANDOM = 2

export function ResetDialog({ aim, onReset, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const passwordType = Form.useWatch('passwordType', form) ?? RANDOM
  const hasSendSms = Form.useWatch('hasSendSms', form)
  const possible = useCall(sms.canSendPassword).data
  const reset = useAction(user.resetPassword, { refreshes: REFRESHES })
  const reviewed = useReviewedAct('reset', aim)
  const submit = async ({ pick, passwordType: type = RANDOM, ...typed }: Typed) => {
    const answer = await reset.run({ body: { ...targetBody(aim), ...typed, passwordType: type, review: submissionOf(pick) } })
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
      initial={{ passwordType: RANDOM, hasSendSms: false }}
      okText={reviewed.okText ?? dialogText.reset.ok}
      blockedBecause={reviewed.blockedBecause}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="dialog-words">{dialogText.reset.whom(aim.whom)}</p>
      {possible?.hasInitialPassword ? (
        <Form.Item
          name="passwordType"
          label={dialogText.reset.type}
          extra={passwordType === RANDOM ? dialogText.reset.randomHint : dialogText.reset.initialHint}
        >
          <Radio.Group
            options={[
              { value: RANDOM, label: dialogText.reset.random },
              { value: 1, label: dialogText.reset.initial },
            ]}
          />
        </Form.Item>
      ) : (
        <Form.Item label={dialogText.reset.type} extra={dialogText.reset.randomHint}>
          {dialogText.reset.random}
        </Form.Item>
      )}
      <BooleanField name="hasSendSms" label={dialogText.reset.sms} extra={smsHint(possible?.canSend, passwordType, hasSendSms)}>
        <Switch disabled={possible?.canSend !== true} />
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

function smsHint(canSend: boolean | undefined, passwordType: 1 | 2, isOn: boolean | undefined): string {
  if (canSend === false) return dialogText.reset.smsMissing
  return isOn ? dialogText.reset.smsOn[passwordType] : dialogText.reset.smsOff
}
