import { useState, type FormEvent } from 'react'
import { toApp } from '../platform/address.ts'
import { enterByPhone } from './enter.ts'
import { FormProblem, showProblem } from './notices.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { beginsSecondStep } from './second-step.ts'
import { text } from './text.ts'
import { usePhoneCode } from './use-phone-code.ts'

export function PhoneLogin() {
  const phone = usePhoneCode('login')
  const [pending, setPending] = useState(false)
  async function submit(typed = phone.values.code) {
    const sent = pending ? undefined : phone.complete(typed)
    if (!sent) return
    showProblem('')
    setPending(true)
    const outcome = await enterByPhone(sent.telephone, sent.code)
    setPending(false)
    if (outcome.in) return toApp()
    if (beginsSecondStep(outcome)) return
    if (!outcome.isShown) showProblem(outcome.message)
    phone.change({ code: '' })
    phone.boxes.code.current?.focus()
  }
  return (
    <form noValidate aria-busy={pending} onSubmit={(event: FormEvent) => (event.preventDefault(), void submit())}>
      <FormProblem />
      <PhoneFields phone={phone} onFull={code => void submit(code)} />
      <button type="submit" className="primary" disabled={pending}>
        {pending ? text.submitting : text.submit}
      </button>
    </form>
  )
}
