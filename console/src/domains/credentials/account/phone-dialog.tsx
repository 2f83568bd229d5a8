import { ownPhone } from '@hufu/contract/credentials/own-phone'
import { phone as phoneCalls } from '@hufu/contract/credentials/phone'
import { text as shared } from '@hufu/contract/text'
import { phoneForm } from '@hufu/contract/text-rules'
import { user } from '@hufu/contract/directory/user'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/calls.ts'
import { addressOf, notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS, ERROR_MS } from '../../../platform/constants.ts'
import { newNonce, useSmsWait } from '../../../platform/sms-wait.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { needed, rule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { text } from './text.ts'

interface Typed {
  telephone: string
  captcha: string
  code: string
}
const phoneRule = rule((typed?: string) => (typed && !phoneForm.test(typed) ? shared.field.phoneFault : undefined))

/** Proves a telephone by the code sent to it, then binds it: the first one, or in the place of another. */
interface Props {
  isFirst: boolean
  onClose: () => void
}
export default function PhoneDialog({ isFirst, onClose }: Props) {
  const [form] = Form.useForm<Typed>()
  const [nonce, setNonce] = useState(newNonce)
  const [seconds, wait] = useSmsWait()
  const sendCode = useAction(phoneCalls.sendCode)
  const prove = useAction(ownPhone.prove)
  const bind = useAction(ownPhone.bind, { refreshes: [user.profile] })
  const renew = () => {
    setNonce(newNonce())
    form.setFieldValue('captcha', '')
  }

  async function ask() {
    const typed = await form.validateFields(['telephone', 'captcha']).catch(() => undefined)
    if (!typed) return
    const answer = await sendCode.run({ query: { telephone: typed.telephone, nonce, captcha: typed.captcha, type: 'bind' } })
    renew()
    if (ok(answer)) {
      wait()
      notifier.toast(text.codeSent, CONFIG_MS, 'success')
    } else if (answer.code === '10002') notifier.toast(answer.message, ERROR_MS, 'error')
  }

  async function submit({ telephone, code }: Typed) {
    const proven = await prove.run({ body: { telephone, code } })
    // 10002 passes (specification section 8): its sentence is ours to show.
    if (!ok(proven)) {
      if (proven.code === '10002') form.setFields([{ name: 'code', errors: [proven.message] }])
      return false
    }
    if (!ok(await bind.run({ query: { phone: telephone, type: isFirst ? '0' : '1' } }))) return false
    notifier.toast(text.bound, CONFIG_MS, 'success')
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
        <TrimInput inputMode="tel" autoComplete="tel-national" maxLength={11} />
      </Form.Item>
      <div className="captcha-line">
        {/* Used up by the sending: once that is done the form goes without it. */}
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
      <Form.Item name="code" label={text.smsCode} required rules={[rule((typed?: string) => (typed ? undefined : text.smsCodeMissing))]}>
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
