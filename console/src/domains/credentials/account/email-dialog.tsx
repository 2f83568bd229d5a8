import { accountEmail } from '@hufu/contract/credentials/account-email'
import { user } from '@hufu/contract/directory/user'
import { Form } from 'antd'
import { useAction } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { matches, needed } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { CodeField, showCodeProblem, useCodeSending } from './code-field.tsx'
import { text } from './text.ts'

interface Typed {
  email: string
  code: string
}
const EMAIL = /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/

interface Props {
  /** The address an administrator has set, to be verified. */
  email: string | null
  onClose: () => void
}

/** Verifies an address by the code sent to it, and makes it the user's. */
export default function EmailDialog({ email: present, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const sendCode = useAction(accountEmail.sendCode)
  const bind = useAction(accountEmail.bind, { refreshes: [user.profile] })
  const { seconds, ask } = useCodeSending<Typed>({
    form,
    fields: ['email'],
    send: ({ email }) => sendCode.run({ body: { email } }),
    sent: text.mailSent,
    waitKey: 'hufu-mail-wait',
  })

  async function submit(typed: Typed) {
    const answer = await bind.run({ body: typed })
    if (ok(answer)) {
      notifier.done(text.emailBound)
      return true
    }
    showCodeProblem(form, answer)
    return false
  }

  return (
    <FormDialog<Typed> small form={form} title={text.changeEmail} initial={{ email: present ?? '' }} onSubmit={submit} onClose={onClose}>
      <Form.Item name="email" label={text.email} required validateFirst rules={[needed(text.email), matches(EMAIL, text.emailProblem)]}>
        <TrimInput inputMode="email" autoComplete="email" maxLength={156} />
      </Form.Item>
      <CodeField label={text.emailCode} missing={text.emailCodeMissing} seconds={seconds} pending={sendCode.pending} onAsk={ask} />
    </FormDialog>
  )
}
