import { useRef, useState } from 'react'
import { toHouse } from '../kernel/address.ts'
import { askAgent, type CertificateAgent, type Signature } from './certificate-agent.ts'
import { text } from './certificate-text.ts'
import { certificateNonce, enterByCertificate, enterByProxy, type Outcome } from './enter.ts'
import { showFault } from './notices.tsx'

export type Stage = 'idle' | 'signing' | 'checking'
const UNBOUND = '10'
const REFUSED = '10002'

/** The three ways a certificate comes here; what stands above the form is one for all. */
export function useCertificateLogin() {
  const [stage, setStage] = useState<Stage>('idle')
  const [isRefused, setRefused] = useState(false)
  const isBusy = useRef(false)

  /** One at a time; true where the house opens. */
  async function run(work: () => Promise<Outcome | string>): Promise<boolean> {
    if (isBusy.current) return false
    isBusy.current = true
    showFault('')
    setRefused(false)
    const outcome = await work()
    isBusy.current = false
    setStage('idle')
    if (typeof outcome === 'string') showFault(outcome)
    else if (outcome.in) toHouse()
    else if (!outcome.told) {
      showFault(outcome.code === UNBOUND ? text.unbound : outcome.message)
      setRefused(outcome.code === REFUSED)
    }
    return typeof outcome !== 'string' && outcome.in
  }

  const byAgent = (agent: CertificateAgent) =>
    run(async () => {
      setStage('signing')
      const nonce = await certificateNonce()
      if (!nonce) return text.nonceFault
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
  return { stage, isRefused, byAgent, byHand, byProxy }
}
export type CertificateLoginState = ReturnType<typeof useCertificateLogin>
