import { toApp } from '../../platform/address.ts'
import { enterBySecondStep } from '../enter.ts'
import { showProblem } from '../notices.tsx'
import { PhoneForm } from '../phone/phone-form.tsx'
import { endSecondStep, type SecondStep } from '../second-step.ts'
import { codeText } from '../phone/code-text.ts'
import { text } from '../text.ts'

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

const words = { submit: codeText.second.submit, pending: text.submitting }

/** Telephone, captcha and code. */
export const PhoneStep = ({ step }: { step: SecondStep }) => (
  <PhoneForm type="verify" words={words} send={(telephone, code) => enter(telephone, code, step)} />
)

async function enter(telephone: string, code: string, step: SecondStep): Promise<string | undefined> {
  const outcome = await enterBySecondStep(telephone, code, step)
  if (!outcome.in) return outcome.isShown ? '' : outcome.message
  endSecondStep()
  toApp()
  return undefined
}
