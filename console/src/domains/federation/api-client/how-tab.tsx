import type { ApiClientDetail, OpenApiItem } from '@hufu/contract/federation/api-client'
import { Card } from '../../../ui/page.tsx'
import { CopyButton } from '../../../ui/states.tsx'
import { text } from './text.ts'
import './api-client.css'

const words = text.how
const SECRET = '$CLIENT_SECRET'

interface Props {
  of: ApiClientDetail
  grantedCalls: readonly string[]
  items: readonly OpenApiItem[]
}

/** The configuration to type at the client's side, with its addresses and an example call. */
export function HowTab({ of: { clientId }, grantedCalls, items }: Props) {
  const grantedItems = items.filter(item => grantedCalls.includes(item.id))
  const shown = grantedItems.find(item => item.method === 'GET') ?? grantedItems[0] ?? { method: 'GET', path: '/v3/user/page' }
  const [call, scope] = [curlOf(shown), `${shown.method}:${shown.path}`]
  const token = `${location.origin}/protocols/oidc/token`
  return (
    <Card>
      {grantedItems.length === 0 && <p className="client-hint">{words.none}</p>}
      <Example
        title={words.first}
        hint={words.firstHint}
        lines={[`${call} \\`, `  -H 'X-Client-Id: ${clientId}' \\`, `  -H "X-Client-Secret: ${SECRET}"`]}
      />
      <Example
        title={words.second}
        hint={words.secondHint}
        lines={[
          `curl -s '${token}' \\`,
          `  -u "${clientId}:${SECRET}" \\`,
          `  -d grant_type=client_credentials \\`,
          `  -d 'scope=${scope}'`,
          '',
          `${call} \\`,
          `  -H "Authorization: Bearer $ACCESS_TOKEN"`,
        ]}
      />
      <Example
        title={words.third}
        hint={words.thirdHint}
        lines={[`curl -s '${token}/introspection' \\`, `  -u "$OWN_CLIENT_ID:$OWN_CLIENT_SECRET" \\`, `  -d "token=$ACCESS_TOKEN"`]}
      />
      <h2 className="card-title">{words.answers}</h2>
      <p className="client-hint">{words.answersHint}</p>
      <dl className="client-codes">
        {words.refused.map(([code, meaning]) => (
          <div key={code}>
            <dt>
              <code>{code}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const curlOf = ({ method, path }: { method: string; path: string }): string =>
  method === 'GET'
    ? `curl -s '${location.origin}/api${path}'`
    : `curl -s -X ${method} '${location.origin}/api${path}' \\\n  -H 'Content-Type: application/json' -d '{}'`

function Example({ title, hint, lines }: { title: string; hint: string; lines: readonly string[] }) {
  const code = lines.join('\n')
  return (
    <section className="client-example">
      <h2 className="card-title">{title}</h2>
      <p className="client-hint">{hint}</p>
      <div className="client-code">
        <pre>{code}</pre>
        <CopyButton value={code} />
      </div>
    </section>
  )
}
