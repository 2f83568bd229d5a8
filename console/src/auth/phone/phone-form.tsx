import type { SmsType } from '@hufu/contract/messages/sms'
import { useState, type FormEvent } from 'react'
import { FormProblem, showProblem } from '../notices.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { usePhoneCode } from './use-phone-code.ts'

interface Props {
  type: SmsType
  words: { submit: string; pending: string }
  /** The sentence of a refusal, '' if it has been shown; undefined where there is none. */
  send: (telephone: string, code: string) => Promise<string | undefined>
}

/** Telephone, captcha and code, and the button that sends them. */
export function PhoneForm({ type, words, send }: Props) {
  const phone = usePhoneCode(type)
  const [pending, setPending] = useState(false)
  async function submit(typed = phone.values.code) {
    const sent = pending ? undefined : phone.complete(typed)
    if (!sent) return
    showProblem('')
    setPending(true)
    const refusal = await send(sent.telephone, sent.code)
    setPending(false)
    if (refusal === undefined) return
    if (refusal) showProblem(refusal)
    phone.change({ code: '' })
    phone.boxes.code.current?.focus()
  }
  return (
    <form noValidate aria-busy={pending} onSubmit={(event: FormEvent) => (event.preventDefault(), void submit())}>
      <FormProblem />
      <PhoneFields phone={phone} onFull={code => void submit(code)} />
      <button type="submit" className="primary" disabled={pending}>
        {pending ? words.pending : words.submit}
      </button>
    </form>
  )
}
