import { saml, type SamlPeer } from '@hufu/contract/federation/saml'
import { Alert } from 'antd'
import { useCall } from '../../../platform/calls.ts'
import { Copyable, Empty, Loaded } from '../../../ui/states.tsx'
import { text as samlText } from './saml-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'
import './saml.css'

const text = samlText.logout

/** Which sign-outs reach the application, and which do not. */
export default function SamlLogoutTab({ of }: TabProps) {
  const found = useCall(saml.get, { query: { appId: of.id }, quietly: true })
  return (
    <Loaded of={found} lines={8}>
      {({ peer, own, untoldLogouts }) => {
        if (!peer) return <Empty title={samlText.peer.none} hint={samlText.peer.noneHint} />
        const hasSoap = peer.slo.some(({ binding }) => binding === 'soap')
        return (
          <div className="app-form">
            {untoldLogouts > 0 && <Alert className="saml-alert" type="warning" showIcon role="note" title={text.untold(untoldLogouts)} />}
            <Alert
              className="saml-alert"
              type={hasSoap ? 'info' : 'warning'}
              showIcon
              role="note"
              title={hasSoap ? text.passive : text.noPassive}
              description={peer.slo.length > 0 ? text.active : text.none}
            />
            {peer.slo.length > 0 && <Places of={peer.slo} />}
            <h2 className="card-title">{text.page}</h2>
            <p className="app-hint">{text.pageHint}</p>
            <p className="saml-copy">
              <Copyable value={own.sloUrl.replace(/slo$/, 'logout')} />
            </p>
          </div>
        )
      }}
    </Loaded>
  )
}

const Places = ({ of }: { of: SamlPeer['slo'] }) => (
  <>
    <h2 className="card-title">{text.title}</h2>
    <dl className="app-endpoints saml-endpoints">
      {of.map(({ binding, url, responseUrl }) => (
        <LogoutEndpoint key={binding + url} label={text.bindings[binding]} url={url} responseUrl={responseUrl} />
      ))}
    </dl>
  </>
)

const LogoutEndpoint = ({ label, url, responseUrl }: { label: string; url: string; responseUrl: string | null }) => (
  <>
    <dt>{label}</dt>
    <dd className="saml-lines">
      <code>{url}</code>
      {responseUrl !== null && <small>{text.answers(responseUrl)}</small>}
    </dd>
  </>
)
