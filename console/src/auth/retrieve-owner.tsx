import { useState, type FormEvent } from 'react'
import { send } from '../platform/client.ts'
import { CallError, ok } from '../platform/wire.ts'
import { calls } from './calls.ts'
import { FormProblem, showProblem } from './notices.tsx'
import { PhoneFields } from './phone-fields.tsx'
import type { Proof } from './retrieve-page.tsx'
import { retrieve } from './retrieve-text.ts'
import { usePhoneCode } from './use-phone-code.ts'

/** The proof, or the sentence of the refusal ('' where it has been said). */
async function prove(body: { telephone: string; code: string }): Promise<Proof | string> {
  try {
    const answer = await send(calls.phoneCheck, { body })
    return ok(answer) && 'proof' in answer.data ? answer.data : answer.status === false ? '' : answer.message
  } catch (error) {
    if (error instanceof CallError) return error.isShown ? '' : error.message
    throw error
  }
}

export function OwnerForm({ onProven }: { onProven: (proof: Proof) => void }) {
  const phone = usePhoneCode('recover')
  const [pending, setPending] = useState(false)
  async function submit(typed = phone.values.code) {
    const sent = pending ? undefined : phone.complete(typed)
    if (!sent) return
    showProblem('')
    setPending(true)
    const proven = await prove(sent)
    setPending(false)
    if (typeof proven !== 'string') return onProven(proven)
    showProblem(proven)
    phone.change({ code: '' })
    phone.boxes.code.current?.focus()
  }
  return (
    <form noValidate aria-busy={pending} onSubmit={(event: FormEvent) => (event.preventDefault(), void submit())}>
      <FormProblem />
      <PhoneFields phone={phone} onFull={code => void submit(code)} />
      <button type="submit" className="primary" disabled={pending}>
        {pending ? retrieve.checking : retrieve.next}
      </button>
    </form>
  )
}
