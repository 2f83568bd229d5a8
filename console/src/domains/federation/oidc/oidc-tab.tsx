import { URI_LENGTH_MAX } from '@hufu/contract/apps/app-uri'
import { oidcClient, type OidcClient, type OidcClientDraft, oidcScopes, pkceModes } from '@hufu/contract/federation/oidc-client'
import { Checkbox, Form } from 'antd'
import { useEffect, useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { onSaveKey } from '../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { webUriRule } from '../../apps/index.ts'
import { OidcClientFields, toggle, type ClientTyped } from './oidc-client-fields.tsx'
import { text } from './oidc-text.ts'
import type { TabProps } from '../../../pickers/app-parts.ts'

type Typed = ClientTyped & {
  pkce: OidcClient['pkce']
  frontchannelUri: string
  scopes: OidcClientDraft['scopes'] & {}
  offline: boolean
  asksConsent: boolean
  ciba: boolean
}
const typedOf = (of: OidcClient): Typed => ({
  pkce: of.pkce,
  frontchannelUri: of.frontchannelUri,
  scopes: of.scopes ?? [],
  offline: of.offline === 1,
  asksConsent: of.asksConsent === 1,
  authMethod: of.authMethod,
  jwks: of.jwks,
  certificates: of.certificates,
  fapi: of.fapi === 1,
  signedRequest: of.signedRequest === 1,
  signedResponse: of.signedResponse === 1,
  signedIntrospection: of.signedIntrospection === 1,
  ciba: of.ciba === 1,
})
const draftOf = ({ appId, version }: OidcClient, typed: Typed): OidcClientDraft => ({
  ...typed,
  appId,
  version,
  scopes: typed.scopes.length > 0 ? typed.scopes : null,
  offline: typed.offline ? 1 : 0,
  asksConsent: typed.asksConsent ? 1 : 0,
  fapi: typed.fapi && typed.authMethod !== 'secret' ? 1 : 0,
  signedRequest: typed.signedRequest ? 1 : 0,
  signedResponse: typed.signedResponse ? 1 : 0,
  signedIntrospection: typed.signedIntrospection ? 1 : 0,
  ciba: typed.ciba ? 1 : 0,
})

/** What an OpenID Connect client may request, and how it authenticates. */
export default function OidcTab({ of }: TabProps) {
  const found = useCall(oidcClient.get, { query: { appId: of.id }, quietly: true })
  if (found.isError && !found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data || !found.isFetchedAfterMount) return <Skeleton lines={8} />
  return <OidcForm of={found.data} isResource={of.protocol === 'resource'} />
}

function OidcForm({ of, isResource }: { of: OidcClient; isResource: boolean }) {
  const [form] = Form.useForm<Typed>()
  const [isChanged, setChanged] = useState(false)
  const may = useMay()
  const update = useAction(oidcClient.update, { refreshes: [oidcClient.get] })
  const stored = JSON.stringify(typedOf(of))
  // After a save or a reload the form shows the stored values.
  useEffect(() => {
    if (!isChanged) form.setFieldsValue(JSON.parse(stored) as Typed)
  }, [stored, isChanged, form])
  const submit = async () => {
    if (!ok(await update.run({ body: draftOf(of, form.getFieldsValue(true) as Typed) }))) return
    setChanged(false)
    notifier.done(text.saved)
  }
  return (
    <Form<Typed>
      form={form}
      name="oidc"
      layout="vertical"
      className="app-form"
      disabled={!may(oidcClient.update)}
      initialValues={typedOf(of)}
      onValuesChange={() => setChanged(true)}
      onFinish={() => void submit()}
      onKeyDown={onSaveKey(() => form.submit())}
    >
      {!isResource && <RequestFields />}
      <h2 className="card-title">{text.sections.client}</h2>
      <OidcClientFields isResource={isResource} of={of} />
      <SaveBar>
        <ActButton call={oidcClient.update} type="primary" htmlType="submit" loading={update.pending} disabled={!isChanged}>
          {text.save}
        </ActButton>
      </SaveBar>
      <UnsavedGuard when={isChanged} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
    </Form>
  )
}

const RequestFields = () => (
  <>
    <h2 className="card-title">{text.sections.request}</h2>
    <Form.Item name="pkce" label={text.pkce} extra={text.pkceHint}>
      <SelectField className="app-from" options={pkceModes.map(value => ({ value, label: text.pkces[value] }))} />
    </Form.Item>
    <Form.Item name="offline" label={text.offline} extra={text.offlineHint} valuePropName="checked">
      {toggle}
    </Form.Item>
    <Form.Item name="ciba" label={text.ciba} extra={text.cibaHint} valuePropName="checked">
      {toggle}
    </Form.Item>
    <h2 className="card-title">{text.sections.told}</h2>
    <Form.Item name="scopes" label={text.scopes} extra={text.scopesHint}>
      <Checkbox.Group options={oidcScopes.map(value => ({ value, label: text.scopeNames[value] }))} />
    </Form.Item>
    <Form.Item name="asksConsent" label={text.asksConsent} extra={text.asksConsentHint} valuePropName="checked">
      {toggle}
    </Form.Item>
    <h2 className="card-title">{text.sections.leaving}</h2>
    <Form.Item name="frontchannelUri" label={text.frontchannel} extra={text.frontchannelHint} validateTrigger="onBlur" rules={[webUriRule]}>
      <TrimInput maxLength={URI_LENGTH_MAX} inputMode="url" placeholder="https://" />
    </Form.Item>
  </>
)
