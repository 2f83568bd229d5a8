import { type ApiClientDetail, apiClient } from '@hufu/contract/federation/api-client'
import { ClientSecrets } from '../../../ui/dialog/client-secrets.tsx'
import { Card } from '../../../ui/page.tsx'
import { Copyable } from '../../../ui/states.tsx'
import { text } from './text.ts'
import { useRotation } from './use-client-acts.ts'
import './api-client.css'

const words = text.secrets

/** The client's addresses and its valid secrets. */
export function SecretTab({ of, onReload }: { of: ApiClientDetail; onReload: () => void }) {
  const rotate = useRotation()
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
      <ClientSecrets
        of={of}
        call={apiClient.resetSecret}
        hint={words.hint}
        hints={text.rotate}
        rotate={endFormer => rotate(of.id, endFormer)}
        onRotated={onReload}
      />
    </Card>
  )
}
