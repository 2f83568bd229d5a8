import { idCardProblem, normaliseIdCard, stripBlanks } from '@hufu/contract/text-rules'
import { useRef, useState, type FormEvent } from 'react'
import { send } from '../../platform/client.ts'
import { INPUT_MAX } from '../../platform/constants.ts'
import { CallError, ok } from '../../platform/transport/wire.ts'
import { calls } from '../calls.ts'
import { text } from './face-text.ts'
import { TextField } from '../fields.tsx'
import { FormProblem, showProblem } from '../notices.tsx'

export interface Person {
  name: string
  card: string
  /** Valid for one picture. */
  proof: string
}
const CARD_MAX = 18
const EMPTY = { name: '', card: '' }

/** A proof for one picture, or the sentence of the refusal ('' if it has been shown). */
export async function checkPerson({ name, card }: Omit<Person, 'proof'>): Promise<Person | string> {
  try {
    const answer = await send(calls.faceCheck, { body: { name, card } })
    if (!ok(answer)) return answer.message
    return answer.data.pass ? { name, card, proof: answer.data.proof } : text.noSuchPerson
  } catch (error) {
    if (error instanceof CallError) return error.isShown ? '' : error.message
    throw error
  }
}

export function FaceIdentityForm({ onKnown }: { onKnown: (person: Person) => void }) {
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState(EMPTY)
  const [pending, setPending] = useState(false)
  const nameBox = useRef<HTMLInputElement>(null)
  const cardBox = useRef<HTMLInputElement>(null)
  const change = (next: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...next })
    setProblems(EMPTY)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    const sent = { name: stripBlanks(values.name), card: normaliseIdCard(stripBlanks(values.card)) }
    const wrong = {
      name: sent.name ? '' : text.nameMissing,
      card: !sent.card ? text.cardMissing : idCardProblem(sent.card) ? text.cardProblem : '',
    }
    setValues(sent)
    setProblems(wrong)
    const first = wrong.name ? nameBox : wrong.card ? cardBox : undefined
    if (first) return first.current?.focus()
    showProblem('')
    setPending(true)
    const found = await checkPerson(sent)
    setPending(false)
    if (typeof found !== 'string') return onKnown(found)
    if (found) showProblem(found)
  }
  return (
    <form noValidate aria-busy={pending} onSubmit={event => void submit(event)}>
      <FormProblem />
      <TextField
        ref={nameBox}
        label={text.name}
        placeholder={text.nameHint}
        value={values.name}
        problem={problems.name}
        maxLength={INPUT_MAX}
        autoComplete="name"
        onChange={event => change({ name: event.target.value })}
      />
      <TextField
        ref={cardBox}
        label={text.card}
        placeholder={text.cardHint}
        value={values.card}
        problem={problems.card}
        maxLength={CARD_MAX}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={event => change({ card: event.target.value })}
      />
      <button type="submit" className="primary" disabled={pending}>
        {pending ? text.checking : text.check}
      </button>
    </form>
  )
}
