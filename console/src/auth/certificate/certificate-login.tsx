import type { PublicConfig } from '@hufu/contract/operations/config'
import { useId, useState } from 'react'
import { BindForm } from '../bind-form.tsx'
import { useAgent } from '../../domains/credentials/certificate/certificate-agent.ts'
import { CertificateByHand } from './certificate-by-hand.tsx'
import { text } from '../../domains/credentials/certificate/certificate-text.ts'
import { FormProblem } from '../notices.tsx'
import { useCertificateLogin } from './use-certificate-login.ts'
import './certificate.css'

export function CertificateLogin({ config }: { config: PublicConfig | undefined }) {
  const agent = useAgent()
  const login = useCertificateLogin()
  const [isByHand, setByHand] = useState(false)
  const part = useId()
  const hasProxy = config?.caProxy ?? false
  const isBusy = login.stage !== 'idle'
  if (login.bindKey)
    return <BindForm sentences={text.bind} bindKey={login.bindKey} captchaMode={config?.captchaMode} onAgain={login.again} />
  return (
    <div className="certificate" aria-busy={isBusy}>
      <FormProblem />
      {login.isRefused && <p className="hint">{text.refusedWhy}</p>}
      {agent ? (
        <>
          <p className="how">{text.agentHow}</p>
          <button type="button" className="primary" disabled={isBusy} onClick={() => void login.byAgent(agent)}>
            {login.stage === 'signing' ? text.signing : login.stage === 'checking' ? text.checking : text.agentSubmit}
          </button>
        </>
      ) : (
        !hasProxy && (
          <p className="how">
            <strong>{text.noAgent}</strong>
            {text.noAgentHow}
          </p>
        )
      )}
      {hasProxy && (
        <>
          <button type="button" className={agent ? 'plain' : 'primary'} disabled={isBusy} onClick={() => void login.byProxy()}>
            {login.stage === 'checking' && !agent ? text.checking : text.proxySubmit}
          </button>
          <p className="hint">{text.proxyHow}</p>
        </>
      )}
      <button type="button" className="link" aria-expanded={isByHand} aria-controls={part} onClick={() => setByHand(!isByHand)}>
        {text.byHand}
      </button>
      <div id={part}>{isByHand && <CertificateByHand login={login} />}</div>
    </div>
  )
}
