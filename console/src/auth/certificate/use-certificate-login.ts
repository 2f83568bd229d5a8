import { useRef, useState } from 'react'
import { toApp } from '../../platform/address.ts'
import { askAgent, type CertificateAgent, type Signature } from '../../domains/credentials/certificate/certificate-agent.ts'
import { text } from '../../domains/credentials/certificate/certificate-text.ts'
import { certificateNonce, enterByCertificate, enterByProxy, type Outcome, type Refused } from '../enter.ts'
import { showProblem } from '../notices.tsx'

export type Stage = 'idle' | 'signing' | 'checking'
const UNBOUND = '10'
const REFUSED = '10002'

/** The three sources of a certificate, which share the fields above the form. */
export function useCertificateLogin() {
  const [stage, setStage] = useState<Stage>('idle')
  const [isRefused, setRefused] = useState(false)
  const [bindKey, setBindKey] = useState('')
  const isBusy = useRef(false)

  /** Runs one at a time; true if the user is signed in. */
  async function run(work: () => Promise<Outcome | string>): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    showProblem('')
    setRefused(false)
    const outcome = await work()
    isBusy.current = false
    setStage('idle')
    if (typeof outcome === 'string') showProblem(outcome)
    else if (outcome.in) toApp()
    else tell(outcome)
    return typeof outcome !== 'string' && outcome.in
  }
  function tell({ code, message, isShown, data }: Refused) {
    const key = code === UNBOUND ? keyOf(data) : ''
    setBindKey(key)
    if (key === '' && !isShown) showProblem(message)
    setRefused(code === REFUSED)
  }
  /** Returns from binding to the certificate. */
  function again(sentence = '') {
    showProblem(sentence && text.bind.over)
    setBindKey('')
  }

  const byAgent = (agent: CertificateAgent) =>
    run(async () => {
      setStage('signing')
      const nonce = await certificateNonce()
      if (!nonce) return text.nonceProblem
      const signature = await askAgent(agent, nonce.nonce)
      if (typeof signature === 'string') return signature
      setStage('checking')
      return enterByCertificate({ nonce: nonce.nonce, ...signature })
    })
  const byHand = (nonce: string, signature: Signature) =>
    run(() => {
      setStage('checking')
      return enterByCertificate({ nonce, ...signature })
    })
  const byProxy = () =>
    run(() => {
      setStage('checking')
      return enterByProxy()
    })
  return { stage, isRefused, bindKey, byAgent, byHand, byProxy, again }
}

/** The key to bind a certificate that is bound to nobody. */
const keyOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'bindKey' in data && typeof data.bindKey === 'string' ? data.bindKey : ''

export type CertificateLoginState = ReturnType<typeof useCertificateLogin>
