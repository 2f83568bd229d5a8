import type { ApiClientDetail } from '@hufu/contract/api-client'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { Card } from '../../parts/page.tsx'
import { Copyable } from '../../parts/states.tsx'
import { Chip } from '../../parts/status-tag.tsx'
import { Time } from '../../parts/time.tsx'
import { useDialog } from '../../parts/use-dialog.ts'
import { text } from './text.ts'
import './api-client.css'

const words = text.secrets
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'))

/** Where it calls, and the secrets that hold; themselves they are never shown again. */
export function SecretTab({ of, onReload }: { of: ApiClientDetail; onReload: () => void }) {
  const dialog = useDialog()
  const close = () => {
    dialog.close()
    onReload()
  }
  const { origin } = location
  const lines = [
    [words.clientId, of.clientId],
    [words.api, `${origin}/api`],
    [words.token, `${origin}/protocols/oidc/token`],
    [words.introspection, `${origin}/protocols/oidc/token/introspection`],
  ]
  return (
    <Card>
      <h2 className="card-title">{words.endpoints}</h2>
      <dl className="client-endpoints">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Copyable value={value!} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="client-head">
        <h2 className="card-title">{words.title}</h2>
        <Button onClick={() => dialog.open()}>{words.rotate}</Button>
      </div>
      <p className="client-hint">{words.hint}</p>
      <ul className="client-secrets" aria-label={words.list}>
        {of.secrets.map(({ createTime, endTime }) => (
          <li key={`${createTime}${endTime}`}>
            <code>••••••••••••</code>
            <span className="client-age">
              {words.created} <Time at={createTime} />
            </span>
            {endTime === null ? <Chip tone="good">{words.current}</Chip> : <Chip tone="warn">{words.until(endTime)}</Chip>}
          </li>
        ))}
      </ul>
      {dialog.isOpen && (
        <Suspense>
          <RotateDialog of={of} onClose={close} />
        </Suspense>
      )}
    </Card>
  )
}
