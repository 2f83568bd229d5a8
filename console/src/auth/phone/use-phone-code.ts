import { phoneForm, plainPhone } from '@hufu/contract/written'
import type { SmsType } from '@hufu/contract/messages/sms'
import { text as sharedText } from '@hufu/contract/text'
import { stripBlanks } from '@hufu/contract/text-rules'
import { useRef, useState } from 'react'
import { addressOf, send } from '../../platform/client.ts'
import { newNonce, useSmsWait } from '../../platform/sign-in/sms-wait.ts'
import { CallError, ok } from '../../platform/transport/wire.ts'
import { calls } from '../calls.ts'
import { showProblem } from '../notices.tsx'
import { codeText } from './code-text.ts'
import { text } from '../text.ts'
import { useProofOfWork } from '../proof-of-work/use-work.ts'

interface Values {
  telephone: string
  captcha: string
  code: string
}
type Problems = Values
const EMPTY: Values = { telephone: '', captcha: '', code: '' }
/** Telephone, captcha and code, shared by sign-in, second step and recovery. */
export function usePhoneCode(type: SmsType) {
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState<Problems>(EMPTY)
  const [nonce, setNonce] = useState(newNonce)
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const [seconds, wait] = useSmsWait()
  const work = useProofOfWork()
  const boxes = { telephone: useRef<HTMLInputElement>(null), captcha: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) }

  function change(next: Partial<Values>) {
    setValues(old => ({ ...old, ...next }))
    setProblems(EMPTY)
  }
  function renewPicture() {
    change({ captcha: '' })
    setNonce(newNonce())
  }
  /** Shows the missing fields and focuses the first. */
  function refuse(found: Partial<Problems>): boolean {
    const first = (['telephone', 'captcha', 'code'] as const).find(name => found[name])
    setProblems({ ...EMPTY, ...found })
    if (first) boxes[first].current?.focus()
    return first !== undefined
  }
  const phoneProblem = (telephone: string) =>
    !telephone ? codeText.phoneMissing : phoneForm.test(telephone) ? '' : sharedText.field.phoneProblem

  async function sendCode() {
    if (isSending || seconds > 0) return
    const telephone = plainPhone(values.telephone)
    change({ telephone })
    if (refuse({ telephone: phoneProblem(telephone), captcha: values.captcha || work.answer ? '' : text.captchaMissing })) return
    showProblem('')
    setSending(true)
    const refused = await ask({ telephone, nonce, captcha: values.captcha.trim(), type, ...(work.answer && { work: work.answer }) })
    setSending(false)
    // A captcha is valid for one attempt, whatever its result.
    renewPicture()
    work.renew()
    if (refused !== undefined) {
      showProblem(refused)
      return boxes.captcha.current?.focus()
    }
    setSent(true)
    wait()
    boxes.code.current?.focus()
  }

  /** The body to send, or undefined if something is missing. */
  function complete(code: string): { telephone: string; code: string } | undefined {
    const telephone = plainPhone(values.telephone)
    const typed = stripBlanks(code)
    return refuse({ telephone: phoneProblem(telephone), code: typed ? '' : codeText.smsCodeMissing })
      ? undefined
      : { telephone, code: typed }
  }

  const image = addressOf(calls.phoneImage, { id: nonce })
  return { values, problems, boxes, image, isSending, isSent, seconds, work, change, renewPicture, sendCode, complete }
}
export type PhoneCode = ReturnType<typeof usePhoneCode>

/** The sentence of a refusal; '' if it has been shown already. */
async function ask(query: {
  telephone: string
  nonce: string
  captcha: string
  type: SmsType
  work?: string
}): Promise<string | undefined> {
  try {
    const answer = await send(calls.sendCode, { query })
    return ok(answer) ? undefined : answer.message
  } catch (error) {
    if (error instanceof CallError) return error.isShown ? '' : error.message
    throw error
  }
}
