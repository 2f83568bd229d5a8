import { webUriProblem } from '@hufu/contract/apps/app-uri'
import { providerAuthMethods } from '@hufu/contract/federation/identity-provider'
import { Form, Input, Select, type FormInstance } from 'antd'
import { BooleanField } from '../../../ui/form/flag-field.tsx'
import { needed, rule } from '../../../ui/form/rules.ts'
import { TrimInput } from '../../../ui/form/trim-input.tsx'
import type { Typed } from './draft.ts'
import { text } from './text.ts'

const words = text.dialog
const address = rule((value?: string) => (value ? webUriProblem(value) : undefined))

interface Props {
  form: FormInstance<Typed>
  initial: Typed
  hasSecret: boolean
}

/** The fields that only the chosen protocol has. */
export function KindFields({ form, initial, hasSecret }: Props) {
  const kind = Form.useWatch('kind', form) ?? initial.kind
  if (kind === 'cas')
    return (
      <Form.Item
        name="casAddress"
        label={words.casAddress}
        extra={words.casHint}
        required
        validateFirst
        rules={[needed(words.casAddress), address]}
      >
        <TrimInput maxLength={500} />
      </Form.Item>
    )
  return kind === 'saml' ? <SamlFields /> : <OidcFields form={form} initial={initial} hasSecret={hasSecret} />
}

function OidcFields({ form, initial, hasSecret }: Props) {
  const isBySecret = (Form.useWatch('authMethod', form) ?? initial.authMethod) === 'secret'
  return (
    <>
      <Form.Item name="issuer" label={words.issuer} extra={words.issuerHint} required validateFirst rules={[needed(words.issuer), address]}>
        <TrimInput maxLength={500} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="clientId" label={words.clientId} required rules={[needed(words.clientId)]}>
          <TrimInput maxLength={200} />
        </Form.Item>
        <Form.Item name="authMethod" label={words.authMethod} {...(!isBySecret && { extra: words.byKeyHint })}>
          <Select options={providerAuthMethods.map(value => ({ value, label: words.authMethods[value] }))} />
        </Form.Item>
      </div>
      {isBySecret && (
        <Form.Item
          name="secret"
          label={words.secret}
          required={!hasSecret}
          rules={hasSecret ? [] : [needed(words.secret)]}
          {...(hasSecret && { extra: words.secretKept })}
        >
          <Input.Password maxLength={500} autoComplete="new-password" />
        </Form.Item>
      )}
      <Form.Item name="scopes" label={words.scopes} extra={words.scopesHint}>
        <TrimInput maxLength={200} />
      </Form.Item>
      <BooleanField name="signsOut" label={words.signsOut} extra={words.signsOutHint} />
    </>
  )
}

function SamlFields() {
  return (
    <>
      <Form.Item name="metadataUrl" label={words.metadataUrl} extra={words.metadataUrlHint} rules={[address]}>
        <TrimInput maxLength={500} />
      </Form.Item>
      <Form.Item
        name="metadata"
        label={words.metadata}
        dependencies={['metadataUrl']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value?: string) =>
              value || getFieldValue('metadataUrl') ? Promise.resolve() : Promise.reject(new Error(words.metadataMissing)),
          }),
        ]}
      >
        <Input.TextArea rows={4} maxLength={400_000} spellCheck={false} />
      </Form.Item>
    </>
  )
}
