import type { AppDetail } from '@hufu/contract/apps/app'
import { oidcClient } from '@hufu/contract/federation/oidc-client'
import { isOn } from '../../../../platform/flag.ts'
import { useCall } from '../../../../platform/calls.ts'
import { Copyable, Skeleton } from '../../../../ui/states.tsx'
import { text as detailText } from './detail-text.ts'
import { appParts, type TabProps } from '../../../../pickers/app-parts.ts'
import { text } from '../text.ts'

const SamlOwn = appParts.get('samlOwn', () => <Skeleton lines={8} />)
const RegistrationOrigin = appParts.get('registrationOrigin')
const own = detailText.protocol

/** The values to fill in at the application. */
function endpointsOf({ protocol, clientId, origin }: AppDetail): [label: string, value: string][] {
  const at = `${origin}/protocols`
  if (protocol === 'oauth2')
    return [
      [own.clientId, clientId],
      [own.issuer, `${at}/oidc`],
      [own.discovery, `${at}/oidc/.well-known/openid-configuration`],
    ]
  if (protocol === 'resource')
    return [
      [own.clientId, clientId],
      [own.issuer, `${at}/oidc`],
      [own.introspection, `${at}/oidc/token/introspection`],
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

/** Shows, read only, the values this server generates for the protocol. */
export function ProtocolTab({ of, onReload }: TabProps) {
  if (of.protocol === 'saml') return <SamlOwn of={of} />
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
        {of.protocol === 'oauth2' && <CibaLine of={of} />}
      </dl>
      {of.protocol === 'oauth2' && <RegistrationOrigin of={of} onReload={onReload} />}
    </div>
  )
}

/** The CIBA address, if the client may use CIBA. */
function CibaLine({ of: { id, origin } }: Pick<TabProps, 'of'>) {
  const found = useCall(oidcClient.get, { query: { appId: id } })
  return isOn(found.data?.ciba) && <Line label={own.ciba} value={`${origin}/protocols/oidc/backchannel`} />
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <>
    <dt>{label}</dt>
    <dd>
      <Copyable value={value} />
    </dd>
  </>
)
