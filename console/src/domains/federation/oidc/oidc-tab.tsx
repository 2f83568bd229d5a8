import { URI_LENGTH_MAX } from '@hufu/contract/apps/app-uri'
import { oidcClient, type OidcClient, type OidcClientDraft, oidcScopes, pkceModes } from '@hufu/contract/federation/oidc-client'
import { Checkbox, Form } from 'antd'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import type { Flag } from '@hufu/contract/shapes'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import { isOutdated } from '../../../ui/form/is-outdated.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { SettingsForm } from '../../../ui/form/settings-form.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { webUriRule } from '../../apps/index.ts'
import { OidcClientFields, toggle, type ClientTyped } from './oidc-client-fields.tsx'
import { text } from './oidc-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'

type Typed = ClientTyped & {
  pkce: OidcClient['pkce']
  frontchannelUri: string
  scopes: OidcClientDraft['scopes'] & {}
  offline: Flag
  asksConsent: Flag
  ciba: Flag
}
const typedOf = (of: OidcClient): Typed => ({
  pkce: of.pkce,
  frontchannelUri: of.frontchannelUri,
  scopes: of.scopes ?? [],
  offline: of.offline as Flag,
  asksConsent: of.asksConsent as Flag,
  authMethod: of.authMethod,
  jwks: of.jwks,
  certificates: of.certificates,
  fapi: of.fapi as Flag,
  signedRequest: of.signedRequest as Flag,
  signedResponse: of.signedResponse as Flag,
  signedIntrospection: of.signedIntrospection as Flag,
  ciba: of.ciba as Flag,
})
const draftOf = ({ appId, version }: OidcClient, typed: Typed): OidcClientDraft => ({
  ...typed,
  appId,
  version,
  scopes: typed.scopes.length > 0 ? typed.scopes : null,
  fapi: typed.authMethod === 'secret' ? 0 : typed.fapi,
})

/** What an OpenID Connect client may request, and how it authenticates. */
export default function OidcTab({ of }: TabProps) {
  const found = useCall(oidcClient.get, { query: { appId: of.id }, quietly: true })
  return (
    <Loaded of={found} lines={8} fresh>
      {stored => <OidcForm of={stored} isResource={of.protocol === 'resource'} onReload={() => found.refetch({ cancelRefetch: false })} />}
    </Loaded>
  )
}

interface Props {
  of: OidcClient
  isResource: boolean
  onReload: () => Promise<unknown>
}

function OidcForm({ of, isResource, onReload }: Props) {
  const [form] = Form.useForm<Typed>()
  const update = useAction(oidcClient.update, { refreshes: [oidcClient.get] })
  const save = async (typed: Typed) => {
    if (!ok(await update.run({ body: draftOf(of, typed) }))) return 'refused'
    await onReload()
    notifier.done(text.saved)
    return 'saved'
  }
  return (
    <SettingsForm<Typed>
      name="oidc"
      form={form}
      call={oidcClient.update}
      className="app-form"
      initial={typedOf(of)}
      save={save}
      isOutdated={() => isOutdated(oidcClient.get, of, { appId: of.appId })}
      onReload={onReload}
    >
      {!isResource && <RequestFields />}
      <h2 className="card-title">{text.sections.client}</h2>
      <OidcClientFields isResource={isResource} of={of} />
    </SettingsForm>
  )
}

const RequestFields = () => (
  <>
    <h2 className="card-title">{text.sections.request}</h2>
    <Form.Item name="pkce" label={text.pkce} extra={text.pkceHint}>
      <SelectField className="app-from" options={pkceModes.map(value => ({ value, label: text.pkces[value] }))} />
    </Form.Item>
    <FlagField name="offline" label={text.offline} extra={text.offlineHint}>
      {toggle}
    </FlagField>
    <FlagField name="ciba" label={text.ciba} extra={text.cibaHint}>
      {toggle}
    </FlagField>
    <h2 className="card-title">{text.sections.told}</h2>
    <Form.Item name="scopes" label={text.scopes} extra={text.scopesHint}>
      <Checkbox.Group options={oidcScopes.map(value => ({ value, label: text.scopeNames[value] }))} />
    </Form.Item>
    <FlagField name="asksConsent" label={text.asksConsent} extra={text.asksConsentHint}>
      {toggle}
    </FlagField>
    <h2 className="card-title">{text.sections.leaving}</h2>
    <Form.Item name="frontchannelUri" label={text.frontchannel} extra={text.frontchannelHint} validateTrigger="onBlur" rules={[webUriRule]}>
      <TrimInput maxLength={URI_LENGTH_MAX} inputMode="url" placeholder="https://" />
    </Form.Item>
  </>
)
