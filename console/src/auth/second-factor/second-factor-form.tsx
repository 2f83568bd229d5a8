import type { Factor } from '@hufu/contract/credentials/factor'
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react'
import type { Assertion } from '@hufu/contract/credentials/passkey'
import { toApp } from '../../platform/address.ts'
import { send } from '../../platform/client.ts'
import { canUsePasskeys, showPasskey } from '../../platform/sign-in/passkeys.ts'
import { CallError, ok } from '../../platform/transport/wire.ts'
import { calls } from '../calls.ts'
import { type Outcome, attempt, afterSecondStep } from '../enter.ts'
import { TextField } from '../fields.tsx'
import { FormProblem, showProblem } from '../notices.tsx'
import { passkeyText } from '../passkey-text.ts'
import { text } from './second-factor-text.ts'
import { PhoneStep } from './second-step-form.tsx'
import { endSecondStep, type SecondStep } from '../second-step.ts'
import { codeText } from '../phone/code-text.ts'

const CODE_LENGTH = 6
/** The strongest factor usable here comes first. */
const ORDER: readonly Factor[] = ['passkey', 'totp', 'phone', 'recoveryCode']
const inOrder = (factors: readonly Factor[]) => {
  const usable = ORDER.filter(kind => factors.includes(kind) && (kind !== 'passkey' || canUsePasskeys()))
  return usable.length > 0 ? usable : [...factors]
}

/** After the first factor: the user chooses among the second factors the server accepts (3010 with `factors`). */
export function SecondFactorForm({ step }: { step: SecondStep & { factors: Factor[] } }) {
  const kinds = inOrder(step.factors)
  const [kind, setKind] = useState(kinds[0]!)
  const choose = (next: Factor) => {
    showProblem('')
    setKind(next)
  }
  const back = () => {
    showProblem('')
    endSecondStep()
  }
  const others = kinds.filter(other => other !== kind)
  return (
    <>
      <h1>{text.title}</h1>
      <p className="ask">{kind === 'phone' ? codeText.second.about(step.telephone ?? '') : text.about[kind]}</p>
      {kind === 'phone' ? <PhoneStep step={step} /> : <FactorStep key={kind} step={step} kind={kind} />}
      {others.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for fields
        <div className="others" role="group" aria-label={text.others}>
          <span>{text.others}</span>
          {others.map(other => (
            <button key={other} type="button" className="link" onClick={() => choose(other)}>
              {text.names[other]}
            </button>
          ))}
        </div>
      )}
      <button type="button" className="link" onClick={back}>
        {text.back}
      </button>
    </>
  )
}

type Kind = Exclude<Factor, 'phone'>

function FactorStep({ step, kind }: { step: SecondStep; kind: Kind }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [pending, setPending] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  async function submit(typed = code) {
    if (pending) return
    if (kind !== 'passkey' && !typed) {
      setProblem(text.missing[kind])
      return box.current?.focus()
    }
    showProblem('')
    setPending(true)
    const outcome = kind === 'passkey' ? await byPasskey(step) : await enterByFactor(step, { kind, code: typed })
    setPending(false)
    if (outcome === undefined) return
    if (outcome.in) {
      endSecondStep()
      return toApp()
    }
    if (!outcome.isShown) showProblem(outcome.message)
    setCode('')
    box.current?.focus()
  }
  return (
    <form noValidate aria-busy={pending} onSubmit={(event: FormEvent) => (event.preventDefault(), void submit())}>
      <FormProblem />
      {kind !== 'passkey' && (
        <CodeField
          ref={box}
          kind={kind}
          code={code}
          problem={problem}
          onFull={full => void submit(full)}
          onChange={next => (setProblem(''), setCode(next))}
        />
      )}
      <button type="submit" className="primary" disabled={pending}>
        {pending ? text.verifying : text.submit[kind]}
      </button>
    </form>
  )
}

interface CodeProps {
  ref: Ref<HTMLInputElement>
  kind: 'totp' | 'recoveryCode'
  code: string
  problem: string
  onChange: (code: string) => void
  /** Called when all six digits are there, typed, pasted or filled in by the browser. */
  onFull: (code: string) => void
}
function CodeField({ ref, kind, code, problem, onChange, onFull }: CodeProps) {
  const isClock = kind === 'totp'
  const type = (typed: string) => {
    const next = isClock ? typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH) : typed
    onChange(next)
    if (isClock && next.length === CODE_LENGTH && code.length < CODE_LENGTH) onFull(next)
  }
  return (
    <TextField
      ref={ref}
      label={text.names[kind]}
      placeholder={text.hints[kind]}
      value={code}
      problem={problem}
      inputMode={isClock ? 'numeric' : 'text'}
      autoComplete={isClock ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={32}
      onChange={event => type(event.target.value)}
    />
  )
}

/** Undefined if the reason of failure has been shown already. */
async function byPasskey(step: SecondStep): Promise<Outcome | undefined> {
  const shown = await askPasskey(step.pending ?? '')
  return shown && enterByFactor(step, shown)
}

async function askPasskey(pending: string): Promise<FactorResponse | undefined> {
  try {
    const answer = await send(calls.passkeyOptions, { query: { pending } })
    const shown = ok(answer) ? await showPasskey(answer.data) : undefined
    if (shown && 'given' in shown) return { kind: 'passkey', assertion: shown.given }
    showProblem(!shown ? answer.message : shown.problem === 'cancelled' ? passkeyText.cancelled : passkeyText.failed)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (!error.isShown) showProblem(error.message)
  }
  return undefined
}

/** The proof sent for a second step. */
type FactorResponse = { kind: 'totp' | 'recoveryCode'; code: string } | { kind: 'passkey'; assertion: Assertion }

/** The second step after a 3010 that names the factors; the first form's remember box is kept for it. */
async function enterByFactor({ pending = '', ...signInState }: SecondStep, shown: FactorResponse): Promise<Outcome> {
  const outcome = await attempt(() => send(calls.secondStep, { body: { pending, ...shown } }))
  await afterSecondStep(outcome, signInState)
  return outcome
}
