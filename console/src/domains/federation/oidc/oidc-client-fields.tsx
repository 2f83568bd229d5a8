import { authMethods, FAPI_TOKEN_ALG, type OidcClient, publicKeysIn, showsCertificate } from '@hufu/contract/federation/oidc-client'
import { Alert, Form, Input, Switch } from 'antd'
import type { Flag } from '@hufu/contract/shapes'
import { isOn } from '../../../platform/flag.ts'
import { FlagField } from '../../../ui/form/flag-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { rule } from '../../../ui/form/rules.ts'
import { text } from './oidc-text.ts'

/** The form values about how a client authenticates. */
export type ClientTyped = Pick<OidcClient, 'authMethod' | 'jwks' | 'certificates'> & {
  fapi: Flag
  signedRequest: Flag
  signedResponse: Flag
  signedIntrospection: Flag
}

export const toggle = <Switch checkedChildren={text.on} unCheckedChildren={text.off} />
const isKeySet = rule((typed?: string) => (typed && publicKeysIn(typed) ? undefined : text.jwksHint))

interface Props {
  of: OidcClient
  isResource: boolean
}

export function OidcClientFields({ of, isResource }: Props) {
  const method = Form.useWatch<OidcClient['authMethod']>('authMethod') ?? of.authMethod
  const isSigned = isOn(Form.useWatch<Flag>('signedRequest'))
  const methods = authMethods.filter(value => of.hasMtls || !showsCertificate(value) || value === of.authMethod)
  return (
    <>
      <Form.Item name="authMethod" label={text.authMethod} extra={<MethodHint of={of} method={method} />}>
        <SelectField className="app-from" options={methods.map(value => ({ value, label: text.authMethods[value] }))} />
      </Form.Item>
      {(method === 'tls' || method === 'selfSigned') && (
        <Form.Item
          name="certificates"
          label={text.certificates}
          extra={text.certificatesHints[method]}
          rules={[{ required: true, message: text.certificatesHints[method] }]}
        >
          <Input.TextArea rows={5} maxLength={20_000} spellCheck={false} />
        </Form.Item>
      )}
      {!isResource && (
        <FlagField name="signedRequest" label={text.signedRequest} extra={text.signedRequestHint}>
          {toggle}
        </FlagField>
      )}
      {(method === 'key' || isSigned) && (
        <Form.Item name="jwks" label={text.jwks} extra={text.jwksHint} required rules={[isKeySet]}>
          <Input.TextArea rows={5} maxLength={20_000} spellCheck={false} />
        </Form.Item>
      )}
      {method !== 'secret' && !isResource && <FapiField tokenAlg={of.tokenAlg} />}
      {!isResource && (
        <FlagField name="signedResponse" label={text.signedResponse} extra={text.signedResponseHint}>
          {toggle}
        </FlagField>
      )}
      <FlagField name="signedIntrospection" label={text.signedIntrospection} extra={text.signedIntrospectionHint}>
        {toggle}
      </FlagField>
    </>
  )
}

const MethodHint = ({ of, method }: { of: OidcClient; method: OidcClient['authMethod'] }) => (
  <>
    {text.authMethodHints[method]}
    {!of.hasMtls && <div>{text.mtlsOff}</div>}
  </>
)

function FapiField({ tokenAlg }: Pick<OidcClient, 'tokenAlg'>) {
  const isFapi = isOn(Form.useWatch<Flag>('fapi'))
  return (
    <>
      <FlagField name="fapi" label={text.fapi} extra={text.fapiHint}>
        {toggle}
      </FlagField>
      {isFapi && tokenAlg !== FAPI_TOKEN_ALG && (
        <Alert type="warning" showIcon role="note" className="form-alert" title={text.fapiAlg(tokenAlg, FAPI_TOKEN_ALG)} />
      )}
    </>
  )
}
