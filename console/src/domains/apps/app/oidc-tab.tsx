import {
  authMethods,
  FAPI_TOKEN_ALG,
  oidcClient,
  type OidcClient,
  type OidcClientDraft,
  oidcScopes,
  pkceModes,
  publicKeysIn,
} from '@hufu/contract/federation/oidc-client'
import { Alert, Checkbox, Form, Input, Switch } from 'antd'
import { useEffect, useState } from 'react'
import { useAction, useCall } from '../../../platform/calls.ts'
import { notifier, ok } from '../../../platform/client.ts'
import { CONFIG_MS } from '../../../platform/constants.ts'
import { ActButton } from '../../../ui/act-button.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { onSaveKey } from '../../../ui/form/save-key.ts'
import { UnsavedGuard } from '../../../ui/form/unsaved-guard.tsx'
import { useMay } from '../../../ui/permitted.ts'
import { Failure, Skeleton } from '../../../ui/states.tsx'
import { text } from './oidc-text.ts'
import type { TabProps } from './tab-form.tsx'

type Typed = Pick<OidcClient, 'pkce' | 'authMethod' | 'jwks'> & {
  scopes: OidcClientDraft['scopes'] & {}
  offline: boolean
  asksConsent: boolean
  fapi: boolean
  signedRequest: boolean
  signedResponse: boolean
  signedIntrospection: boolean
  ciba: boolean
}
const typedOf = (of: OidcClient): Typed => ({
  pkce: of.pkce,
  scopes: of.scopes ?? [],
  offline: of.offline === 1,
  asksConsent: of.asksConsent === 1,
  authMethod: of.authMethod,
  jwks: of.jwks,
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
  fapi: typed.fapi && typed.authMethod === 'key' ? 1 : 0,
  signedRequest: typed.signedRequest ? 1 : 0,
  signedResponse: typed.signedResponse ? 1 : 0,
  signedIntrospection: typed.signedIntrospection ? 1 : 0,
  ciba: typed.ciba ? 1 : 0,
})

/** What an OpenID Connect client may request, and how it authenticates. */
export default function OidcTab({ of }: TabProps) {
  const found = useCall(oidcClient.get, { query: { appId: of.id } })
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
    notifier.toast(text.saved, CONFIG_MS, 'success')
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
      <ClientFields isResource={isResource} tokenAlg={of.tokenAlg} />
      <div className="app-bar">
        <ActButton call={oidcClient.update} type="primary" htmlType="submit" loading={update.pending} disabled={!isChanged}>
          {text.save}
        </ActButton>
      </div>
      <UnsavedGuard when={isChanged} isLeft={(from, to) => from.pathname + from.search !== to.pathname + to.search} />
    </Form>
  )
}

const toggle = <Switch checkedChildren={text.on} unCheckedChildren={text.off} />

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
  </>
)

const isKeySet = rule((typed?: string) => (typed && publicKeysIn(typed) ? undefined : text.jwksHint))

function ClientFields({ isResource, tokenAlg }: { isResource: boolean; tokenAlg: OidcClient['tokenAlg'] }) {
  const method = Form.useWatch<Typed['authMethod']>('authMethod')
  const isFapi = Form.useWatch<Typed['fapi']>('fapi')
  const isSigned = Form.useWatch<Typed['signedRequest']>('signedRequest')
  return (
    <>
      <Form.Item name="authMethod" label={text.authMethod} extra={text.authMethodHint}>
        <SelectField className="app-from" options={authMethods.map(value => ({ value, label: text.authMethods[value] }))} />
      </Form.Item>
      {!isResource && (
        <Form.Item name="signedRequest" label={text.signedRequest} extra={text.signedRequestHint} valuePropName="checked">
          {toggle}
        </Form.Item>
      )}
      {(method === 'key' || isSigned) && (
        <Form.Item name="jwks" label={text.jwks} extra={text.jwksHint} required rules={[isKeySet]}>
          <Input.TextArea rows={5} maxLength={20_000} spellCheck={false} />
        </Form.Item>
      )}
      {method === 'key' && !isResource && (
        <Form.Item name="fapi" label={text.fapi} extra={text.fapiHint} valuePropName="checked">
          {toggle}
        </Form.Item>
      )}
      {method === 'key' && !isResource && isFapi && tokenAlg !== FAPI_TOKEN_ALG && (
        <Alert type="warning" showIcon role="note" className="form-alert" title={text.fapiAlg(tokenAlg, FAPI_TOKEN_ALG)} />
      )}
      {!isResource && (
        <Form.Item name="signedResponse" label={text.signedResponse} extra={text.signedResponseHint} valuePropName="checked">
          {toggle}
        </Form.Item>
      )}
      <Form.Item name="signedIntrospection" label={text.signedIntrospection} extra={text.signedIntrospectionHint} valuePropName="checked">
        {toggle}
      </Form.Item>
    </>
  )
}
