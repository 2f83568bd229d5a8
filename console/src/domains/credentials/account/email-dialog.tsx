import { ownEmail } from '@hufu/contract/credentials/own-email'
import { user } from '@hufu/contract/directory/user'
import { Button, Form, Input } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { useSmsWait } from '../../../platform/sms-wait.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { matches, needed, rule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'

interface Typed {
  email: string
  code: string
}
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/

interface Props {
  /** What an administrator has set, to be proven as it stands. */
  email: string | null
  onClose: () => void
}

/** Proves an address by the code sent to it; it is the user's from then on. */
export default function EmailDialog({ email: present, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const [seconds, wait] = useSmsWait('hufu-mail-wait')
  const sendCode = useAction(ownEmail.sendCode)
  const bind = useAction(ownEmail.bind, { refreshes: [user.profile] })

  async function ask() {
    const typed = await form.validateFields(['email']).catch(() => undefined)
    if (!typed) return
    const answer = await sendCode.run({ body: { email: typed.email } })
    if (!ok(answer)) return
    wait()
    notifier.toast(text.mailSent, CONFIG_MS, 'success')
  }

  async function submit(typed: Typed) {
    const answer = await bind.run({ body: typed })
    if (ok(answer)) {
      notifier.toast(text.emailBound, CONFIG_MS, 'success')
      return true
    }
    // 10002 passes (specification section 8): its sentence is ours to show.
    if (answer.code === '10002') form.setFields([{ name: 'code', errors: [answer.message] }])
    return false
  }

  return (
    <FormDialog<Typed> small form={form} title={text.changeEmail} initial={{ email: present ?? '' }} onSubmit={submit} onClose={onClose}>
      <Form.Item name="email" label={text.email} required validateFirst rules={[needed(text.email), matches(EMAIL, text.emailFault)]}>
        <TrimInput inputMode="email" autoComplete="email" maxLength={156} />
      </Form.Item>
      <Form.Item
        name="code"
        label={text.emailCode}
        required
        rules={[rule((typed?: string) => (typed ? undefined : text.emailCodeMissing))]}
      >
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          suffix={
            <Button type="link" size="small" disabled={seconds > 0} loading={sendCode.pending} onClick={() => void ask()}>
              {seconds > 0 ? text.sendAgain(seconds) : text.sendCode}
            </Button>
          }
        />
      </Form.Item>
    </FormDialog>
  )
}
