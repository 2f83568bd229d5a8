import { useEffect, useId, useRef, useState, type FormEvent, type Ref } from 'react'
import { text } from '../../domains/credentials/certificate/certificate-text.ts'
import { certificateNonce } from '../enter.ts'
import { TextField } from '../fields.tsx'
import { showProblem } from '../notices.tsx'
import type { CertificateLoginState } from './use-certificate-login.ts'

const EMPTY = { cert: '', sign: '' }

/** For issuers whose tool copies text: the nonce to copy, certificate and signature to paste. */
export function CertificateByHand({ login }: { login: CertificateLoginState }) {
  const { nonce, seconds, fetchNonce } = useNonce()
  const [values, setValues] = useState(EMPTY)
  const [problems, setProblems] = useState(EMPTY)
  const certBox = useRef<HTMLTextAreaElement>(null)
  const signBox = useRef<HTMLTextAreaElement>(null)
  const change = (next: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...next })
    setProblems(EMPTY)
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = { cert: values.cert.trim() ? '' : text.certMissing, sign: values.sign.trim() ? '' : text.signMissing }
    setProblems(found)
    const first = found.cert ? certBox : found.sign ? signBox : undefined
    if (first) return first.current?.focus()
    if (seconds === 0) return showProblem(text.nonceOver)
    if (await login.byHand(nonce, values)) return
    // A nonce is valid for one attempt, and so is its signature.
    change({ sign: '' })
    await fetchNonce()
  }
  const isBusy = login.stage !== 'idle'
  return (
    <form noValidate className="by-hand" onSubmit={event => void submit(event)}>
      <p className="how">{text.byHandHow}</p>
      {nonce === '' ? (
        <button type="button" className="plain" onClick={() => void fetchNonce()}>
          {text.fetchNonce}
        </button>
      ) : (
        <>
          <Nonce nonce={nonce} seconds={seconds} onRenew={() => void fetchNonce()} />
          <Area
            ref={certBox}
            label={text.cert}
            hint={text.certHint}
            rows={4}
            value={values.cert}
            problem={problems.cert}
            onType={cert => change({ cert })}
          />
          <Area
            ref={signBox}
            label={text.sign}
            hint={text.signHint}
            rows={2}
            value={values.sign}
            problem={problems.sign}
            onType={sign => change({ sign })}
          />
          <button type="submit" className="primary" disabled={isBusy}>
            {isBusy ? text.checking : text.submit}
          </button>
        </>
      )}
    </form>
  )
}

function Nonce({ nonce, seconds, onRenew }: { nonce: string; seconds: number; onRenew: () => void }) {
  const [copied, setCopied] = useState('')
  const isOver = seconds === 0
  // Missing on plain http: there the text is marked when the box is entered.
  const clipboard = navigator.clipboard as Clipboard | undefined
  const copy = () => void clipboard?.writeText(nonce).then(() => setCopied(nonce))
  const tool = (does: () => void, label: string) => (
    <button type="button" className="link tool" onClick={does}>
      {label}
    </button>
  )
  return (
    <TextField
      label={text.nonce}
      value={nonce}
      readOnly
      spellCheck={false}
      hint={isOver ? '' : text.nonceLeft(seconds)}
      problem={isOver ? text.nonceOver : ''}
      onFocus={event => event.target.select()}
      tool={isOver ? tool(onRenew, text.fetchAgain) : clipboard && tool(copy, copied === nonce ? text.copied : text.copy)}
    />
  )
}

interface AreaProps {
  label: string
  hint: string
  rows: number
  value: string
  problem: string
  onType: (value: string) => void
  ref: Ref<HTMLTextAreaElement>
}
function Area({ label, hint, rows, value, problem, onType, ref }: AreaProps) {
  const id = useId()
  return (
    <div className={problem ? 'field wrong' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <div className="box area">
        <textarea
          id={id}
          ref={ref}
          rows={rows}
          value={value}
          placeholder={hint}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={problem !== ''}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={event => onType(event.target.value)}
        />
      </div>
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** The text to sign, and for how many more seconds it is valid. */
function useNonce() {
  const [challenge, setChallenge] = useState({ nonce: '', until: 0 })
  const [now, setNow] = useState(Date.now)
  const seconds = Math.max(0, Math.ceil((challenge.until - now) / 1000))
  const isRunning = seconds > 0
  useEffect(() => {
    if (!isRunning) return
    const clock = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(clock)
  }, [isRunning])
  async function fetchNonce() {
    const fresh = await certificateNonce()
    if (!fresh) return showProblem(text.nonceProblem)
    setNow(Date.now())
    setChallenge({ nonce: fresh.nonce, until: Date.now() + fresh.expire * 1000 })
  }
  return { nonce: challenge.nonce, seconds, fetchNonce }
}
