import { Checkbox, Form, Input, InputNumber } from 'antd'
import { BooleanField } from '../../../../ui/form/flag-field.tsx'
import { SelectField } from '../../../../ui/form/select-field.tsx'
import { needed } from '../../../../ui/form/rules.ts'
import { callbacksOf, kindsOf } from './draft.ts'
import { FileField } from './file-field.tsx'
import { type SourceField, sourceForms } from './source-form.ts'
import { text } from './source-text.ts'
import type { WizardState } from './use-wizard.ts'
import { text as wizardText } from './wizard-text.ts'

const URL_MAX = 500
const isLong = ({ kind }: SourceField) => kind === 'area' || kind === 'file'

/** The fields of a source that is not HTTP: first the connection, in the next step what is read. */
export default function SourceFields({ of, part }: { of: WizardState; part: 'connect' | 'scope' }) {
  const { typed, stored } = of
  if (typed.type === 'http') return null
  const { url, secret, fields } = sourceForms[typed.type]
  const kinds = kindsOf(typed.objectType)
  const shown = fields.filter(field => (part === 'connect' ? field.of === undefined : field.of !== undefined && kinds.includes(field.of)))
  return (
    <>
      {part === 'connect' && url && (
        <Form.Item name="url" label={url.label} extra={url.hint} rules={url.required ? [needed(url.label)] : []}>
          <Input maxLength={URL_MAX} autoComplete="off" spellCheck={false} placeholder={url.placeholder} />
        </Form.Item>
      )}
      <div className="form-pair">
        {shown
          .filter(field => !isLong(field))
          .map(field => (
            <Field key={field.name} of={field} />
          ))}
        {part === 'connect' && secret && (
          <Form.Item
            name="secret"
            label={secret.label}
            {...(stored?.secret
              ? { extra: wizardText.connect.kept }
              : { extra: secret.hint, rules: secret.required ? [needed(secret.label)] : [] })}
          >
            <Input.Password autoComplete="new-password" />
          </Form.Item>
        )}
      </div>
      {shown.filter(isLong).map(field => (
        <Field key={field.name} of={field} />
      ))}
      {part === 'connect' && typed.type === 'wecom' && <p className="sync-aside">{text.cloud.wecomNote}</p>}
      {part === 'connect' && typed.type === 'feishu' && <p className="sync-aside">{text.cloud.feishuQuota}</p>}
      {part === 'connect' && <CallbackFields of={of} />}
      {part === 'connect' && typed.type === 'file' && stored && <Inbox inboxKey={stored.inboxKey} />}
    </>
  )
}

/** How a vendor reports changes; the address to register is known once the task is stored. */
function CallbackFields({ of: { typed, stored } }: { of: WizardState }) {
  const names = callbacksOf(typed.type)
  if (names.length === 0) return null
  return (
    <>
      <h2 className="card-title facts-next">{text.cloud.callback}</h2>
      <p className="sync-aside">{text.cloud.callbackHint}</p>
      <div className="form-pair sync-gap">
        {names.map(name => (
          <Form.Item
            key={name}
            name={['callback', name]}
            label={text.cloud.callbacks[name]}
            {...(stored?.headers[name] !== undefined && { extra: wizardText.connect.kept })}
          >
            <Input.Password autoComplete="new-password" maxLength={2000} />
          </Form.Item>
        ))}
      </div>
      <Form.Item label={text.cloud.callbackUrl}>
        {stored ? (
          <code className="sync-inbox">{`${location.origin}/api/publicApi/syncEvent/${stored.inboxKey}`}</code>
        ) : (
          text.cloud.callbackLater
        )}
      </Form.Item>
    </>
  )
}

const NONE: NonNullable<SourceField['choices']> = {}

function Field({ of: { name, label, hint, kind = 'text', required = false, choices = NONE, placeholder } }: { of: SourceField }) {
  const common = { name: ['more', name], label, extra: hint, rules: required ? [needed(label)] : [] }
  if (kind === 'flag')
    return (
      <BooleanField name={common.name}>
        <Checkbox>{label}</Checkbox>
      </BooleanField>
    )
  return (
    <Form.Item {...common}>
      {kind === 'choice' ? (
        <SelectField options={Object.entries(choices).map(([value, shown]) => ({ value, label: shown }))} />
      ) : kind === 'number' ? (
        <InputNumber min={1} precision={0} className="wide" />
      ) : kind === 'file' ? (
        <FileField label={label} />
      ) : kind === 'area' ? (
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} spellCheck={false} placeholder={placeholder} />
      ) : (
        <Input autoComplete="off" spellCheck={false} placeholder={placeholder} />
      )}
    </Form.Item>
  )
}

function Inbox({ inboxKey }: { inboxKey: string }) {
  return (
    <Form.Item label={text.file.inbox} extra={text.file.inboxHint}>
      <code className="sync-inbox">{`${location.origin}/api/publicApi/syncFile/${inboxKey}/user`}</code>
    </Form.Item>
  )
}
