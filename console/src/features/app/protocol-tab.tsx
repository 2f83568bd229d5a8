import type { AppDetail } from '@hufu/contract/app'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Copyable } from '../../parts/states.tsx'
import { Chip } from '../../parts/status-tag.tsx'
import { Time } from '../../parts/time.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import { text as words } from './detail-text.ts'
import type { TabProps } from './tab-form.tsx'
import { text } from './text.ts'

const own = words.protocol
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'))

/** What is filled in at the other end. */
function endpointsOf({ protocol, clientId, origin }: AppDetail): [label: string, value: string][] {
  const at = `${origin}/protocols`
  if (protocol === 'oauth2')
    return [
      [own.clientId, clientId],
      [own.issuer, `${at}/oidc`],
      [own.discovery, `${at}/oidc/.well-known/openid-configuration`],
    ]
  if (protocol === 'cas')
    return [
      [own.cas, `${at}/cas`],
      [own.login, `${at}/cas/login`],
      [own.validate, `${at}/cas/p3/serviceValidate`],
      [own.logout, `${at}/cas/logout`],
    ]
  return [[own.clientId, clientId]]
}

/** Read only but for the secret: what the protocol asks for is made here. */
export function ProtocolTab({ of, onReload }: TabProps) {
  return (
    <div className="app-form">
      <h2 className="card-title">{own.endpoints}</h2>
      <p className="app-hint">{own.endpointsHint}</p>
      <dl className="app-endpoints">
        <dt>{own.protocol}</dt>
        <dd>{text.protocols[of.protocol]}</dd>
        {endpointsOf(of).map(([label, value]) => (
          <Line key={label} label={label} value={value} />
        ))}
      </dl>
      {of.protocol === 'oauth2' && <Secrets of={of} onReload={onReload} />}
    </div>
  )
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <Copyable value={value} />
    </dd>
  </>
)

function Secrets({ of, onReload }: TabProps) {
  const dialog = useDialog()
  const close = () => {
    dialog.close()
    onReload()
  }
  return (
    <>
      <div className="app-secrets-head">
        <h2 className="card-title">{own.secrets}</h2>
        <Button onClick={() => dialog.open()}>{own.rotate}</Button>
      </div>
      <p className="app-hint">{own.secretsHint}</p>
      {of.secrets.length === 0 ? (
        <p className="app-none">{own.none}</p>
      ) : (
        <ul className="app-secrets" aria-label={own.secrets}>
          {of.secrets.map(({ createTime, endTime }) => (
            <li key={`${createTime}${endTime}`}>
              <code>••••••••••••</code>
              <span className="app-secret-age">
                {own.created} <Time at={createTime} />
              </span>
              {endTime === null ? <Chip tone="good">{own.current}</Chip> : <Chip tone="warn">{own.until(endTime)}</Chip>}
            </li>
          ))}
        </ul>
      )}
      {dialog.isOpen && (
        <Suspense>
          <RotateDialog of={of} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
