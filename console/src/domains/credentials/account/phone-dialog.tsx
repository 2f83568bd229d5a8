import { WRITTEN_PHONE_MAX } from '@hufu/contract/written'
import { accountPhone } from '@hufu/contract/credentials/account-phone'
import { phone as phoneCalls } from '@hufu/contract/credentials/phone'
import { user } from '@hufu/contract/directory/user'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { addressOf, notifier, ok } from '../../../platform/client.ts'
import { newNonce } from '../../../platform/sign-in/sms-wait.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { needed, phoneRule, rule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { CodeField, showCodeProblem, useCodeSending } from './code-field.tsx'
import { text } from './text.ts'

interface Typed {
  telephone: string
  captcha: string
  code: string
}

/** Proves a telephone by the code sent to it, then binds it as the first one or as a replacement. */
interface Props {
  isFirst: boolean
  onClose: () => void
}
export default function PhoneDialog({ isFirst, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const [nonce, setNonce] = useState(newNonce)
  const sendCode = useAction(phoneCalls.sendCode)
  const prove = useAction(accountPhone.prove)
  const bind = useAction(accountPhone.bind, { refreshes: [user.profile] })
  const renew = () => {
    setNonce(newNonce())
    form.setFieldValue('captcha', '')
  }
  const { seconds, ask } = useCodeSending<Typed>({
    form,
    fields: ['telephone', 'captcha'],
    send: async ({ telephone, captcha }) => {
      const answer = await sendCode.run({ query: { telephone, nonce, captcha, type: 'bind' } })
      renew()
      return answer
    },
    sent: text.codeSent,
  })

  async function submit({ telephone, code }: Typed) {
    const proven = await prove.run({ body: { telephone, code } })
    if (!ok(proven)) {
      showCodeProblem(form, proven)
      return false
    }
    if (!ok(await bind.run({ query: { phone: telephone, type: isFirst ? '0' : '1' } }))) return false
    notifier.done(text.bound)
    return true
  }

  return (
    <FormDialog<Typed>
      small
      form={form}
      title={isFirst ? text.bindPhone : text.changePhone}
      initial={{}}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="telephone" label={text.phone} required validateFirst rules={[needed(text.phone), phoneRule]}>
        <TrimInput inputMode="tel" autoComplete="tel-national" maxLength={WRITTEN_PHONE_MAX} />
      </Form.Item>
      <div className="captcha-line">
        {/* Used up by sending; afterwards the form does not need it. */}
        <Form.Item
          name="captcha"
          label={text.captcha}
          rules={[rule((typed?: string) => (typed || seconds > 0 ? undefined : text.captchaMissing))]}
        >
          <Input autoComplete="off" maxLength={16} onPressEnter={event => (event.preventDefault(), void ask())} />
        </Form.Item>
        <button type="button" className="captcha-picture" onClick={renew}>
          <img src={addressOf(phoneCalls.image, { id: nonce })} alt={text.captchaImage} width="120" height="40" />
        </button>
      </div>
      <CodeField label={text.smsCode} missing={text.smsCodeMissing} seconds={seconds} pending={sendCode.pending} onAsk={ask} />
    </FormDialog>
  )
}
