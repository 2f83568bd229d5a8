import { Form, Input } from 'antd'
import { AppSelect } from '../../../../pickers/app-select.tsx'
import { rule } from '../../../../ui/form/rules.ts'
import type { WizardState } from './use-wizard.ts'
import { text } from './wizard-text.ts'

const words = text.connect
const URL_MAX = 500

/** Pushes to an application by its push settings, or to another address. */
export default function TargetFields({ of: { form } }: { of: WizardState }) {
  const target = rule((url?: string) => (url || form.getFieldValue('appId') ? undefined : words.targetMissing))
  return (
    <div className="form-pair">
      <Form.Item name="appId" label={words.app}>
        <AppSelect />
      </Form.Item>
      <Form.Item name="url" label={words.targetUrl} extra={words.targetHint} dependencies={['appId']} rules={[target]}>
        <Input maxLength={URL_MAX} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="secret" label={words.secret.none}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </div>
  )
}
