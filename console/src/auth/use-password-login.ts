import { illegalCharacters, stripBlanks } from '@hufu/contract/text-rules'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { toApp } from '../platform/address.ts'
import { isSignInFrame } from '../platform/sign-in/sign-in-again.ts'
import { newPasswordOf } from '../platform/sign-in/new-password-of.ts'
import { tabUser } from '../platform/sign-in/tab-user.ts'
import { enterByPassword, rememberedName, type Refused } from './enter.ts'
import { showRequest, showProblem } from './notices.tsx'
import { beginsSecondStep } from './second-step.ts'
import { text } from './text.ts'
import { useCaptcha } from './use-captcha.ts'

/** Shown in the password field of a remembered device, which has the secret. */
export const DOTS = '••••••••'
const ALWAYS = 1
/** In mode 2 the server may require a captcha until this tab's next successful sign-in, so it is shown at once. */
const FAILED_KEY = 'hufu-login-failed'

export interface Problems {
  name: string
  password: string
  code: string
}
const NO_PROBLEMS: Problems = { name: '', password: '', code: '' }
type Values = { name: string; password: string; code: string; remember: boolean; isDevice: boolean }

export function problemsOf({ name, password, code }: Values, needsCode: boolean): Problems {
  const illegal = illegalCharacters(name)
  return {
    name: !name ? text.nameMissing : illegal ? text.nameIllegal + illegal : '',
    password: password ? '' : text.passwordMissing,
    code: needsCode && !code ? text.captchaMissing : '',
  }
}

function startValues(): Values {
  const changed = newPasswordOf.take()
  if (changed) return { name: changed, password: '', code: '', remember: false, isDevice: false }
  const name = rememberedName()
  // In the frame the same user signs in again.
  const userName = isSignInFrame ? (tabUser()?.userName ?? '') : ''
  if (userName && userName !== name) return { name: userName, password: '', code: '', remember: false, isDevice: false }
  return { name, password: name && DOTS, code: '', remember: name !== '', isDevice: name !== '' }
}

/** State and operations of the password form. */
export function usePasswordLogin(captchaMode: number | undefined) {
  const [values, setValues] = useState(startValues)
  const [problems, setProblems] = useState(NO_PROBLEMS)
  const [hasFailed, setFailed] = useState(() => sessionStorage.getItem(FAILED_KEY) !== null)
  const [pending, setPending] = useState(false)
  const captcha = useCaptcha((captchaMode === ALWAYS || hasFailed) && !values.isDevice)
  const nameBox = useRef<HTMLInputElement>(null)
  const passwordBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)
  const [isAsked, setAsked] = useState(false)
  const [isNamed] = useState(() => isSignInFrame || (values.name !== '' && !values.isDevice))
  useEffect(() => {
    if (isNamed) passwordBox.current?.focus()
    if (isNamed && !isSignInFrame) showRequest(text.useNewPassword)
  }, [isNamed])

  function change(next: Partial<Values>) {
    // Typing in either field means another account or the real password, so the dots are removed.
    const endsDevice = values.isDevice && (next.name !== undefined || next.password !== undefined)
    const typed = next.password?.replace(DOTS, '') ?? ''
    setValues({ ...values, ...next, ...(endsDevice && { isDevice: false, password: typed.includes('•') ? '' : typed }) })
    setProblems(NO_PROBLEMS)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const sent = { ...values, name: stripBlanks(values.name), code: values.code.trim() }
    setValues(sent)
    const { work } = captcha
    if (captcha.isShown && work.state === 'working') return showRequest(text.workUnfinished)
    const wrong = problemsOf(sent, captcha.isShown && !work.answer)
    setProblems(wrong)
    const first = wrong.name ? nameBox : wrong.password ? passwordBox : wrong.code ? codeBox : undefined
    if (first) return first.current?.focus()
    showProblem('')
    setPending(true)
    const outcome = await enterByPassword({
      ...sent,
      loginId: captcha.isShown ? captcha.loginId : '',
      work: captcha.isShown ? work.answer : '',
    })
    setPending(false)
    if (outcome.in) {
      sessionStorage.removeItem(FAILED_KEY)
      return toApp()
    }
    afterRefusal(outcome)
  }

  function afterRefusal(refused: Refused) {
    if (beginsSecondStep(refused, { remember: values.remember })) return
    const { code, message, isShown } = refused
    const isAsking = code === '10002' && !captcha.isShown && !values.isDevice
    if (isAsking) showRequest(text.captchaAsked)
    else if (!isShown) showProblem(message)
    if (['network', 'timeout'].includes(code)) return
    const box = code === '10002' && captcha.isShown ? codeBox : passwordBox
    setValues(old => ({ ...old, code: '', ...(old.isDevice && { isDevice: false, password: '' }) }))
    setAsked(isAsking)
    setFailed(true)
    sessionStorage.setItem(FAILED_KEY, '1')
    if (!isAsking) {
      box.current?.focus()
      box.current?.select()
    }
    if (captcha.isShown) captcha.change()
  }

  return { values, problems, pending, captcha, isAsked, nameBox, passwordBox, codeBox, change, submit }
}
