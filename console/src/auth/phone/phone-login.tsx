import { toApp } from '../../platform/address.ts'
import { enterByPhone } from '../enter.ts'
import { PhoneForm } from './phone-form.tsx'
import { beginsSecondStep } from '../second-step.ts'
import { text } from '../text.ts'

const words = { submit: text.submit, pending: text.submitting }

export const PhoneLogin = () => <PhoneForm type="login" words={words} send={enter} />

async function enter(telephone: string, code: string): Promise<string | undefined> {
  const outcome = await enterByPhone(telephone, code)
  if (!outcome.in) return beginsSecondStep(outcome) ? undefined : outcome.isShown ? '' : outcome.message
  toApp()
  return undefined
}
