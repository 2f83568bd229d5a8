import { stripBlanks } from '@hufu/contract/text-rules'
import { useRef, useState, type FormEvent } from 'react'
import { toApp } from '../platform/address.ts'
import { send } from '../platform/client.ts'
import { encrypt } from '../platform/transport/encrypt.ts'
import { AccountFields } from './account-fields.tsx'
import { calls } from './calls.ts'
import { attempt, type Refused } from './enter.ts'
import { FormProblem, showRequest, showProblem } from './notices.tsx'
import { beginsSecondStep } from './second-step.ts'
import { text } from '../domains/credentials/scan/scan-text.ts'
import { text as signInText } from './text.ts'
import { useCaptcha } from './use-captcha.ts'
import { problemsOf } from './use-password-login.ts'

interface Props {
  /** The identity not yet bound, the name of the account asked for, and how to start over. */
  sentences: { title: string; about: string; again: string }
  bindKey: string
  captchaMode: number | undefined
  /** Starts over; the problem is shown above the new start. */
  onAgain: (sentence?: string) => void
}
const EMPTY = { name: '', password: '', code: '' }
const ALWAYS = 1

/** Binds a scanned identity or proven certificate to an account by its password, once (X-LOGINX-04). */
export function BindForm({ sentences, bindKey, captchaMode, onAgain }: Props) {
  const account = useBind(bindKey, captchaMode, onAgain)
  const { pending, submit } = account
  return (
    <form noValidate aria-busy={pending} onSubmit={event => void submit(event)}>
      <h2>{sentences.title}</h2>
      <p className="quiet">{sentences.about}</p>
      <FormProblem />
      <AccountFields of={account} autoComplete="username" isDevice={false} />
      <button type="submit" className="primary" disabled={pending}>
        {pending ? text.bind.submitting : text.bind.submit}
      </button>
      <button type="button" className="link" onClick={() => onAgain()}>
        {sentences.again}
      </button>
    </form>
  )
}

function useBind(bindKey: string, captchaMode: number | undefined, onAgain: Props['onAgain']) {
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState(EMPTY)
  const [pending, setPending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const captcha = useCaptcha(captchaMode === ALWAYS || hasFailed)
  const nameBox = useRef<HTMLInputElement>(null)
  const passwordBox = useRef<HTMLInputElement>(null)
  const codeBox = useRef<HTMLInputElement>(null)

  function change(next: Partial<typeof EMPTY>) {
    setValues({ ...values, ...next })
    setProblems(EMPTY)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const sent = { ...values, name: stripBlanks(values.name), code: values.code.trim() }
    setValues(sent)
    const { work } = captcha
    if (captcha.isShown && work.state === 'working') return showRequest(signInText.workUnfinished)
    const wrong = problemsOf({ ...sent, remember: false, isDevice: false }, captcha.isShown && !work.answer)
    setProblems(wrong)
    const first = wrong.name ? nameBox : wrong.password ? passwordBox : wrong.code ? codeBox : undefined
    if (first) return first.current?.focus()
    showProblem('')
    setPending(true)
    const outcome = await bind(bindKey, sent, captcha.isShown ? { loginId: captcha.loginId, work: work.answer } : undefined)
    setPending(false)
    if (outcome.in) return toApp()
    afterRefusal(outcome)
  }
  function afterRefusal(refused: Refused) {
    if (beginsSecondStep(refused, { remember: false, bindKey })) return undefined
    const { code, message, isShown, data } = refused
    if (isOver(data)) return onAgain(message)
    const isAsking = code === '10002' && !captcha.isShown
    if (isAsking) showRequest(signInText.captchaAsked)
    else if (!isShown) showProblem(message)
    if (['network', 'timeout'].includes(code)) return
    change({ code: '' })
    setFailed(true)
    setAsked(isAsking)
    const box = code === '10002' && captcha.isShown ? codeBox : passwordBox
    if (!isAsking) {
      box.current?.focus()
      box.current?.select()
    }
    if (captcha.isShown) captcha.change()
  }
  return { values, problems, pending, captcha, isAsked, nameBox, passwordBox, codeBox, change, submit }
}

/** The scanned identity has expired. */
const isOver = (data: unknown) => typeof data === 'object' && data !== null && 'reason' in data && data.reason === 'scanAgain'

const bind = (bindKey: string, { name, password, code }: typeof EMPTY, captcha: { loginId: string; work: string } | undefined) =>
  attempt(async () =>
    send(calls.bindAccount, {
      body: {
        bindKey,
        userName: name,
        pwd: await encrypt(password),
        ...(captcha && { loginId: captcha.loginId, code }),
        ...(captcha?.work && { work: captcha.work }),
      },
    }),
  )
