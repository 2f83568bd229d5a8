import { useState, type FormEvent } from 'react'
import { toApp } from '../platform/address.ts'
import { enterBySecondStep } from './enter.ts'
import { FormProblem, showProblem } from './notices.tsx'
import { PhoneFields } from './phone-fields.tsx'
import { endSecondStep, type SecondStep } from './second-step.ts'
import { codeText } from './code-text.ts'
import { text } from './text.ts'
import { usePhoneCode } from './use-phone-code.ts'

/** After the password: the code sent to the telephone of the account (3010). */
export function SecondStepForm({ step }: { step: SecondStep }) {
  const back = () => {
    showProblem('')
    endSecondStep()
  }
  return (
    <>
      <h1>{codeText.second.title}</h1>
      <p className="ask">{codeText.second.about(step.telephone ?? '')}</p>
      <PhoneStep step={step} />
      <button type="button" className="link" onClick={back}>
        {codeText.second.back}
      </button>
    </>
  )
}

/** Telephone, captcha and code. */
export function PhoneStep({ step }: { step: SecondStep }) {
  const phone = usePhoneCode('verify')
  const [pending, setPending] = useState(false)
  async function submit(typed = phone.values.code) {
    const sent = pending ? undefined : phone.complete(typed)
    if (!sent) return
    showProblem('')
    setPending(true)
    const outcome = await enterBySecondStep(sent.telephone, sent.code, step)
    setPending(false)
    if (outcome.in) {
      endSecondStep()
      return toApp()
    }
    if (!outcome.isShown) showProblem(outcome.message)
    phone.change({ code: '' })
    phone.boxes.code.current?.focus()
  }
  return (
    <form noValidate aria-busy={pending} onSubmit={(event: FormEvent) => (event.preventDefault(), void submit())}>
      <FormProblem />
      <PhoneFields phone={phone} onFull={code => void submit(code)} />
      <button type="submit" className="primary" disabled={pending}>
        {pending ? text.submitting : codeText.second.submit}
      </button>
    </form>
  )
}
