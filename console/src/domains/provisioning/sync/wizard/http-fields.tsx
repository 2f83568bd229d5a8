import { Form, Input } from 'antd'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { needed, rule } from '../../../../ui/form/rules.ts'
import { HeaderFields } from './header-fields.tsx'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

const words = text.connect
const URL_MAX = 500
const methods = ['GET', 'POST'].map(value => ({ value, label: value }))
const auths = Object.entries(words.auths).map(([value, label]) => ({ value, label }))

const isObject = rule((body?: string) => {
  if (!body?.trim()) return undefined
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : words.bodyWrong
  } catch {
    return words.bodyWrong
  }
})

/** An HTTP source: its address, the path of the array, and how the server authenticates to it. */
export function HttpFields({ of }: { of: WizardState }) {
  const { typed, stored } = of
  return (
    <>
      <Form.Item name="url" label={words.url} extra={words.urlHint} rules={[needed(words.url)]}>
        <Input maxLength={URL_MAX} autoComplete="off" spellCheck={false} placeholder="https://hr.example.com/api/users" />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="method" label={words.method}>
          <SelectField options={methods} />
        </Form.Item>
        <Form.Item name={['options', 'path']} label={words.path} extra={words.pathHint}>
          <Input maxLength={200} spellCheck={false} placeholder="data.list" />
        </Form.Item>
      </div>
      {typed.method === 'POST' && (
        <Form.Item name={['options', 'body']} label={words.body} extra={words.bodyHint} rules={[isObject]}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} placeholder='{"status": "active"}' />
        </Form.Item>
      )}
      <AuthFields kind={typed.options.auth.kind} isStored={Boolean(stored?.secret)} />
      <HeaderFields stored={stored?.headers} />
    </>
  )
}

type Kind = keyof typeof words.auths
function AuthFields({ kind, isStored }: { kind: Kind; isStored: boolean }) {
  return (
    <div className="form-pair">
      <Form.Item name={['options', 'auth', 'kind']} label={words.auth}>
        <SelectField options={auths} />
      </Form.Item>
      {kind === 'basic' && (
        <Form.Item name={['options', 'auth', 'userName']} label={words.userName} rules={[needed(words.userName)]}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
      {kind === 'oauth2' && (
        <>
          <Form.Item name={['options', 'auth', 'tokenUrl']} label={words.tokenUrl} rules={[needed(words.tokenUrl)]}>
            <Input maxLength={URL_MAX} autoComplete="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name={['options', 'auth', 'clientId']} label={words.clientId} rules={[needed(words.clientId)]}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
          <Form.Item name={['options', 'auth', 'scope']} label={words.scope}>
            <Input maxLength={200} autoComplete="off" />
          </Form.Item>
        </>
      )}
      {kind !== 'none' && (
        <Form.Item
          name="secret"
          label={words.secret[kind]}
          {...(isStored ? { extra: words.kept } : { rules: [needed(words.secret[kind])] })}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      )}
    </div>
  )
}
